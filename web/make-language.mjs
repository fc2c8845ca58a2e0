/** Writes the words of one language as a script that hands them over (parts.js). node make-language.mjs LANGUAGE OUTPUT */
import { writeFileSync } from "node:fs";

const [language, output] = process.argv.slice(2);
const { default: strings } = await import(`./strings/${language}/index.js`);
writeFileSync(output, `attentionLabPart(${JSON.stringify(strings)});\n`);
