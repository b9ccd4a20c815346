import type { LikelihoodKernel, KernelDerivatives } from '../likelihood.js';
import { boxCox } from '../../math/box-cox.js';

// Local bindings: test runners with a separate global object per file make every lookup of `Math` slow.
const { exp, log } = Math;

/** If the inverse of a probability is greater at any point, `evaluate` is used for the row, which cannot overflow. */
const maxTotal = 1e100;

/**
 * Conditional logit: P(j) = e^ηj / Σ e^ηk over the alternatives available in the row. One equation per alternative.
 * Source: McFadden, "Conditional logit analysis of qualitative choice behavior" (1974).
 *
 * @param alternatives J, the number of alternatives
 * @param chosen chosen alternative of each row, from 0; an unavailable alternative has probability 0
 * @param available rows × J, row-major order, 0 for an unavailable alternative. Default: all are available
 */
export function conditionalLogit(alternatives: number, chosen: Int32Array, available?: Uint8Array): LikelihoodKernel {
  const shares = new Float64Array(alternatives);
  const isAvailable = availableIn(alternatives, available);
  let totals = new Float64Array(0);
  return {
    equations: alternatives,
    ancillary: [],
    evaluate(row, eta, _ancillary, out) {
      const choice = chosen[row]!;
      if (!isAvailable(row, choice)) return -Infinity;
      let best = -Infinity;
      for (let j = 0; j < alternatives; j++) {
        if (isAvailable(row, j) && !(eta[j]! <= best)) best = eta[j]!;
      }
      let total = 0;
      for (let j = 0; j < alternatives; j++) total += shares[j] = isAvailable(row, j) ? exp(eta[j]! - best) : 0;
      if (out) {
        const { gradient, hessian, isGradientOnly } = out;
        for (let j = 0; j < alternatives; j++) {
          const share = (shares[j]! /= total);
          if (share > 0) gradient[j] = -share;
        }
        gradient[choice]! += 1;
        if (!isGradientOnly) writeHessian(hessian, shares);
      }
      return eta[choice]! - best - log(total);
    },
    evaluatePoints(row, block, inverses) {
      const choice = chosen[row]!;
      if (!isAvailable(row, choice)) return false;
      const points = inverses.length;
      if (totals.length < points) totals = new Float64Array(points);
      for (let k = 0; k < points; k++) totals[k] = 1;
      const own = choice * points;
      for (let j = 0; j < alternatives; j++) {
        if (j === choice) continue;
        const from = j * points;
        if (isAvailable(row, j))
          for (let k = 0; k < points; k++)
            totals[k] = totals[k]! + (block[from + k] = exp(block[from + k]! - block[own + k]!));
        else for (let k = 0; k < points; k++) block[from + k] = 0;
      }
      for (let k = 0; k < points; k++) if (!(totals[k]! < maxTotal)) return false;
      for (let k = 0; k < points; k++) {
        inverses[k] = inverses[k]! * totals[k]!;
        totals[k] = 1 / totals[k]!;
        block[own + k] = 1 - totals[k]!;
      }
      for (let j = 0; j < alternatives; j++) {
        if (j === choice) continue;
        const from = j * points;
        for (let k = 0; k < points; k++) block[from + k] = -block[from + k]! * totals[k]!;
      }
      return true;
    },
  };
}

function writeHessian(hessian: Float64Array, shares: Float64Array): void {
  const { length } = shares;
  for (let j = 0; j < length; j++) {
    const share = shares[j]!;
    if (share === 0) continue;
    for (let k = 0; k < length; k++) hessian[j * length + k] = share * shares[k]!;
    hessian[j * length + j]! -= share;
  }
}

/** Whether an alternative is available in a row. */
export function availableIn(
  alternatives: number,
  available: Uint8Array | undefined,
): (row: number, alternative: number) => boolean {
  return (row, alternative) => !available || available[row * alternatives + alternative] !== 0;
}

/** A transformed variable in the utility of one alternative. */
export interface TransformedPart {
  /** Equation of the choice with the variable. */
  readonly equation: number;
  /** Value of the variable in each row, above 0. Any number above 0 if the alternative is not available. */
  readonly values: Float64Array;
  /** Position of the power in the ids of the powers; -1 for a power of 1. */
  readonly power: number;
}

/**
 * Kernel of a choice with Box-Cox transforms of variables. It has one equation for each part after those of the choice: the coefficient of the
 * transformed variable, which can depend on the row. Equation e of the choice is η(e) + Σ η(p) · t(x(p); λ(p)) over its parts p. The powers λ
 * follow the ancillary parameters of the choice. Derivatives by the chain rule.
 *
 * @param choice kernel of the choice without transforms
 * @param ids ids of the powers
 */
