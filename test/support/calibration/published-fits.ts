import { modelOf } from '../../../model/fitting/calibrate.js';
import type { Fit } from '../../../model/fitting/fit-design.js';
import { fitSample } from '../../../model/fitting/fit-sample.js';
import { parseRecipe } from '../../../model/authoring/recipe/parse-recipe.js';
import { expandSpec } from '../../../model/authoring/expand-spec.js';
import { parseSpec } from '../../../model/authoring/parse-spec.js';
import { oncePerName } from '../../../model/memoize.js';
import { modesSpec, surveyTable } from '../swissmetro-survey.js';

/**
 * A fit of Biogeme to all rows, from its published examples: the log-likelihood and estimates of version 3.3 to three digits after the point,
 * and robust standard errors of the reports of versions 3.2.6 to 3.2.8 to three digits.
 */
export interface PublishedFit {
  readonly spec: string;
  readonly logLikelihood: number;
  readonly estimates?: Readonly<Record<string, number>>;
  readonly robustErrors?: Readonly<Record<string, number>>;
  /** Factor of the weights: here, their mean is 1. */
  readonly weight?: string;
}

/** Spec of an outcome with an order. */
export const orderedSpec = (link: string) => `
title: Modes in an order
formula: choice ~ time_train + cost_train
outcome: { order: [train, swissmetro, car], link: ${link} }`;

/** Spec of a logit with a column of sampling weights. */
export const weightedSpec = (weight: string) => modesSpec('', { rest: `weight: ${weight}\nweight_kind: sampling` });

/** Fit of a spec to all rows. */
export const fitOfSurvey = oncePerName((spec): Fit => {
  const data = surveyTable();
  const recipe = parseRecipe(expandSpec(parseSpec(spec), data).recipe);
  const model = modelOf({ recipe, data });
  return fitSample(model, Int32Array.from(model.observations.row.keys()), recipe.fit).fit;
});

/** Expects that the fit of the spec equals the published one. */
export function expectPublished(published: PublishedFit): void {
  const { spec, logLikelihood, estimates = {}, robustErrors = {}, weight } = published;
  const fit = fitOfSurvey(spec);
  const weights = weight === undefined ? [1] : surveyTable().columns.get(weight)!.map(Number);
  const scale = weights.reduce((sum, own) => sum + own, 0) / weights.length;
  expect(scale * fit.logLikelihood).toBeCloseTo(logLikelihood, 2);
  const own = (values: Float64Array, id: string) => values[fit.names.indexOf(id)]!;
  for (const [id, theirs] of Object.entries(estimates))
    expect([id, Math.abs(own(fit.estimates, id) - theirs) < 1e-3]).toEqual([id, true]);
  for (const [id, theirs] of Object.entries(robustErrors))
    expect([id, Math.abs(own(fit.robustStandardErrors, id) / theirs - 1) < 0.01]).toEqual([id, true]);
}
