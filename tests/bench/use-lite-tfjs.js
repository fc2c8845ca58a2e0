/**
 * use-lite in tfjs, as its users would write it well: weights uploaded once, fused matMul (bias and ReLU inside),
 * the positions and 1/sqrt(d_k) worked out at load. The forward pass is that of c/encoder.c; the names of the
 * tensors stand in web/models/format.js.
 */
const LAYERNORM_EPSILON = 1e-6;
const SMALLEST_NORM = 1e-12;

/** Two ways from qkv (n,3d) to the heads side by side (n,d). */
export const ATTEND = {
  /** One 2-D matMul a head: the fast way, since tfjs-wasm multiplies batches, and transposed operands, by plain loops. */
  headByHead(tf, qkv, heads) {
    const parts = tf.split(qkv, 3 * heads, 1);
    return tf.concat(Array.from({ length: heads }, (_, head) => {
      const [q, k, v] = [0, 1, 2].map((part) => parts[part * heads + head]);
      return tf.matMul(tf.softmax(tf.matMul(q, tf.transpose(k))), v);
    }), 1);
  },
  /** All heads in one batch: the short way, which most people write. */
  batched(tf, qkv, heads) {
    const [n, columns] = qkv.shape;
    const [q, k, v] = tf.unstack(tf.transpose(tf.reshape(qkv, [n, 3, heads, columns / 3 / heads]), [1, 2, 0, 3]));
    const output = tf.matMul(tf.softmax(tf.matMul(q, k, false, true)), v);
    return tf.reshape(tf.transpose(output, [1, 0, 2]), [n, columns / 3]);
  },
};

/**
 * @param {typeof import("@tensorflow/tfjs-core")} tf with a backend that is ready
 * @param {import("../../web/models/format.js").Model} model read from use-lite.f32.bin
 * @param {(tf: any, qkv: any, heads: number) => any} attend one of ATTEND
 * @returns {(ids: number[]) => Float32Array} from token ids to the sentence embedding
 */
export function useLiteInTfjs(tf, model, attend) {
  const data = new Map(model.tensors.map((tensor) => [tensor.name, tensor]));
  const upload = (name) => tf.tensor(data.get(name).data, data.get(name).shape);
  const linearOf = (stem) => ({ w: upload(`${stem}.weight`), bias: upload(`${stem}.bias`) });
  const normOf = (stem) => ({ gain: upload(`${stem}.gain`), bias: upload(`${stem}.bias`) });

  const embedding = upload("embedding");
  const position = positions(tf, data.get("position.inverse").data, model.maxTokens);
  const pool = linearOf("pool");
  const layers = [];
  for (let i = 0; data.has(`layer${i}.qkv.weight`); i++) {
    const at = `layer${i}`;
    layers.push({
      ln1: normOf(`${at}.ln1`), qkv: scaledQueries(tf, linearOf(`${at}.qkv`), model.heads), output: linearOf(`${at}.output`),
      residual: data.has(`${at}.residual.weight`) ? linearOf(`${at}.residual`) : null,
      ln2: normOf(`${at}.ln2`), ffn1: linearOf(`${at}.ffn1`), ffn2: linearOf(`${at}.ffn2`),
    });
  }

  const linear = (x, { w, bias }, activation) => tf.fused.matMul({ a: x, b: w, bias, activation });
  const norm = (x, { gain, bias }) => {
    const centred = tf.sub(x, tf.mean(x, 1, true));
    const variance = tf.mean(tf.square(centred), 1, true);
    return tf.add(tf.mul(tf.mul(centred, tf.rsqrt(tf.add(variance, LAYERNORM_EPSILON))), gain), bias);
  };
  const layer = (x, l) => {
    const attended = linear(attend(tf, linear(norm(x, l.ln1), l.qkv), model.heads), l.output);
    const y = tf.add(l.residual ? linear(x, l.residual) : x, attended);
    return tf.add(y, linear(linear(norm(y, l.ln2), l.ffn1, "relu"), l.ffn2));
  };

  return (ids) => {
    // Out of tidy by a variable: what tidy's function returns is searched for tensors, element by element.
    let result;
    tf.tidy(() => {
      const words = tf.gather(embedding, tf.tensor1d(ids, "int32"));
      const x = layers.reduce(layer, tf.add(words, tf.slice(position, 0, ids.length)));
      const e = tf.tanh(linear(tf.mean(x, 0, true), pool));
      const norm2 = tf.maximum(tf.sum(tf.square(e)), SMALLEST_NORM);
      result = tf.mul(e, tf.rsqrt(norm2)).dataSync();
    });
    return result;
  };
}

/** (maxTokens,d): sin and cos of t·inverse side by side */
function positions(tf, inverse, maxTokens) {
  return tf.tidy(() => {
    const angles = tf.outerProduct(tf.range(0, maxTokens), tf.tensor1d(inverse));
    return tf.concat([tf.sin(angles), tf.cos(angles)], 1);
  });
}

/** W_QKV and its bias with 1/sqrt(d_k) already in the third that makes the queries. */
function scaledQueries(tf, { w, bias }, heads) {
  const d = w.shape[1] / 3;
  return tf.tidy(() => {
    const scale = tf.concat([tf.fill([d], 1 / Math.sqrt(d / heads)), tf.ones([2 * d])]);
    return { w: tf.mul(w, scale), bias: tf.mul(bias, scale) };
  });
}
