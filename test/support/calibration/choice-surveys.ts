import { numberLabels } from '../../../model/fitting/covariance.js';
import { conditionalLogit } from '../../../model/fitting/likelihoods/conditional-logit.js';
import type { Design } from '../../../model/fitting/likelihood.js';
import { manyEquations, type Model, ones, type Terms } from './designs.js';
import { type Survey, times } from './survey.js';

export interface ChoiceModel extends Model {
  readonly alternatives: number;
  readonly chosen: Int32Array;
  /** rows × alternatives. If absent, all alternatives are available. */
  readonly available?: Uint8Array;
}

const choiceModel = (
  design: Design,
  alternatives: number,
  chosen: Int32Array,
  available?: Uint8Array,
): ChoiceModel => ({
  design,
  kernel: conditionalLogit(alternatives, chosen, available),
  alternatives,
  chosen,
  available,
});

const chosenOf = (survey: Survey, alternatives: readonly string[]): Int32Array =>
  Int32Array.from(survey.text('choice'), (choice) => alternatives.indexOf(choice));

export const swissmetroModes = ['train', 'swissmetro', 'car'] as const;

export function swissmetro(survey: Survey): ChoiceModel {
  const per100 = (column: string) => survey.number(column).map((value) => value / 100);
  const paying = survey.indicator('ga', '0');
  const employer = survey.indicator('who', '2');
  const fare = (column: string) => {
    const cost = times(per100(column), paying);
    return { cost, cost_employer_pays: times(cost, employer) };
  };
  const rail = { ga_rail: survey.indicator('ga', '1'), first_class_rail: survey.indicator('first', '1') };
  const carCost = per100('car_co');
  const equations: Terms[] = [
    {
      asc_train: ones(survey.rows),
      time: per100('train_tt'),
      ...fare('train_co'),
      headway: per100('train_he'),
      ...rail,
      age55plus_train: survey.indicator('age', '4', '5'),
    },
    {
      time: per100('sm_tt'),
      ...fare('sm_co'),
      headway: per100('sm_he'),
      ...rail,
      sm_airline_seats: survey.indicator('sm_seats', '1'),
    },
    {
      asc_car: ones(survey.rows),
      time: per100('car_tt'),
      cost: carCost,
      cost_employer_pays: times(carCost, employer),
      male_car: survey.indicator('male', '1'),
      luggage_car: survey.indicator('luggage', '1', '3'),
      income_high_car: survey.indicator('income', '3'),
    },
  ];
  const available = new Uint8Array(survey.rows * 3).fill(1);
  survey.text('train_av').forEach((open, row) => (available[row * 3] = Number(open)));
  survey.text('car_av').forEach((open, row) => (available[row * 3 + 2] = Number(open)));
  const design = manyEquations(equations, { clusters: numberLabels(survey.text('id')) });
  return choiceModel(design, 3, chosenOf(survey, swissmetroModes), available);
}

export const intercityModes = ['train', 'air', 'bus', 'car'] as const;

export function intercity(survey: Survey): ChoiceModel {
  const equations = intercityModes.map((mode) => ({
    ...Object.fromEntries(['cost', 'freq', 'ovt', 'ivt'].map((name) => [name, survey.number(`${name}_${mode}`)])),
    ...(mode !== 'train' && {
      [`asc_${mode}`]: ones(survey.rows),
      [`income_${mode}`]: survey.number('income'),
      [`urban_${mode}`]: survey.number('urban'),
    }),
  }));
  return choiceModel(manyEquations(equations), 4, chosenOf(survey, intercityModes));
}

export const catsupBrands = ['hunts32', 'heinz28', 'heinz32', 'heinz41'] as const;

export function catsup(survey: Survey, usesPreviousChoice = false): ChoiceModel {
  const equations = catsupBrands.map((brand) => ({
    ...(brand !== 'hunts32' && { [`asc_${brand}`]: ones(survey.rows) }),
    display: survey.number(`disp.${brand}`),
    feature: survey.number(`feat.${brand}`),
    price: survey.number(`price.${brand}`),
    ...(usesPreviousChoice && { bought_last_time: survey.indicator('previous_choice', brand) }),
  }));
  const design = manyEquations(equations, { clusters: numberLabels(survey.text('household')) });
  return choiceModel(design, 4, chosenOf(survey, catsupBrands));
}

/** Excludes each household's first purchase, which has no previous choice. */
export const repeatPurchases = (survey: Survey): Survey =>
  survey.filter((row) => survey.text('previous_choice')[row] !== '');

export function altFuel(survey: Survey, usesPreferredType = false): ChoiceModel {
  const equations = [1, 2, 3, 4, 5, 6].map((option): Terms => {
    const number = (column: string, unit = 1) => survey.number(`${column}${option}`).map((value) => value / unit);
    const fuel = (name: string) => survey.indicator(`fuel${option}`, name);
    const type = (name: string) => survey.indicator(`type${option}`, name);
    const college = survey.number('college');
    const preferred = survey.text('preferred_type');
    return {
      price_over_lnincome: number('price'),
      range_100mi: number('range', 100),
      acceleration_10s: number('acc', 10),
      top_speed_100mph: number('speed', 100),
      pollution: number('pollution'),
      size: number('size', 10),
      big_enough: times(survey.number('hsg2'), survey.indicator(`size${option}`, '3')),
      luggage_space: number('space'),
      operating_cost: number('cost', 10),
      station_availability: number('station'),
      suv: type('sportuv'),
      sportscar: type('sportcar'),
      station_wagon: type('stwagon'),
      truck: type('truck'),
      van: type('van'),
      electric: fuel('electric'),
      electric_short_commute: times(fuel('electric'), survey.number('coml5')),
      electric_college: times(fuel('electric'), college),
      cng: fuel('cng'),
      methanol: fuel('methanol'),
      methanol_college: times(fuel('methanol'), college),
      ...(usesPreferredType && {
        same_as_preferred_type: Float64Array.from(survey.text(`type${option}`), (name, row) =>
          name === preferred[row] ? 1 : 0,
        ),
      }),
    };
  });
  return choiceModel(
    manyEquations(equations),
    6,
    Int32Array.from(survey.number('choice'), (option) => option - 1),
  );
}
