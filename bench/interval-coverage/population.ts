import { normalCumulative, normalQuantile } from '../../model/math/normal.js';
import type { Random } from './random.js';

/** A respondent of the known population. */
export interface Person {
  /** 1 for members, 0 for others. */
  readonly member: number;
  /** Years, 20 to 70. */
  readonly age: number;
  /** Kilometers, 5 to 45. */
  readonly distance: number;
}

/** Attributes of the definitions, without their margins: calibration estimates the margins from the data. */
export const populationDraft = {
  description: 'Respondents of a simulated survey.',
  source: 'Simulated data.',
  date: '2026',
  attributes: [
    {
      type: 'categorical',
      id: 'member',
      label: 'Member',
      categories: [
        { id: 'no', label: 'Not a member' },
        { id: 'yes', label: 'Member' },
      ],
    },
    { type: 'continuous', id: 'age', label: 'Age', unit: 'years' },
    { type: 'continuous', id: 'distance', label: 'Distance', unit: 'km' },
  ],
};

export const personColumns = {
  'attribute.member': { column: 'member', map: { '0': 'no', '1': 'yes' } },
  'attribute.age': { column: 'age' },
  'attribute.distance': { column: 'distance' },
};

/** The segment of the benchmark: members. */
export const segment = { attribute: 'member', group: 'yes' } as const;

const memberShare = 0.4;
/** Latent correlations: member and age 0.3, member and distance 0.4, age and distance -0.2. */
const cholesky = [[1], [0.3, Math.sqrt(1 - 0.3 ** 2)]] as const;
const distanceByAge = (-0.2 - 0.4 * 0.3) / cholesky[1][1];
const distanceRow = [0.4, distanceByAge, Math.sqrt(1 - 0.4 ** 2 - distanceByAge ** 2)] as const;

/** A respondent with a Gaussian copula: members are 40%; age and distance are uniform. */
function personOf(first: number, second: number, third: number): Person {
  const age = cholesky[1][0] * first + cholesky[1][1] * second;
  const distance = distanceRow[0] * first + distanceRow[1] * second + distanceRow[2] * third;
  return {
    member: Number(normalCumulative(first) > 1 - memberShare),
    age: 20 + 50 * normalCumulative(age),
    distance: 5 + 40 * normalCumulative(distance),
  };
}

export const drawPerson = (random: Random): Person => personOf(random.normal(), random.normal(), random.normal());

/** Texts of the attribute columns. Numbers keep all digits, so that the data have no rounding error. */
export const cellsOf = ({ member, age, distance }: Person): Record<string, string> => ({
  member: String(member),
  age: String(age),
  distance: String(distance),
});

/** Respondents of the truth. The error of a mean over them is about 0.01 percentage points. */
const truthSize = 50_000;

/**
 * Evenly spread respondents of the known population, each with two uniform numbers for the random characteristics of a
 * model. Source: Roberts, "The unreasonable effectiveness of quasi-random sequences" (2018): additive recurrence.
 */
export function* evenPopulation(): Generator<{ person: Person; uniforms: readonly [number, number] }> {
  // Positive root of x^6 = x + 1, for five dimensions.
  const root = 1.1347241384015194;
  const steps = [1, 2, 3, 4, 5].map((power) => root ** -power);
  for (let k = 1; k <= truthSize; k++) {
    const [a, b, c, d, e] = steps.map((step) => (0.5 + k * step) % 1 || 0.5 / truthSize) as [
      number,
      number,
      number,
      number,
      number,
    ];
    yield { person: personOf(normalQuantile(a), normalQuantile(b), normalQuantile(c)), uniforms: [d, e] };
  }
}
