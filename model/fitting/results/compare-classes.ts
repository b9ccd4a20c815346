import { modelOf } from '../calibrate.js';
import { CalibrationError } from '../calibration-error.js';
import { heldOutModel } from '../evidence/held-out-series.js';
import { heldOutLogLoss } from '../evidence/hold-out.js';
import type { StartsCheck } from '../fit-design.js';
import { fitSample } from '../fit-sample.js';
import type { CalibrationRecipe } from '../../authoring/recipe/parse-recipe.js';
import { observationsOf, type Table } from '../rows/table.js';
import { posteriorsOfFit } from './estimates.js';

/** Fit of a model with some number of latent classes. */
export interface ClassFit {
  /** 1 for a model without classes. */
  readonly classes: number;
  readonly observations: number;
  /** Estimated parameters. */
  readonly parameters: number;
  /** Of all observations. */
  readonly logLikelihood: number;
  /** Bayesian information criterion of all observations, k ln n - 2 ln L: less is better. */
  readonly bic: number;
  /** Of held-out observations, at the estimates of the others: less is better. */
  readonly heldOutLogLoss: number;
  /** Mean share of the smallest class over the respondents. */
  readonly smallestShare: number;
  /** Undefined for one class, which has one maximum. */
  readonly starts?: StartsCheck | undefined;
}

/** A fit, or the reason why the data do not identify this number of classes. */
export type ComparedClasses = ClassFit | { readonly classes: number; readonly problem: string };

/**
 * Fits a model with several numbers of latent classes to the same data. The likelihood always grows with the number, so that BIC and held-out
 * observations select it.
 *
 * @param recipeOf recipe of the model with some number of classes, for the same data
 * @throws DataError for invalid data
 */
export function compareClasses(
  numbers: readonly number[],
  recipeOf: (classes: number) => CalibrationRecipe,
  data: Table,
): ComparedClasses[] {
  return numbers.map((classes) => {
    try {
      return fitOf(classes, recipeOf(classes), data);
    } catch (error) {
      if (!(error instanceof CalibrationError)) throw error;
      return { classes, problem: error.message };
    }
  });
}

function fitOf(classes: number, recipe: CalibrationRecipe, data: Table): ClassFit {
  const model = heldOutModel(modelOf({ recipe, data }), recipe.definition);
  const { observations, rows, counts } = model;
  const full = fitSample(model, Int32Array.from(observations.row.keys()), recipe.fit);
  const train = fitSample(model, observationsOf(observations, rows.train), recipe.fit);
  const { logLikelihood, names, starts } = full.fit;
  const count = full.at.reduce((sum, k) => sum + counts[observations.row[k]!]!, 0);
  // At the maximum, the mean posterior probability of a class is its mean share.
  const shares = posteriorsOfFit(model, full, recipe.fit)?.map(
    ({ values }) => values.reduce((sum, value) => sum + value, 0) / values.length,
  );
  return {
    classes,
    observations: count,
    parameters: names.length,
    logLikelihood,
    bic: Math.log(count) * names.length - 2 * logLikelihood,
    heldOutLogLoss: heldOutLogLoss(model, train.fit.estimates),
    smallestShare: Math.min(1, ...(shares ?? [])),
    ...(starts && { starts }),
  };
}
