import { tableOf } from './coverage-case.js';
import { type LogitReference, referenceFit } from './reference.js';

const letterModel: LogitReference = {
  ...{ column: 'answer', alternatives: ['no', 'yes'] },
  variables({ letter }) {
    const values = [1, Number(letter === 'friendly')];
    return [values.map(() => 0), values];
  },
};

/** Answers of 5 clusters with one letter each. */
const rows = Array.from({ length: 50 }, (_, k) => ({
  group: String(k % 5),
  letter: k % 5 < 2 ? 'friendly' : 'none',
  answer: (k * k) % 7 < (k % 5 < 2 ? 4 : 2) + (k % 5) / 3 ? 'yes' : 'no',
}));
const difference = { outcome: 'yes', scenario: { letter: 'friendly' }, against: { letter: 'none' } };

/** Influence of a row on the difference of the two observed shares. */
function influences() {
  const shareOf = (letter: string) => {
    const own = rows.filter((row) => row.letter === letter);
    return { count: own.length, share: own.filter(({ answer }) => answer === 'yes').length / own.length };
  };
  const [friendly, none] = [shareOf('friendly'), shareOf('none')];
  const values = rows.map(({ letter, answer }) => {
    const [sign, { count, share }] = letter === 'friendly' ? [1, friendly] : [-1, none];
    return (sign * (Number(answer === 'yes') - share)) / count;
  });
  return { values, value: friendly.share - none.share };
}

describe('The interval of another program', () => {
  it('Without covariates, a difference and its standard error are those of two observed shares', () => {
    const { value, standardError } = referenceFit(letterModel, tableOf(rows)).of(difference);
    const expected = influences();
    const variance = expected.values.reduce((sum, own) => sum + own ** 2, 0) * (50 / 49);
    expect(value).toBeCloseTo(expected.value, 10);
    expect(standardError).toBeCloseTo(Math.sqrt(variance), 10);
  });

  it('A linear regression without covariates gives the same difference, with the standard error of HC1', () => {
    const { value, standardError } = referenceFit(
      {
        values: { yes: ({ answer }) => Number(answer === 'yes') },
        variables: ({ letter }) => [1, Number(letter === 'friendly')],
      },
      tableOf(rows),
    ).of(difference);
    const expected = influences();
    const variance = expected.values.reduce((sum, own) => sum + own ** 2, 0) * (50 / 48);
    expect(value).toBeCloseTo(expected.value, 10);
    expect(standardError).toBeCloseTo(Math.sqrt(variance), 10);
  });

  it('The standard error with clusters sums the influence of the rows of each cluster', () => {
    const { standardError } = referenceFit({ ...letterModel, cluster: 'group' }, tableOf(rows)).of(difference);
    const sums = [0, 0, 0, 0, 0];
    influences().values.forEach((own, k) => (sums[k % 5]! += own));
    expect(standardError).toBeCloseTo(Math.sqrt(sums.reduce((sum, own) => sum + own ** 2, 0) * (5 / 4)), 10);
  });

  it('The share of an alternative of three has its binomial standard error', () => {
    const modes = ['car', 'train', 'bus'];
    const variables = () => modes.map((mode) => [Number(mode === 'car'), Number(mode === 'train')]);
    const data = Array.from({ length: 40 }, (_, k) => ({ mode: modes[k % 8 === 0 ? 0 : (k % 2) + 1]! }));
    const share = data.filter(({ mode }) => mode === 'bus').length / 40;
    const fit = referenceFit({ column: 'mode', alternatives: modes, variables }, tableOf(data));
    const { value, standardError } = fit.of({ outcome: 'bus', scenario: {} });
    expect(value).toBeCloseTo(share, 10);
    expect(standardError).toBeCloseTo(Math.sqrt((share * (1 - share)) / 39), 10);
  });
});
