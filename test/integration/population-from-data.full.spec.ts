import { fitPopulation } from '../../model/fitting/population/fit-population.js';
import type { ObservedAttribute } from '../../model/fitting/population/fit-margins.js';
import { IssueList, populationSchema } from '../../model/definition.js';
import { checkPopulation } from '../../model/validation/check-population.js';
import {
  calibrationRows,
  hasCalibrationData,
  observedCategories,
  observedNumbers,
  type Row,
} from '../support/calibration-data.js';
import { populationDistance } from '../support/margins.js';

type Reading = (rows: readonly Row[]) => ObservedAttribute;

const categorical =
  (column: string, ...texts: string[]): Reading =>
  (rows) =>
    observedCategories(rows, 'categorical', column, texts);
const ordinal =
  (column: string, ...texts: string[]): Reading =>
  (rows) =>
    observedCategories(rows, 'ordinal', column, texts);
const binary = (column: string) => categorical(column, '0', '1');
const digits = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, k) => String(from + k));
const integer =
  (id: string, value?: (row: Row) => number | undefined): Reading =>
  (rows) =>
    observedNumbers(rows, 'integer', id, value);
const continuous =
  (id: string, value?: (row: Row) => number | undefined): Reading =>
  (rows) =>
    observedNumbers(rows, 'continuous', id, value);

interface DataSet {
  readonly slug: string;
  readonly readings: readonly Reading[];
  readonly joint?: readonly string[];
  readonly weight?: string;
}

const dataSets: DataSet[] = [
  {
    slug: 'swissmetro-mode-choice',
    readings: [
      categorical('purpose', '1', '3'),
      binary('first'),
      categorical('who', '0', '1', '2', '3'),
      ordinal('luggage', '0', '1', '3'),
      categorical('age', '1', '2', '3', '4', '5', '6'),
      binary('male'),
      categorical('income', '0', '1', '2', '3', '4'),
      binary('ga'),
      binary('car_av'),
      integer('train_tt'),
      continuous('sm_tt_ratio', (row) => Number(row.sm_tt) / Number(row.train_tt)),
      integer('train_co', (row) => (row.ga === '1' ? undefined : Number(row.train_co))),
      continuous('sm_co_ratio', (row) => (row.ga === '1' ? undefined : Number(row.sm_co) / Number(row.train_co))),
      integer('car_tt', (row) => (row.car_av === '1' ? Number(row.car_tt) : undefined)),
      integer('car_co', (row) => (row.car_av === '1' ? Number(row.car_co) : undefined)),
      ordinal('train_he', '30', '60', '120'),
      ordinal('sm_he', '10', '20', '30'),
    ],
  },
  {
    slug: 'health-insurance-visits',
    readings: [
      continuous('linc'),
      continuous('lfam'),
      continuous('xage'),
      binary('female'),
      binary('child'),
      continuous('black'),
      continuous('educdec'),
      continuous('physlm'),
      continuous('disea'),
      ordinal('health', 'excellent', 'good', 'fair', 'poor'),
    ],
  },
  {
    slug: 'unemployment-duration',
    readings: [
      continuous('reprate'),
      continuous('disrate'),
      continuous('logwage'),
      integer('tenure'),
      integer('age'),
      continuous('stateur'),
      ...['ui', 'slack', 'abolpos', 'explose', 'houshead', 'married', 'female'].map(binary),
      ...['child', 'ychild', 'nonwhite', 'schlt12', 'schgt12', 'smsa', 'bluecoll'].map(binary),
    ],
  },
  {
    slug: 'conservation-wtp',
    readings: [
      continuous('income'),
      integer('age'),
      ordinal('schooling', ...digits(1, 8)),
      categorical('sex', 'male', 'female'),
      ...['major', 'envcon', 'vparks', 'cons'].map(binary),
      ...['jobs', 'finben', 'mineparks', 'moreparks', 'lowrisk', 'aboriginal'].map((column) =>
        ordinal(column, ...digits(1, 5)),
      ),
    ],
  },
  {
    slug: 'welfare-wording-experiment',
    readings: [
      integer('year'),
      integer('age'),
      categorical('sex', 'male', 'female'),
      categorical('race', 'white', 'black', 'other'),
      integer('educ'),
      ordinal('partyid', ...digits(0, 6)),
      continuous('polviews'),
    ],
  },
  {
    slug: 'charity-match-mailing',
    readings: [continuous('hpa'), integer('freq'), integer('mrm2'), binary('female'), binary('couple'), binary('red0')],
  },
  {
    slug: 'catsup-brand-choice',
    readings: ['heinz41', 'heinz32', 'heinz28', 'hunts32'].flatMap((brand) => [
      binary(`disp.${brand}`),
      binary(`feat.${brand}`),
      continuous(`price.${brand}`),
    ]),
  },
  {
    slug: 'gotv-social-pressure',
    weight: 'n',
    joint: ['sex', 'age_band', 'hh', 'primary_00', 'primary_02', 'primary_04', 'general_00', 'general_02'],
    readings: [
      categorical('sex', 'female', 'male'),
      ordinal('age_band', '18-24', '25-34', '35-44', '45-54', '55-64', '65-74', '75+'),
      ordinal('hh', '1', '2', '3', '4'),
      ...['primary_00', 'primary_02', 'primary_04', 'general_00', 'general_02'].map(binary),
    ],
  },
  {
    slug: 'housing-satisfaction',
    joint: ['infl', 'type', 'cont'],
    readings: [
      ordinal('Infl', 'Low', 'Medium', 'High'),
      categorical('Type', 'Tower', 'Apartment', 'Atrium', 'Terrace'),
      ordinal('Cont', 'Low', 'High'),
    ],
  },
];

const about = {
  description: 'The respondents of a data set',
  source: 'A data set',
  date: '2000',
  recommended_agent_count: 1_000,
  recommended_agent_count_reason: 'None',
};

describe.each(dataSets)('the population calibrated on $slug (skipped if the data folder is absent)', (dataSet) => {
  const { slug, readings, joint, weight } = dataSet;
  const itWithData = hasCalibrationData(slug) ? it : it.skip;

  itWithData(`Agents of ${slug} have the margins and the rank correlations of the data`, () => {
    const rows = calibrationRows(slug);
    const observed = {
      attributes: readings.map((reading) => reading(rows)),
      ...(weight ? { weights: Float64Array.from(rows, (row) => Number(row[weight])) } : {}),
    };
    const definition = fitPopulation({ about, ...observed, ...(joint ? { joint } : {}) });
    const distance = populationDistance(definition, observed, 100_000);
    const issues = new IssueList();
    checkPopulation(issues, populationSchema.parse(definition));
    expect(issues.issues).toEqual([]);
    expect(distance.margins.filter(({ totalVariation }) => totalVariation >= 0.02)).toEqual([]);
    expect(distance.margins.filter(({ kolmogorov }) => kolmogorov >= 0.02)).toEqual([]);
    expect(distance.margins.filter(({ chiSquare }) => chiSquare && chiSquare.value > chiSquare.limit)).toEqual([]);
    expect(distance.pairs.filter((pair) => Math.abs(pair.observed - pair.simulated) > 0.03)).toEqual([]);
  });
});
