import type { KernelDerivatives, LikelihoodKernel } from '../likelihood.js';
import { conditionalLogit } from './conditional-logit.js';

/** One choice of each row after its first one. */
export interface FurtherChoice {
  /** Chosen alternative of each row; -1 if the row has no such choice. */
  readonly chosen: Int32Array;
  /** Whether it is the worst of the remaining alternatives, instead of the best. */
  readonly isWorst: boolean;
}

/**
 * Kernel of a ranking. Each choice is a conditional logit among the available alternatives that the earlier choices of the row leave. The worst
 * alternative is chosen with the negative utilities.
 * Sources: Beggs, Cardell and Hausman, "Assessing the potential demand for electric cars", Journal of Econometrics 17 (1981), for rankings;
 * Marley and Louviere, "Some probabilistic models of best, worst, and best–worst choices", Journal of Mathematical Psychology 49 (2005).
 *
 * @param alternatives J, the number of alternatives
 * @param first first choice of each row
 * @param further further choices, in their order
 * @param available rows × J, row-major order, 0 for an unavailable alternative
 */
export function rankedChoices(
  alternatives: number,
  first: Int32Array,
  further: readonly FurtherChoice[],
  available: Uint8Array,
): LikelihoodKernel {
  const left = Uint8Array.from(available);
  const best = conditionalLogit(alternatives, first, available);
  let last = first;
  const stages = further.map(({ chosen, isWorst }) => {
    last.forEach((choice, row) => {
      if (choice >= 0) left[row * alternatives + choice] = 0;
    });
    last = chosen;
    return { chosen, sign: isWorst ? -1 : 1, kernel: conditionalLogit(alternatives, chosen, Uint8Array.from(left)) };
  });
  const own = {
    gradient: new Float64Array(alternatives),
    hessian: new Float64Array(alternatives ** 2),
    isGradientOnly: false,
  };
  const signed = new Float64Array(alternatives);

  function add(out: KernelDerivatives, sign: number): void {
    for (let j = 0; j < alternatives; j++) out.gradient[j]! += sign * own.gradient[j]!;
    if (!out.isGradientOnly) for (let jk = 0; jk < own.hessian.length; jk++) out.hessian[jk]! += own.hessian[jk]!;
  }

  return {
    equations: alternatives,
    ancillary: [],
    evaluate(row, eta, ancillary, out) {
      let value = best.evaluate(row, eta, ancillary, out);
      for (const { chosen, sign, kernel } of stages) {
        if (chosen[row]! < 0) continue;
        if (out) {
          own.gradient.fill(0);
          own.hessian.fill(0);
          own.isGradientOnly = out.isGradientOnly ?? false;
        }
        for (let j = 0; j < alternatives; j++) signed[j] = sign * eta[j]!;
        value += kernel.evaluate(row, signed, ancillary, out && own);
        if (out) add(out, sign);
      }
      return value;
    },
  };
}
