/*
 * Loops of the engine in WebAssembly SIMD, in AssemblyScript: random numbers by Philox, their distributions, choices, choice probabilities,
 * and sums over the agents of groups.
 *
 * Every function computes bit for bit the same numbers as the TypeScript function that its comment names, with the same operations in the same
 * order: `model/kernel/kernel.spec.ts` compares them. `node tools/engine-kernel/build.mjs` compiles this file.
 */

/** Maximum rows of one call; a multiple of 4. */
const maxRows: i32 = 1024;

const rowBytes: usize = 8;
const bufferBytes: usize = <usize>maxRows * rowBytes;
const buffers: usize = memory.data(2 * 1024 * 8, 16);

/** Address of the first and of the second result of `draw`. */
export function firstResult(): usize {
  return buffers;
}
export function secondResult(): usize {
  return buffers + bufferBytes;
}

// Constants are read from memory: V8 builds a constant vector with several instructions at every use, and reads one with a single instruction.
const multiplier0: usize = memory.data<u32>([0xd2511f53]);
const multiplier1: usize = memory.data<u32>([0xcd9e8d57]);
const weyl0: usize = memory.data<u32>([0x9e3779b9]);
const weyl1: usize = memory.data<u32>([0xbb67ae85]);

/** Distributions of `draw`. */
const UNIFORM: i32 = 0;
const GUMBEL: i32 = 1;
const LOGISTIC: i32 = 2;

/**
 * Two numbers for each of `count` agents from `agent`, as in `fillUniforms` of `random/stream.ts`. Rows are computed in groups of four, so up to
 * three rows after the last one are overwritten.
 */
export function draw(
  distribution: i32, key0: i32, key1: i32, agent: i32, step: i32, address: i32, replicate: i32, count: i32,
): void {
  uniforms(key0, key1, agent, step, address, replicate, count);
  if (distribution != UNIFORM) convert(distribution, count);
}

/** Converts `count` uniform numbers of both results to a distribution, in groups of two. */
export function convert(distribution: i32, count: i32): void {
  const end = buffers + <usize>count * rowBytes;
  for (let row: usize = buffers; row < end; row += 16) {
    const other = row + bufferBytes;
    if (distribution == GUMBEL) {
      v128.store(row, gumbel(v128.load(row)));
      v128.store(other, gumbel(v128.load(other)));
    } else if (distribution == LOGISTIC) {
      v128.store(row, logistic(v128.load(row)));
      v128.store(other, logistic(v128.load(other)));
    } else {
      v128.store(row, normal(v128.load(row)));
      v128.store(other, normal(v128.load(other)));
    }
  }
}

/** `philox4x32` of `random/philox.ts` for four agents at a time, and `uniformFromWords` of `random/uniform.ts`. */
function uniforms(key0: i32, key1: i32, agent: i32, step: i32, address: i32, replicate: i32, count: i32): void {
  let agents = i32x4.add(i32x4.splat(agent), i32x4(0, 1, 2, 3));
  let row: usize = buffers;
  const end = buffers + <usize>count * rowBytes;
  while (row < end) {
    let c0 = agents;
    let c1 = i32x4.splat(step);
    let c2 = i32x4.splat(address);
    let c3 = i32x4.splat(replicate);
    let k0 = i32x4.splat(key0);
    let k1 = i32x4.splat(key1);
    for (let round = 0; round < 10; round++) {
      const low0 = i64x2.extmul_low_i32x4_u(c0, v128.load32_splat(multiplier0));
      const high0 = i64x2.extmul_high_i32x4_u(c0, v128.load32_splat(multiplier0));
      const low1 = i64x2.extmul_low_i32x4_u(c2, v128.load32_splat(multiplier1));
      const high1 = i64x2.extmul_high_i32x4_u(c2, v128.load32_splat(multiplier1));
      c0 = v128.xor(v128.xor(v128.shuffle<i32>(low1, high1, 1, 3, 5, 7), c1), k0);
      c1 = v128.shuffle<i32>(low1, high1, 0, 2, 4, 6);
      c2 = v128.xor(v128.xor(v128.shuffle<i32>(low0, high0, 1, 3, 5, 7), c3), k1);
      c3 = v128.shuffle<i32>(low0, high0, 0, 2, 4, 6);
      k0 = i32x4.add(k0, v128.load32_splat(weyl0));
      k1 = i32x4.add(k1, v128.load32_splat(weyl1));
    }
    storeUniforms(row, c0, c1);
    storeUniforms(row + bufferBytes, c2, c3);
    agents = i32x4.add(agents, i32x4.splat(4));
    row += 4 * rowBytes;
  }
}

