import { countText, idOf, inSentence, nounOf } from '../variables/names.js';
import { bandsOf, numbersOf, type OutcomePlan, outcomeSentences, quoted } from './outcome-plan.js';
import type { ColumnProfile } from '../variables/profile.js';
import type { Variables } from '../variables/variables.js';

const leastAmountBandShare = 0.05;
/** An estimate needs as many rows. */
const leastZeros = 5;

const telling = {
  favours: 'a higher amount',
  less: '{number} have a lower amount',
  more: '{number} have a higher amount than I do',
};

/** Bounds of bands of amounts: 1, 2 and 5 times each power of ten in the range. */
function amountBounds(values: readonly number[]): number[] {
  const [least, most] = values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [
    Infinity,
    0,
  ] as [number, number]);
  const powers = [Math.floor(Math.log10(least)), Math.floor(Math.log10(most))] as const;
  return Array.from({ length: powers[1] - powers[0] + 1 }, (_, k) =>
    [1, 2, 5].map((digit) => Number(`${digit}e${powers[0] + k}`)),
  ).flat();
}

/** Exact amounts with a gamma distribution. */
export function amounts({ name, range }: ColumnProfile, label: string, variables: Variables): OutcomePlan | undefined {
  const { spec, issues } = variables;
  if (!range || range.minimum < 0)
    return issues.add('family', `is amounts, but "${name}" has values that are not numbers of at least 0`);
  const values = numbersOf(variables, name);
  const positive = values.filter((value) => value > 0);
  const zeros = values.length - positive.length;
  const hasZero = zeros > 0;
  const unit = spec.outcome.unit ?? 'units';
  const starts = positive.length > 0 ? bandsOf(positive, amountBounds(positive), leastAmountBandShare) : [];
  if (starts.length < 2) return issues.add('formula', `the outcome "${name}" is nearly always the same`);
  const bands = starts.map((from, k) => {
    const next = starts[k + 1];
    const least = hasZero ? 'More than 0, but less than' : 'Less than';
    const text =
      k === 0
        ? `${least} ${next} ${unit}`
        : next === undefined
          ? `${from} ${unit} or more`
          : `${from} to less than ${next} ${unit}`;
    return { id: idOf(`from ${from}`), label: text, noun: quoted(inSentence(text)), from };
  });
  return {
    family: 'amounts',
    reason: `"${name}" has amounts${hasZero ? ', of which some are 0' : ' above 0'}; amounts above 0 have a gamma distribution`,
    columns: { outcome: { column: name } },
    sources: [name],
    decision: {
      id: idOf(label),
      label,
      log_shape: 'log_shape',
      amount: { id: idOf(label), label, unit, told: 'My amount is {value}' },
      outcomes: [...(hasZero ? [{ id: 'zero', label: '0', noun: quoted('0'), from: 0 }] : []), ...bands],
      telling,
    },
    equations: hasZero ? ['amount', 'zero'] : ['amount'],
    ...(hasZero && fewZeros(zeros, name)),
    hasConstant: true,
    ancillary: [{ id: 'log_shape', label: 'Logarithm of k (shape of the gamma distribution)' }],
    target: { measure: idOf(label) },
    question: `What is the mean of ${nounOf(label, name)}`,
    sentences: outcomeSentences,
  };
}

/** Few zeros do not identify the effect of a variable on the share of 0. */
const fewZeros = (zeros = Infinity, name: string) =>
  zeros < leastZeros && {
    constantEquations: ['zero'],
    notes: [
      `Only ${countText(zeros, 'amount')} of "${name}" ${zeros === 1 ? 'is' : 'are'} 0: the share of 0 is the same for all.`,
    ],
  };

/** Amounts with a log-normal distribution, exact or between two bounds. */
export function payments(
  columns: readonly string[],
  label: string,
  variables: Variables,
  reason: string,
): OutcomePlan | undefined {
  const exactZeros =
    columns.length === 1 ? numbersOf(variables, columns[0]!).filter((value) => value === 0).length : undefined;
  if (exactZeros === 0)
    return variables.issues.add(
      'family',
      `is willingness_to_pay, but no value of "${columns[0]}" is 0: write \`family: amounts\``,
    );
  const unit = variables.spec.outcome.unit ?? 'units';
  const numbers = columns.flatMap((column) => numbersOf(variables, column)).filter((value) => value > 0);
  const sorted = numbers.toSorted((a, b) => a - b);
  const quantile = (probability: number) => sorted[Math.floor(probability * (sorted.length - 1))] ?? 1;
  const most = sorted.at(-1) ?? 1;
  const price = quantile(0.5);
  // A column can be the price of something else.
  const asked = variables.columns.some((column) => idOf(column) === 'price') ? 'amount_asked' : 'price';
  const prices = [...new Set([0, 0.1, 0.25, 0.5, 0.75, 0.9, 1].map((probability) => quantile(probability)))];
  const [lower, upper] = columns;
  // An exact amount is the interval of the amounts that are rounded to it.
  const half = 0.5 * smallestStep(sorted);
  const exact = lower!;
  return {
    family: 'willingness_to_pay',
    reason: `${reason}: a part of the agents has 0, and the amounts of the others are log-normal`,
    columns:
      upper === undefined
        ? {
            'outcome.lower': { column: exact, steps: [{ add: -half }, { at_least: 0 }] },
            'outcome.upper': { column: exact, steps: [{ add: half }] },
          }
        : { 'outcome.lower': { column: exact }, 'outcome.upper': { column: upper } },
    sources: [exact],
    decision: {
      id: idOf(label),
      label,
      log_sigma: 'log_sigma',
      price: asked,
      amount: {
        id: 'amount',
        label: `${label}; more than ${most} counts as ${most}`,
        unit,
        most,
        told: 'My amount is {value}',
        beyond: 'My amount is more than {value}',
      },
      curve: { id: 'demand', label: 'At least this amount', prices: prices.length > 1 ? prices : [most / 2, most] },
      outcomes: [
        { id: 'nothing', label: 'Nothing', noun: quoted('nothing') },
        {
          id: 'less',
          label: 'More than nothing, but less than the amount asked',
          noun: quoted('less than the amount asked'),
        },
        { id: 'at_least', label: 'At least the amount asked', noun: quoted('at least the amount asked') },
      ],
      telling,
    },
    equations: ['amount', 'zero'],
    ...fewZeros(exactZeros, exact),
    hasConstant: true,
    ancillary: [{ id: 'log_sigma', label: 'Logarithm of σ (spread of the log amount)' }],
    target: { curve: 'demand', step: price },
    headline: 'amount',
    question: `What is the mean of ${nounOf(label, exact)}`,
    parameters: [
      {
        id: asked,
        label: 'Amount asked',
        description: 'Amount that the outcomes compare with. It does not change the amounts of agents.',
        type: 'number',
        unit,
        default: price,
        minimum: sorted[0] ?? 0,
        maximum: most,
      },
    ],
    narrativeOfParameters: { [asked]: { text: 'With an amount asked of {new} instead of {old}' } },
    fit: { method: 'bfgs' },
    sentences: outcomeSentences,
  };
}

function smallestStep(sorted: readonly number[]): number {
  let step = Infinity;
  for (let k = 1; k < sorted.length; k++) {
    const own = sorted[k]! - sorted[k - 1]!;
    if (own > 1e-9) step = Math.min(step, own);
  }
  return Number.isFinite(step) ? Number(step.toPrecision(6)) : 1;
}
