/**
 * Writes the page as one file that needs no other: node make-one-file.mjs DIST SCRIPT OUTPUT [MODEL]
 * DIST: the folder form, whose parts go inside as functions (parts.js); SCRIPT: the page's script (embed/one-file.js);
 * MODEL: file of the trained model, which goes inside as a block of data. Prints the policy that the file needs.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

const [dist, script, output, model] = process.argv.slice(2);
const PARTS = ["worker.js", "one-word.js", "workings.js", "dialogs.js", "lessons.js", "experiments.js", "files.js", "attention-scalar.js",
  ...["zh", "es", "de", "ar"].map((language) => `languages/${language}.js`)];
const LICENCES = ["LICENSE", "NOTICE", ...(model ? ["models/NOTICE", "models/LICENSE-use-lite.txt"] : [])];

const text = (path) => readFileSync(path, "utf8");
/** Nothing in a script may look like its end to the parser of HTML. */
const inScript = (code) => code.replace(/<\/(?=script)/gi, "<\\/").replace(/<!--/g, "<\\!--");
const data = (id, content) => `<script type="text/plain" id="${id}">${content}</script>\n`;

const parts = PARTS.map((name) => `${JSON.stringify(name)}:function(){${text(`${dist}/${name}`)}}`);
const code = inScript(`globalThis.attentionLabInside={${parts.join(",")}};\n${text(script)}`);
const head = text(new URL("index.html", import.meta.url)).replace(/<link [^>]*>\n|<script [^>]*><\/script>\n/g, "").replace("<!-- skeleton -->\n", "");
const body = [
  data("licences", LICENCES.map((name) => text(`${dist}/${name}`)).join("\n\n").replace(/<\//g, "< /")),
  model ? data("models/use-lite.q8", readFileSync(model).toString("base64")) : "",
  `<script>${code}</script>\n`,
].join("");
writeFileSync(output, head.replace("</body>", () => `${body}</body>`));

const hash = createHash("sha256").update(code).digest("base64");
console.log(`default-src 'none'; script-src 'sha256-${hash}' 'wasm-unsafe-eval'; worker-src blob:; img-src data: blob:; connect-src 'none'`);