const exponentOfOne: usize = memory.data<u32>([0x3ff00000]);
// 1 - 2^-53
const belowOne: usize = memory.data<f64>([0.99999999999999988898]);

/** Uniform numbers from the upper 26 bits of two words: the bits become the fraction of a number from 1 to 2, and the difference is exact. */
@inline
function storeUniforms(row: usize, word0: v128, word1: v128): void {
  const upper = v128.or(i32x4.shr_u(word0, 12), v128.load32_splat(exponentOfOne));
  const lower = v128.or(i32x4.shl(i32x4.shr_u(word0, 6), 26), i32x4.shr_u(word1, 6));
  const offset = at(belowOne, 0);
  v128.store(row, f64x2.sub(v128.shuffle<i32>(lower, upper, 0, 4, 1, 5), offset));
  v128.store(row + 16, f64x2.sub(v128.shuffle<i32>(lower, upper, 2, 6, 3, 7), offset));
}

/** `gumbelFromUniform` of `random/gumbel.ts`. */
@inline
function gumbel(u: v128): v128 {
  return f64x2.neg(log(f64x2.neg(log(u))));
}

/** `logisticFromUniform` of `random/logistic.ts`. */
@inline
function logistic(u: v128): v128 {
  return log(f64x2.div(u, f64x2.sub(at(logNumbers, 1), u)));
}

const logBits: usize = memory.data<u64>([0x00095f6200000000, 0x4330000000000000, 0x000fffffffffffff, 0x3fe6a09e00000000]);
const logNumbers: usize = memory.data<f64>([
  4503599627371519, 1, 2, 0.5, 6.93147180369123816490e-1, 1.90821492927058770002e-10,
]);
// The even and the odd coefficients of the polynomial.
const logEven: usize = memory.data<f64>([0.3999999999940941908, 0.2222219843214978396, 0.1531383769920937332]);
const logOdd: usize = memory.data<f64>([
  0.6666666666666735130, 0.2857142874366239149, 0.1818357216161805012, 0.1479819860511658591,
]);

/** `log` of `math/elementary.ts`, for normal numbers above 0. */
@inline
function log(x: v128): v128 {
  const shifted = i64x2.add(x, at(logBits, 0));
  // Exact conversion of the exponent: the bits of 2^52 + exponent.
  const k = f64x2.sub(v128.or(i64x2.shr_u(shifted, 52), at(logBits, 1)), at(logNumbers, 0));
  const m = i64x2.add(v128.and(shifted, at(logBits, 2)), at(logBits, 3));
  const f = f64x2.sub(m, at(logNumbers, 1));
  const s = f64x2.div(f, f64x2.add(at(logNumbers, 2), f));
  const z = f64x2.mul(s, s);
  const w = f64x2.mul(z, z);
  const even = f64x2.mul(w, plus(at(logEven, 0), w, plus(at(logEven, 1), w, at(logEven, 2))));
  const last = plus(at(logOdd, 2), w, at(logOdd, 3));
  const odd = f64x2.mul(z, plus(at(logOdd, 0), w, plus(at(logOdd, 1), w, last)));
  const half = f64x2.mul(f64x2.mul(at(logNumbers, 3), f), f);
  const product = f64x2.mul(s, f64x2.add(half, f64x2.add(odd, even)));
  const rest = f64x2.sub(f64x2.add(product, f64x2.mul(k, at(logNumbers, 5))), half);
  return f64x2.add(f64x2.add(rest, f), f64x2.mul(k, at(logNumbers, 4)));
}

