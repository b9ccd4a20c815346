import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../embedded/project.js';
import { maximizeByNewton } from '../../model/fitting/newton.js';
import { probabilityOf, type Weights } from '../../questions/certainty.js';
import type { Figure } from '../figures.js';
import type { WeighedRow } from './certainty.js';

const penalty = 30;
/** Largest number of wrong values or comparisons that are set per sentence, predicted for each writer by the others. */
const maxWrong = 0.025;

/** Fits a logistic model with a ridge on the weights in units of their deviations (Hoerl and Kennard 1970), not on the intercept. */
function fit(rows: readonly WeighedRow[]): Weights {
  const names = Object.keys(rows[0]!.features);
  const size = names.length + 1;
  const design = rows.map(({ features }) => [1, ...names.map((name) => features[name]!)]);
  const ridge = Array.from({ length: size }, (_, k) => {
    const mean = design.reduce((sum, row) => sum + row[k]!, 0) / design.length;
    return k === 0 ? 0 : penalty * (1e-9 + design.reduce((sum, row) => sum + (row[k]! - mean) ** 2, 0) / design.length);
  });
  const evaluate = (beta: Float64Array, gradient?: Float64Array, hessian?: Float64Array): number => {
    let value = 0;
    hessian?.fill(0);
    for (let k = 0; k < size; k++) {
      value -= (ridge[k]! * beta[k]! ** 2) / 2;
      if (gradient) gradient[k] = -ridge[k]! * beta[k]!;
      if (hessian) hessian[k * size + k] = -ridge[k]!;
    }
    design.forEach((row, at) => {
      const score = row.reduce((sum, one, k) => sum + one * beta[k]!, 0);
      value -= Math.log1p(Math.exp(rows[at]!.isRight ? -score : score));
      const probability = 1 / (1 + Math.exp(-score));
      for (let k = 0; k < size; k++) {
        if (gradient) gradient[k]! += ((rows[at]!.isRight ? 1 : 0) - probability) * row[k]!;
        const curved = probability * (1 - probability) * row[k]!;
        if (hessian && curved !== 0) for (let n = 0; n < size; n++) hessian[k * size + n]! -= curved * row[n]!;
      }
    });
    return value;
  };
  const objective = { size, value: evaluate, evaluateGradient: evaluate, evaluateHessian: evaluate };
  const [intercept = 0, ...sizes] = maximizeByNewton(objective, new Float64Array(size), { gain: 1e-7 }).parameters;
  return { intercept, weights: Object.fromEntries(names.map((name, at) => [name, sizes[at]!])) };
}

/**
 * Fits the table on the rows of all writers, with the threshold from predictions for later writers by the others, and writes it.
 *
 * @param later number of sentences of each writer whose sentences most rules were not written on
 */
export function fitCertainty(rows: readonly WeighedRow[], later: ReadonlyMap<string, number>): Figure[] {
  const held = [...later.keys()].flatMap((writer) => {
    const weights = fit(rows.filter((row) => row.writer !== writer));
    const own = rows.filter((row) => row.writer === writer);
    return own.map(({ features, isRight }) => ({ isRight, probability: probabilityOf(features, weights) }));
  });
  const threshold = thresholdOf(held, maxWrong * [...later.values()].reduce((sum, count) => sum + count, 0));
  write(threshold, fit(rows));
  const figure = (what: string, isIn: (one: (typeof held)[number]) => boolean, all: typeof held): Figure => ({
    case: `${what} of ${all.length}`,
    value: (100 * all.filter(isIn).length) / all.length,
    unit: '%',
    against: null,
    ratio: null,
  });
  const isSet = ({ probability }: (typeof held)[number]) => probability >= threshold;
  const [right, wrong] = [true, false].map((kind) => held.filter(({ isRight }) => isRight === kind)) as [
    typeof held,
    typeof held,
  ];
  return [
    figure('right values set', isSet, right),
    figure('wrong values set', isSet, wrong),
    figure('set values wrong', ({ isRight }) => !isRight, held.filter(isSet)),
  ];
}

/** The lowest threshold at which few wrong values are set, to two digits. */
function thresholdOf(rows: readonly { isRight: boolean; probability: number }[], most: number): number {
  const wrong = rows.filter(({ isRight }) => !isRight).map(({ probability }) => probability);
  const [highest = 0] = wrong.sort((a, b) => b - a).slice(Math.floor(most));
  return Math.round(highest * 100) / 100;
}

const digits = 4;

function write(threshold: number, { intercept, weights }: Weights): void {
  const rounded = (value: number) => Number(value.toPrecision(digits));
  const lines = Object.entries(weights).map(
    ([name, weight]) => `    ${/^\w+$/.test(name) ? name : `'${name}'`}: ${rounded(weight)},`,
  );
  const text = `/**
 * Weights of the probability that a value is right. Fitted by \`npm run bench -- interpretation --record\` on the development writers
 * (bench/questions). Do not edit by hand.
 */
export const certaintyTable: { threshold: number; intercept: number; weights: Readonly<Record<string, number>> } = {
  threshold: ${rounded(threshold)},
  intercept: ${rounded(intercept)},
  weights: {
${lines.join('\n')}
  },
};
`;
  writeFileSync(join(projectFolder, 'questions/certainty-table.ts'), text);
}