export function boxCoxUtilities(
  choice: LikelihoodKernel,
  ids: readonly string[],
  parts: readonly TransformedPart[],
): LikelihoodKernel {
  const { equations: size } = choice;
  const equations = size + parts.length;
  const own = size + choice.ancillary.length;
  const slots = own + parts.length + ids.length;
  const firstPower = slots - ids.length;
  const utilities = new Float64Array(size);
  const inner: KernelDerivatives = { gradient: new Float64Array(own), hessian: new Float64Array(own * own) };
  const order = Array.from({ length: own }, (_, slot) => ({
    inner: slot,
    outer: slot < size ? slot : slot + parts.length,
  }));
  // First derivatives of slots of the choice with respect to slots of this kernel. All others are 0.
  const links = [
    ...order,
    ...parts.map(({ equation }, p) => ({ inner: equation, outer: size + p })),
    ...parts.map(({ equation, power }) => ({ inner: equation, outer: power < 0 ? -1 : firstPower + power })),
  ];
  const weights = new Float64Array(links.length).fill(1);
  const powersAt = own + parts.length;

  const powerOf = ({ power }: TransformedPart, ancillary: Float64Array) =>
    power < 0 ? 1 : ancillary[choice.ancillary.length + power]!;

  function write({ gradient, hessian }: KernelDerivatives): void {
    links.forEach(({ inner: from, outer: to }, k) => {
      if (to < 0) return;
      gradient[to]! += weights[k]! * inner.gradient[from]!;
      links.forEach((other, m) => {
        if (other.outer >= 0)
          hessian[to * slots + other.outer]! += weights[k]! * weights[m]! * inner.hessian[from * own + other.inner]!;
      });
    });
  }

  function addSecondDerivatives(row: number, eta: Float64Array, ancillary: Float64Array, hessian: Float64Array): void {
    parts.forEach((part, p) => {
      if (part.power < 0) return;
      const [coefficient, power] = [size + p, firstPower + part.power];
      const slope = inner.gradient[part.equation]!;
      const [x, value] = [part.values[row]!, powerOf(part, ancillary)];
      const cross = slope * boxCox(x, value, 1);
      hessian[coefficient * slots + power]! += cross;
      hessian[power * slots + coefficient]! += cross;
      hessian[power * slots + power]! += slope * eta[coefficient]! * boxCox(x, value, 2);
    });
  }

  return {
    equations,
    ancillary: [...choice.ancillary, ...ids.map((id) => ({ id, start: 1 }))],
    multiplier: (row, equation, ancillary) => {
      const part = parts[equation - size];
      return part ? boxCox(part.values[row]!, powerOf(part, ancillary)) : 1;
    },
    evaluate(row, eta, ancillary, out) {
      for (let e = 0; e < size; e++) utilities[e] = eta[e]!;
      parts.forEach((part, p) => {
        const [x, power] = [part.values[row]!, powerOf(part, ancillary)];
        const transformed = boxCox(x, power);
        utilities[part.equation]! += eta[size + p]! * transformed;
        weights[own + p] = transformed;
        weights[powersAt + p] = out && part.power >= 0 ? eta[size + p]! * boxCox(x, power, 1) : 0;
      });
      if (!out) return choice.evaluate(row, utilities, ancillary);
      inner.gradient.fill(0);
      inner.hessian.fill(0);
      const value = choice.evaluate(row, utilities, ancillary, inner);
      write(out);
      addSecondDerivatives(row, eta, ancillary, out.hessian);
      return value;
    },
  };
}

/**
 * Kernel of a choice whose utilities are multiplied by a scale, which differs between groups of rows (heteroscedastic logit). The scales
 * follow the ancillary parameters of the kernel of the choice.
 * Source: Swait and Louviere, "The role of the scale parameter in the estimation and comparison of multinomial logit models", Journal of
 * Marketing Research 30 (1993).
 *
 * @param choice kernel of the choice without scales
 * @param ids ids of the scales
 * @param scaleOf scale of each row, as a position in `ids`; -1 for a scale of 1
 */
export function scaledUtilities(
  choice: LikelihoodKernel,
  ids: readonly string[],
  scaleOf: Int32Array,
): LikelihoodKernel {
  const { equations } = choice;
  const own = equations + choice.ancillary.length;
  const slots = own + ids.length;
  const scaled = new Float64Array(equations);
  const inner: KernelDerivatives = { gradient: new Float64Array(own), hessian: new Float64Array(own * own) };

  /** Derivatives by the chain rule: the predictors of the choice are s·η. */
  function write({ gradient, hessian }: KernelDerivatives, eta: Float64Array, scale: number, at: number): void {
    const factorOf = (slot: number) => (slot < equations ? scale : 1);
    for (let i = 0; i < own; i++) {
      gradient[i] = factorOf(i) * inner.gradient[i]!;
      for (let j = 0; j < own; j++) hessian[i * slots + j] = factorOf(i) * factorOf(j) * inner.hessian[i * own + j]!;
    }
    if (at < 0) return;
    for (let e = 0; e < equations; e++) gradient[at]! += inner.gradient[e]! * eta[e]!;
    for (let i = 0; i < own; i++) {
      let along = 0;
      for (let e = 0; e < equations; e++) along += inner.hessian[i * own + e]! * eta[e]!;
      const cross = factorOf(i) * along + (i < equations ? inner.gradient[i]! : 0);
      hessian[i * slots + at] = hessian[at * slots + i] = cross;
      if (i < equations) hessian[at * slots + at]! += eta[i]! * along;
    }
  }

  return {
    equations,
    ancillary: [...choice.ancillary, ...ids.map((id) => ({ id, start: 1 }))],
    evaluate(row, eta, ancillary, out) {
      const position = scaleOf[row]!;
      const scale = position < 0 ? 1 : ancillary[choice.ancillary.length + position]!;
      if (!(scale > 0)) return -Infinity;
      for (let e = 0; e < equations; e++) scaled[e] = scale * eta[e]!;
      if (!out) return choice.evaluate(row, scaled, ancillary);
      inner.gradient.fill(0);
      inner.hessian.fill(0);
      const value = choice.evaluate(row, scaled, ancillary, inner);
      write(out, eta, scale, position < 0 ? -1 : own + position);
      return value;
    },
  };
}
