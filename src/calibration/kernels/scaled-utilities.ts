import type { KernelDerivatives, LikelihoodKernel } from '../likelihood.js';

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