/** The constant with the given index, in both lanes. */
@inline
function at(table: usize, index: usize): v128 {
  return v128.load64_splat(table + index * 8);
}

/** constant + x · rest */
@inline
function plus(constant: v128, x: v128, rest: v128): v128 {
  return f64x2.add(constant, f64x2.mul(x, rest));
}

// Coefficients of AS 241, lowest power first.
const centerNumerator: usize = memory.data<f64>([
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987, 67265.7709270087,
  33430.57558358813, 2509.0809287301227,
]);
const centerDenominator: usize = memory.data<f64>([
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
  28729.085735721943, 5226.495278852854,
]);
const middleNumerator: usize = memory.data<f64>([
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
  0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
]);
const middleDenominator: usize = memory.data<f64>([
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
  0.0005475938084995345, 1.0507500716444169e-9,
]);
const tailNumerator: usize = memory.data<f64>([
  6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
  0.0012426609473880784, 0.000027115555687434876, 2.0103343992922881e-7,
]);
const tailDenominator: usize = memory.data<f64>([
  1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133, 0.000018463183175100548,
  1.421511758316446e-7, 2.0442631033899397e-15,
]);
const normalNumbers: usize = memory.data<f64>([0.5, 0.425, 0.180625, 1.6, 5]);

/** `normalQuantile` of `math/normal.ts`. */
@inline
function normal(p: v128): v128 {
  const q = f64x2.sub(p, at(normalNumbers, 0));
  const isTail = f64x2.gt(f64x2.abs(q), at(normalNumbers, 1));
  const r = f64x2.sub(at(normalNumbers, 2), f64x2.mul(q, q));
  const center = f64x2.div(f64x2.mul(q, polynomial(centerNumerator, r)), polynomial(centerDenominator, r));
  if (!v128.any_true(isTail)) return center;
  const isLower = f64x2.lt(q, f64x2.splat(0));
  const tail = f64x2.sqrt(f64x2.neg(log(v128.bitselect(p, f64x2.sub(at(logNumbers, 1), p), isLower))));
  const middle = f64x2.sub(tail, at(normalNumbers, 3));
  let size = f64x2.div(polynomial(middleNumerator, middle), polynomial(middleDenominator, middle));
  const isFar = f64x2.gt(tail, at(normalNumbers, 4));
  if (v128.any_true(isFar)) {
    const far = f64x2.sub(tail, at(normalNumbers, 4));
    size = v128.bitselect(f64x2.div(polynomial(tailNumerator, far), polynomial(tailDenominator, far)), size, isFar);
  }
  return v128.bitselect(v128.bitselect(f64x2.neg(size), size, isLower), center, isTail);
}

/** Value of a polynomial with eight coefficients. */
@inline
function polynomial(coefficients: usize, x: v128): v128 {
  let sum = at(coefficients, 7);
  sum = f64x2.add(f64x2.mul(sum, x), at(coefficients, 6));
  sum = f64x2.add(f64x2.mul(sum, x), at(coefficients, 5));
  sum = f64x2.add(f64x2.mul(sum, x), at(coefficients, 4));
  sum = f64x2.add(f64x2.mul(sum, x), at(coefficients, 3));
  sum = f64x2.add(f64x2.mul(sum, x), at(coefficients, 2));
  sum = f64x2.add(f64x2.mul(sum, x), at(coefficients, 1));
  sum = f64x2.add(f64x2.mul(sum, x), at(coefficients, 0));
  return sum;
}

