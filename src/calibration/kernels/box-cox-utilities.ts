import { boxCox } from '../../engine/math/box-cox.js';
import type { KernelDerivatives, LikelihoodKernel } from '../likelihood.js';

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
