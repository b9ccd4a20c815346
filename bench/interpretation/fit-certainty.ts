import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../embedded/project.js';
import { maximizeByNewton } from '../../model/fitting/newton.js';
import { termsOf } from '../../questions/certainty.js';
import type { Figure } from '../figures.js';
import type { WeighedRow } from './certainty.js';

/** The terms of the model. Products are of features that change each other's meaning. */
const names = [
  ...['option', 'compared', 'distance', 'rival', 'implied', 'opposite', 'named', 'joined', 'unit', 'change'],
  ...[
    'percent',
    'weak',
    'replaced',
    'counted',
    'outside',
    'unknown',
    'unknown in sentence',
    'unknown inside',
    'unlinked',
  ],
  ...['doubts', 'open sides', 'choosing', 'which', 'ranging', 'denial', 'reported', 'past', 'asked', 'condition'],
  ...['group', 'corrected', 'clauses', 'length', 'past × unknown', 'past × unknown in sentence', 'past × reported'],
  ...['unknown × reported', 'asked × group', 'asked × option', 'ranging × unknown in sentence'],
  ...['open sides × unlinked', 'choosing × length', 'replaced × distance', 'asked × choosing'],
  ...['asked × which', 'asked × counted', 'option × unknown', 'option × past', 'which × choosing'],
];

interface Model {
  intercept: number;
  weights: number[];
}

const penalty = 10;
/** Largest share of wrong values among the values that are set, on the copies with fewer words. */
const maxWrong = 0.025;

/** Fits a logistic model with a ridge on the weights in units of their deviations (Hoerl and Kennard 1970), not on the intercept. */
function fit(rows: readonly (readonly number[])[], right: readonly boolean[]): Model {
  const size = names.length + 1;
  const design = rows.map((row) => [1, ...row]);
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
      value -= Math.log1p(Math.exp(right[at] ? -score : score));
      const probability = 1 / (1 + Math.exp(-score));
      for (let k = 0; k < size; k++) {
        if (gradient) gradient[k]! += ((right[at] ? 1 : 0) - probability) * row[k]!;
        const curved = probability * (1 - probability) * row[k]!;
        if (hessian && curved !== 0) for (let n = 0; n < size; n++) hessian[k * size + n]! -= curved * row[n]!;
      }
    });
    return value;
  };
  const objective = { size, value: evaluate, evaluateGradient: evaluate, evaluateHessian: evaluate };
  const [intercept = 0, ...weights] = maximizeByNewton(objective, new Float64Array(size), { gain: 1e-7 }).parameters;
  return { intercept, weights };
}

const predict = ({ intercept, weights }: Model, row: readonly number[]): number =>
  1 / (1 + Math.exp(-row.reduce((sum, one, k) => sum + one * weights[k]!, intercept)));

/** Fits the table on all rows, with the threshold from predictions for each writer by the others, and writes it. */
export function fitCertainty(rows: readonly WeighedRow[]): Figure[] {
  const terms = rows.map(({ features }) => termsOf(features, names));
  const held = new Array<number>(rows.length).fill(0);
  for (const writer of new Set(rows.map((row) => row.writer))) {
    const others = rows.flatMap((row, at) => (row.writer === writer ? [] : [at]));
    const model = fit(
      others.map((at) => terms[at]!),
      others.map((at) => rows[at]!.isRight),
    );
    rows.forEach((row, at) => {
      if (row.writer === writer) held[at] = predict(model, terms[at]!);
    });
  }
  const ofCopies = rows.flatMap(({ copy, isRight }, at) => (copy > 0 ? [{ isRight, probability: held[at]! }] : []));
  const threshold = thresholdOf(ofCopies);
  const { intercept, weights } = fit(
    terms,
    rows.map(({ isRight }) => isRight),
  );
  write(threshold, intercept, weights);
  return [0, 1].flatMap((kind) => {
    const own = rows.flatMap(({ copy, isRight }, at) =>
      Math.min(copy, 1) === kind ? [{ isRight, isSet: held[at]! >= threshold }] : [],
    );
    const share = (what: string, isIn: (one: (typeof own)[number]) => boolean, all: typeof own): Figure => ({
      case: `${kind === 0 ? 'definitions' : 'copies with fewer words'}: ${what} of ${all.length}`,
      value: (100 * all.filter(isIn).length) / all.length,
      unit: '%',
      against: null,
      ratio: null,
    });
    return [
      share(
        'right values set',
        ({ isSet }) => isSet,
        own.filter(({ isRight }) => isRight),
      ),
      share(
        'wrong values set',
        ({ isSet }) => isSet,
        own.filter(({ isRight }) => !isRight),
      ),
      share(
        'set values wrong',
        ({ isRight }) => !isRight,
        own.filter(({ isSet }) => isSet),
      ),
    ];
  });
}

/** The lowest threshold at which few of the set values are wrong, with two digits. */
function thresholdOf(rows: readonly { isRight: boolean; probability: number }[]): number {
  const sorted = [...rows].sort((a, b) => b.probability - a.probability);
  let [wrong, threshold] = [0, 1];
  sorted.forEach(({ isRight, probability }, at) => {
    if (!isRight) wrong++;
    if (wrong <= maxWrong * (at + 1)) threshold = probability;
  });
  return Math.floor(threshold * 100) / 100;
}

const digits = 4;

function write(threshold: number, intercept: number, weights: readonly number[]): void {
  const rounded = (value: number) => Number(value.toPrecision(digits));
  const lines = names.map((name, k) => `    ${/^\w+$/.test(name) ? name : `'${name}'`}: ${rounded(weights[k]!)},`);
  const text = `/**
 * Weights of the probability that a value is right. Fitted by \`npm run bench -- interpretation --record\` on the development writers 5 to 13
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
