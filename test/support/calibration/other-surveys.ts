import { numberLabels } from '../../../model/fitting/covariance.js';
import { complementaryLogLog } from '../../../model/fitting/likelihoods/binary-outcomes.js';
import { negativeBinomial } from '../../../model/fitting/likelihoods/counts.js';
import { orderedOutcomes } from '../../../model/fitting/likelihoods/ordered-outcomes.js';
import { spikeLogNormal } from '../../../model/fitting/likelihoods/amounts.js';
import { personPeriods } from '../../../model/fitting/rows/expand-rows.js';
import { manyEquations, type Model, ones, oneEquation, type Terms } from './designs.js';
import { square, type Survey, times } from './survey.js';

export function housing(survey: Survey): Model {
  const levels = ['Low', 'Medium', 'High'];
  const terms = {
    InflMedium: survey.indicator('Infl', 'Medium'),
    InflHigh: survey.indicator('Infl', 'High'),
    TypeApartment: survey.indicator('Type', 'Apartment'),
    TypeAtrium: survey.indicator('Type', 'Atrium'),
    TypeTerrace: survey.indicator('Type', 'Terrace'),
    ContHigh: survey.indicator('Cont', 'High'),
  };
  const satisfaction = Int32Array.from(survey.text('Sat'), (level) => levels.indexOf(level));
  return { design: oneEquation(terms), kernel: orderedOutcomes(satisfaction, levels.length) };
}

export function healthVisits(survey: Survey): Model {
  const [female, child, age] = ['female', 'child', 'xage'].map((column) => survey.number(column)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const arms = ['coins_25', 'coins_50', 'coins_95', 'individual_deductible'];
  const terms = {
    '(Intercept)': ones(survey.rows),
    ...Object.fromEntries(arms.map((arm) => [`arm${arm}`, survey.indicator('arm', arm)])),
    linc: survey.number('linc'),
    lfam: survey.number('lfam'),
    xage: age,
    'I(xage^2)': square(age),
    female,
    child,
    fchild: times(female, child),
    black: survey.number('black'),
    educdec: survey.number('educdec'),
    physlm: survey.number('physlm'),
    disea: survey.number('disea'),
    hlthg: survey.indicator('health', 'good'),
    hlthf: survey.indicator('health', 'fair'),
    hlthp: survey.indicator('health', 'poor'),
  };
  return {
    design: oneEquation(terms, { clusters: numberLabels(survey.text('id')) }),
    kernel: negativeBinomial(survey.number('mdvis')),
  };
}

export function conservation(survey: Survey): Model {
  const terms = (equation: string): Terms => ({
    [`${equation}:(Intercept)`]: ones(survey.rows),
    [`${equation}:major`]: survey.number('major'),
    [`${equation}:log_income`]: survey.number('income').map(Math.log),
    [`${equation}:age10`]: survey.number('age').map((years) => years / 10),
    [`${equation}:male`]: survey.indicator('sex', 'male'),
    ...Object.fromEntries(
      ['envcon', 'vparks', 'cons', 'jobs', 'finben', 'mineparks', 'moreparks', 'lowrisk', 'aboriginal'].map(
        (opinion) => [`${equation}:${opinion}`, survey.number(opinion)],
      ),
    ),
  });
  const upper = survey.number('upper').map((amount) => (amount === 999 ? Infinity : amount));
  return {
    design: manyEquations([terms('wtp'), terms('zero')]),
    kernel: spikeLogNormal(survey.number('lower'), upper),
  };
}

/** Periods that share a baseline hazard; the first is the reference. */
const spellBands = {
  tb2: [2, 2],
  tb3: [3, 3],
  tb4: [4, 4],
  'tb5-6': [5, 6],
  'tb7-8': [7, 8],
  'tb9-12': [9, 12],
  tb13: [13, 13],
  'tb14-18': [14, 18],
  'tb19+': [19, Infinity],
} as const;

const workerColumns = [
  'ui',
  'reprate',
  'logwage',
  'tenure',
  'slack',
  'explose',
  'stateur',
  'houshead',
  'married',
  'female',
  'ychild',
  'nonwhite',
  'age',
  'schlt12',
  'schgt12',
  'smsa',
  'bluecoll',
  'year85',
  'year87',
  'year89',
];

export function unemployment(people: Survey): Model {
  const { person, period, event } = personPeriods(people.number('spell'), people.number('censor1'));
  const survey = people.selectRows(person);
  const terms = {
    '(Intercept)': ones(survey.rows),
    ...Object.fromEntries(
      Object.entries(spellBands).map(([name, [from, to]]) => [
        name,
        Float64Array.from(period, (t) => (t >= from && t <= to ? 1 : 0)),
      ]),
    ),
    ...Object.fromEntries(workerColumns.map((column) => [column, survey.number(column)])),
    'ui:reprate': times(survey.number('ui'), survey.number('reprate')),
  };
  return { design: oneEquation(terms, { clusters: person }), kernel: complementaryLogLog(event) };
}
