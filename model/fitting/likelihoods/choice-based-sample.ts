import type { KernelDerivatives, LikelihoodKernel } from '../likelihood.js';
import { conditionalLogit } from './conditional-logit.js';

/**
 * Kernel of a choice whose respondents were sampled by their outcome. The probability of outcome i in the sample is R(i)·P(i) / Σ R(k)·P(k),
 * where P is the probability in the population and R the probability of being sampled.
 * Source: Bierlaire, Bolduc and McFadden, "The estimation of generalized extreme value models from choice-based samples", Transportation
 * Research Part B 42 (2008).
 *
 * @param kernelWith kernel of the choice in the population, for given outcomes of the rows
 * @param chosen outcome of each row, as a position
 * @param sampled R by outcome
 */
export function choiceBasedSample(
  kernelWith: (outcomes: Int32Array) => LikelihoodKernel,
  chosen: Int32Array,
  sampled: Float64Array,
): LikelihoodKernel {
  const byOutcome = Array.from(sampled, (_, outcome) => kernelWith(new Int32Array(chosen.length).fill(outcome)));
  const [first] = byOutcome;
  const { equations, ancillary } = first!;
  const slots = equations + ancillary.length;
  const logs = sampled.map(Math.log);
  const values = new Float64Array(sampled.length);
  const parts = byOutcome.map((): KernelDerivatives => ({
    gradient: new Float64Array(slots),
    hessian: new Float64Array(slots * slots),
  }));
  const mean = new Float64Array(slots);

  /** Derivatives of log P of the chosen outcome, minus those of log Σ R·P. */
  function write({ gradient, hessian }: KernelDerivatives, own: KernelDerivatives, shares: Float64Array): void {
    mean.fill(0);
    gradient.set(own.gradient);
    hessian.set(own.hessian);
    parts.forEach((part, outcome) => {
      const share = shares[outcome]!;
      if (share === 0) return;
      for (let i = 0; i < slots; i++) {
        mean[i]! += share * part.gradient[i]!;
        for (let j = 0; j < slots; j++)
          hessian[i * slots + j]! -= share * (part.hessian[i * slots + j]! + part.gradient[i]! * part.gradient[j]!);
      }
    });
    for (let i = 0; i < slots; i++) {
      gradient[i]! -= mean[i]!;
      for (let j = 0; j < slots; j++) hessian[i * slots + j]! += mean[i]! * mean[j]!;
    }
  }

  return {
    equations,
    ancillary,
    multiplier: (row, equation, parameters) => first!.multiplier?.(row, equation, parameters) ?? 1,
    evaluate(row, eta, parameters, out) {
      const choice = chosen[row]!;
      let best = -Infinity;
      byOutcome.forEach((kernel, outcome) => {
        const part = parts[outcome]!;
        if (out) {
          part.gradient.fill(0);
          part.hessian.fill(0);
        }
        values[outcome] = logs[outcome]! + kernel.evaluate(row, eta, parameters, out && part);
        if (values[outcome] > best) best = values[outcome];
      });
      const value = values[choice]!;
      let total = 0;
      for (let k = 0; k < values.length; k++) total += values[k] = Math.exp(values[k]! - best);
      if (out)
        write(
          out,
          parts[choice]!,
          values.map((weight) => weight / total),
        );
      return value - best - Math.log(total);
    },
  };
}

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