// 16 alternatives at most.
const utilities: usize = memory.data(16 * 1024 * 8, 16);
const errors: usize = memory.data(16 * 1024 * 8, 16);
const choices: usize = memory.data(1024, 16);
// No choice: the greatest number of one byte.
const noChoice: usize = memory.data<u64>([255]);
const minusInfinity: usize = memory.data<f64>([-Infinity]);

/** Addresses of utilities and errors, `[alternative * maxRows + row]`, and of choices. Utilities of unavailable alternatives are -Infinity. */
export function utilityTable(): usize {
  return utilities;
}
export function errorTable(): usize {
  return errors;
}
export function choiceRow(): usize {
  return choices;
}

/** `choose` of `families/conditional-logit/choose.ts`: 255 for agents without an available alternative. */
export function choose(alternatives: i32, count: i32): void {
  const end = <usize>alternatives * bufferBytes;
  for (let row: i32 = 0; row < count; row += 2) {
    const first = <usize>row * rowBytes;
    let greatest = at(minusInfinity, 0);
    let best = at(noChoice, 0);
    let alternative = i64x2.splat(0);
    for (let column: usize = first; column < first + end; column += bufferBytes) {
      const score = f64x2.add(v128.load(utilities + column), v128.load(errors + column));
      best = v128.bitselect(alternative, best, f64x2.gt(score, greatest));
      greatest = f64x2.pmax(greatest, score);
      alternative = i64x2.add(alternative, i64x2.splat(1));
    }
    store<u8>(choices + row, <u8>i64x2.extract_lane(best, 0));
    store<u8>(choices + row + 1, <u8>i64x2.extract_lane(best, 1));
  }
}

/** `probabilitiesOf` of `families/conditional-logit/choose.ts`: replaces the utilities. */
export function probabilities(alternatives: i32, count: i32): void {
  const end = <usize>alternatives * bufferBytes;
  for (let row: i32 = 0; row < count; row += 2) {
    const first = utilities + <usize>row * rowBytes;
    let greatest = at(minusInfinity, 0);
    for (let cell: usize = first; cell < first + end; cell += bufferBytes) {
      greatest = f64x2.pmax(greatest, v128.load(cell));
    }
    let sum = f64x2.splat(0);
    for (let cell: usize = first; cell < first + end; cell += bufferBytes) {
      const weight = exp(f64x2.sub(v128.load(cell), greatest));
      v128.store(cell, weight);
      sum = f64x2.add(sum, weight);
    }
    for (let cell: usize = first; cell < first + end; cell += bufferBytes) {
      v128.store(cell, f64x2.div(v128.load(cell), sum));
    }
  }
}

const groups: usize = memory.data(1024, 16);
// Group of agents in no group: the greatest number of one byte.
const noGroup: i32 = 255;
const sums: usize = memory.data(4096 * 8 * 8, 16);

/** Addresses of the group of each row, and of sums by group. */
export function groupRow(): usize {
  return groups;
}
export function sumTable(): usize {
  return sums;
}

/**
 * `addByGroup` of `simulation/group-gradients.ts` for `count` agents: adds the numbers `utilities[row * length + k]` to
 * `sums[group * length + k]`.
 */
export function addByGroup(length: i32, count: i32): void {
  const bytes = <usize>length * 8;
  const pairs = bytes & ~15;
  let source = utilities;
  for (let row: i32 = 0; row < count; row++) {
    const group = <i32>load<u8>(groups + row);
    if (group != noGroup) {
      const target = sums + <usize>group * bytes;
      for (let k: usize = 0; k < pairs; k += 16) {
        v128.store(target + k, f64x2.add(v128.load(target + k), v128.load(source + k)));
      }
      if (pairs < bytes) store<f64>(target + pairs, load<f64>(target + pairs) + load<f64>(source + pairs));
    }
    source += bytes;
  }
}

/** Bytes of the sums of one figure of one group: eight numbers. */
const momentBytes: usize = 64;

