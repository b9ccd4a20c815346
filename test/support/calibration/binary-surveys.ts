import { numberLabels } from '../../../model/fitting/covariance.js';
import type { Design } from '../../../model/fitting/likelihood.js';
import { binaryLogit } from '../../../model/fitting/likelihoods/binary-outcomes.js';
import { type Model, ones, oneEquation, type Terms } from './designs.js';
import { square, type Survey, times } from './survey.js';

/** One binary outcome per row, or successes and trials per cell. */
export interface BinaryModel extends Model {
  readonly successes: Float64Array;
  readonly trials?: Float64Array;
}

const binary = (design: Design, successes: Float64Array, trials?: Float64Array): BinaryModel => ({
  design,
  kernel: binaryLogit(successes, trials),
  successes,
  trials,
});

/** Indicator columns, one per level, named as in R. */
const levels = (survey: Survey, column: string, prefix: string, names: readonly string[]): Terms =>
  Object.fromEntries(names.map((name) => [`${prefix}${name}`, survey.indicator(column, name)]));

const numericColumns = (survey: Survey, ...columns: string[]): Terms =>
  Object.fromEntries(columns.map((column) => [column, survey.number(column)]));

export function gotv(survey: Survey, onlyArms = false): BinaryModel {
  const arms = {
    '(Intercept)': ones(survey.rows),
    ...levels(survey, 'arm', 'arm', ['civic_duty', 'hawthorne', 'neighbors', 'self']),
  };
  const people = {
    ...levels(survey, 'sex', 'sex', ['male']),
    ...levels(survey, 'age_band', 'age_band', ['25-34', '35-44', '45-54', '55-64', '65-74', '75+']),
    ...levels(survey, 'hh', 'factor(hh)', ['2', '3', '4']),
    ...numericColumns(survey, 'primary_00', 'primary_02', 'primary_04', 'general_00', 'general_02'),
  };
  const design = oneEquation(onlyArms ? arms : { ...arms, ...people });
  return binary(design, survey.number('voted'), survey.number('n'));
}

export function charity(survey: Survey): BinaryModel {
  const red = survey.number('red0');
  const ratios = ['1', '2', '3'].map((ratio) => [`match${ratio}to1`, survey.indicator('ratio', ratio)] as const);
  const months = survey.number('mrm2');
  const terms = {
    '(Intercept)': ones(survey.rows),
    ...Object.fromEntries(ratios),
    red0: red,
    lhpa: survey.number('hpa').map(Math.log1p),
    lfreq: survey.number('freq').map(Math.log1p),
    mrm2: months,
    'I(mrm2^2)': square(months),
    ...numericColumns(survey, 'female', 'couple'),
    ...Object.fromEntries(ratios.map(([name, arm]) => [`${name}:red0`, times(arm, red)])),
  };
  return binary(oneEquation(terms), survey.number('gave'));
}

export function hiv(survey: Survey): BinaryModel {
  const distance = survey.number('distvct');
  const age = survey.number('age');
  const terms = {
    '(Intercept)': ones(survey.rows),
    any: survey.number('any'),
    'log1p(2 * tinc)': survey.number('tinc').map((dollars) => Math.log1p(2 * dollars)),
    dist: distance,
    'I(dist^2)': square(distance),
    age,
    'I(age^2)': square(age),
    hiv2004: survey.number('hiv2004'),
  };
  return binary(oneEquation(terms, { clusters: numberLabels(survey.text('villnum')) }), survey.number('got'));
}

export function welfare(survey: Survey): BinaryModel {
  const wording = survey.indicator('wording', 'assistance_to_poor');
  const interacting = {
    ...numericColumns(survey, 'partyid', 'polviews'),
    ...levels(survey, 'race', 'race', ['black', 'other']),
    ...numericColumns(survey, 'educ'),
  };
  const terms = {
    '(Intercept)': ones(survey.rows),
    wordingassistance_to_poor: wording,
    ...interacting,
    age: survey.number('age'),
    'I(age^2)': square(survey.number('age')),
    sexmale: survey.indicator('sex', 'male'),
    ...Object.fromEntries(
      Object.entries(interacting).map(([name, x]) => [`wordingassistance_to_poor:${name}`, times(wording, x)]),
    ),
  };
  return binary(oneEquation(terms), survey.number('too_much'));
}

/** All treatments have T = 50, S = 12 and P = 25. */
const riskDominance = (survey: Survey) => {
  const reward = survey.number('R');
  return survey.number('delta').map((delta, row) => delta - (50 + 25 - 12 - reward[row]!) / (50 - 12));
};

function cooperation(survey: Survey, terms: Terms): BinaryModel {
  const design = oneEquation(
    { '(Intercept)': ones(survey.rows), ...terms },
    { clusters: numberLabels(survey.text('id')) },
  );
  return binary(design, survey.indicator('choice', 'c'));
}

export function firstRound(all: Survey): BinaryModel {
  const survey = all.filter((row) => all.text('previous')[row] === 'start');
  return cooperation(survey, { idx: riskDominance(survey) });
}

export function laterRounds(all: Survey): BinaryModel {
  const survey = all.filter((row) => all.text('previous')[row] !== 'start');
  const index = riskDominance(survey);
  return cooperation(survey, {
    ...levels(survey, 'previous', 'input', ['cd', 'dc', 'dd']),
    ...Object.fromEntries(
      ['cc', 'cd', 'dc', 'dd'].map((state) => [`input${state}:idx`, times(survey.indicator('previous', state), index)]),
    ),
  });
}
