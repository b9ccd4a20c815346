import type { KernelDerivatives, LikelihoodKernel } from '../likelihood.js';

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