/**
 * `addMoments` of `summary/moments.ts` for `count` agents: adds the figures `utilities[figure * maxRows + row]` of the scenario and
 * `errors[figure * maxRows + row]` of the baseline to the eight `sums` of each figure of the agent's group. These are the values of the group's
 * first agent, from which values are measured (scenario, baseline), the sums (scenario, baseline), the sums of squares (scenario, baseline),
 * the sum of squares of the differences, and, for the first figure only, the number of agents.
 */
export function addMoments(figures: i32, count: i32): void {
  const groupBytes = <usize>figures * momentBytes;
  const end = <usize>figures * bufferBytes;
  for (let row: i32 = 0; row < count; row++) {
    const group = <i32>load<u8>(groups + row);
    if (group == noGroup) continue;
    const first = sums + <usize>group * groupBytes;
    const cell = <usize>row * rowBytes;
    const members = load<f64>(first, 56);
    store<f64>(first, members + 1, 56);
    let own = first;
    if (members == 0) {
      for (let column = cell; column < cell + end; column += bufferBytes, own += momentBytes) v128.store(own, bothSides(column));
      own = first;
    }
    for (let column = cell; column < cell + end; column += bufferBytes, own += momentBytes) {
      const values = f64x2.sub(bothSides(column), v128.load(own));
      v128.store(own, f64x2.add(v128.load(own, 16), values), 16);
      v128.store(own, f64x2.add(v128.load(own, 32), f64x2.mul(values, values)), 32);
      const difference = f64x2.extract_lane(values, 0) - f64x2.extract_lane(values, 1);
      store<f64>(own, load<f64>(own, 48) + difference * difference, 48);
    }
  }
}

/** The values of scenario and baseline in a cell of the tables. */
@inline
function bothSides(cell: usize): v128 {
  return v128.load_lane<u64>(errors + cell, v128.load_zero<u64>(utilities + cell), 1);
}

const expNumbers: usize = memory.data<f64>([
  -746, 1.44269504088896338700, 6755399441055744, 6.93147180369123816490e-1, 1.90821492927058770002e-10, 1, 2,
]);
const expPolynomial: usize = memory.data<f64>([
  1.66666666666666019037e-1, -2.77777777770155933842e-3, 6.61375632143793436117e-5, -1.65339022054652515390e-6,
  4.13813679705723846039e-8,
]);
const exponentBias: usize = memory.data<u32>([1023]);

/** `exp` of `math/elementary.ts`, for numbers up to 0. */
@inline
function exp(x: v128): v128 {
  const bounded = f64x2.pmax(x, at(expNumbers, 0));
  const shifted = f64x2.add(f64x2.mul(bounded, at(expNumbers, 1)), at(expNumbers, 2));
  const k = f64x2.sub(shifted, at(expNumbers, 2));
  const upper = f64x2.sub(bounded, f64x2.mul(k, at(expNumbers, 3)));
  const lower = f64x2.mul(k, at(expNumbers, 4));
  const r = f64x2.sub(upper, lower);
  const t = f64x2.mul(r, r);
  const last = plus(at(expPolynomial, 2), t, plus(at(expPolynomial, 3), t, at(expPolynomial, 4)));
  const c = f64x2.sub(r, f64x2.mul(t, plus(at(expPolynomial, 0), t, plus(at(expPolynomial, 1), t, last))));
  const quotient = f64x2.div(f64x2.mul(r, c), f64x2.sub(at(expNumbers, 6), c));
  const y = f64x2.sub(at(expNumbers, 5), f64x2.sub(f64x2.sub(lower, quotient), upper));
  // The lower word of the shifted number is k. Two factors, because 2^k can be outside the range of doubles.
  const half = i32x4.shr_s(shifted, 1);
  const rest = i32x4.sub(shifted, half);
  return f64x2.mul(f64x2.mul(y, powerOfTwo(half)), powerOfTwo(rest));
}

/** 2^k for the integers in the lower words. */
@inline
function powerOfTwo(k: v128): v128 {
  return i64x2.shl(i32x4.add(k, v128.load32_splat(exponentBias)), 52);
}
