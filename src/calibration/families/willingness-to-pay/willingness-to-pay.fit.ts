import type { FamilyFit } from '../family-fit.js';
import { constantsDesign } from '../../design/design-parts.js';
import type { Design, LikelihoodKernel } from '../../likelihood.js';
import { maximizeByNewton } from '../../newton.js';
import { totalLikelihood } from '../../total-likelihood.js';
import { spikeLogNormal } from '../../kernels/spike-log-normal.js';
import { type Rows, valuesAt } from '../../rows/rows.js';
import { DataIssues } from '../../recipe/recipe-error.js';
import { observedDemand } from './observed-demand.js';
import type { WillingnessToPay } from '../../../engine/families/willingness-to-pay/willingness-to-pay.schema.js';

const equations = ['amount', 'zero'];

/** Amounts above `outcome.lower` and up to `outcome.upper`, which is missing if only the lower end is known. */
export const willingnessToPayFit: FamilyFit<WillingnessToPay> = {
  outcomeColumns: () => [['outcome.lower', 'outcome.upper']],
  bind({ decision }, rows) {
    const { lower, upper } = intervalsOf(rows);
    const at = (values: Float64Array, selected: Int32Array) =>
      valuesAt(values, selected, new Float64Array(selected.length));
    const kernel = (selected: Int32Array) => spikeLogNormal(at(lower, selected), at(upper, selected));
    return {
      equations,
      constants: equations,
      hasEqualShares: false,
      kernel,
      start: (design, selected) => startFromConstants(design, kernel(selected)),
      observed: (selected) => observedDemand(decision, { lower, upper, weights: rows.weights }, selected),
      scores: () => [],
    };
  },
};

/**
 * Start of the fit at the estimates of the model with constants only. From zeros, the first steps can lead to where no or every respondent has the
 * amount 0: there, the likelihood is flat in the equation of zeros.
 */
function startFromConstants(design: Design, kernel: LikelihoodKernel): Float64Array {
  const constants = totalLikelihood(constantsDesign(design, equations, equations), kernel);
  const { parameters } = maximizeByNewton(constants, constants.start());
  const start = totalLikelihood(design, kernel).start();
  start[start.length - 1] = parameters.at(-1)!;
  design.equations.forEach(({ coefficients, matrix }, equation) => {
    const width = coefficients.length;
    const constant = coefficients.findIndex((_, k) => matrix.every((value, at) => at % width !== k || value === 1));
    if (constant >= 0) start[coefficients[constant]!] = parameters[equation]!;
  });
  return start;
}

function intervalsOf({ outcomes, lines }: Rows): { lower: Float64Array; upper: Float64Array } {
  const lower = outcomes['outcome.lower']!;
  const upper = outcomes['outcome.upper']!.map((end) => (Number.isNaN(end) ? Infinity : end));
  const issues = new DataIssues();
  lower.forEach((from, row) => {
    if (!(from >= 0 && upper[row]! > from))
      issues.add(
        lines[row]!,
        '',
        `the interval from ${from} to ${upper[row]} must start at 0 or more and end above its start`,
      );
  });
  issues.throwIfAny();
  return { lower, upper };
}
