/** Writes the words of one language as a script that hands them over (parts.js). node make-language.mjs LANGUAGE OUTPUT */
import { readdirSync, writeFileSync } from "node:fs";

const [language, output] = process.argv.slice(2);
const folder = new URL(`strings/${language}/`, import.meta.url);
const tables = readdirSync(folder).filter((name) => name.endsWith(".js") && name !== "index.js");
const strings = Object.assign({}, ...(await Promise.all(tables.map(async (name) => (await import(new URL(name, folder).href)).default))));
writeFileSync(output, `attentionLabPart(${JSON.stringify(strings)});\n`);
