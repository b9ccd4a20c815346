import { designAt } from '../design/design-parts.js';
import type { Calibration } from '../calibration.js';
import type { PosteriorColumn } from '../families/family-fit.js';
import type { Model, SampleFit } from '../fit-sample.js';
import type { CalibrationRecipe } from '../recipe/parse-recipe.js';
import type { RecipeFit } from '../recipe/recipe.schema.js';
import type { Table } from '../rows/table.js';

/** Numbers of the respondents of a sample. */
export interface Posteriors {
  /** Text in the column of respondents, or of clusters with random intercepts. Without such a column, the line of the row. */
  readonly respondents: readonly string[];
  readonly columns: readonly PosteriorColumn[];
}

/** Numbers of the respondents of a fitted sample; undefined if all respondents have the same coefficients. */
export function posteriorsOfFit(
  { bound, rows, observations, design }: Model,
  { at, fit }: SampleFit,
  options: RecipeFit,
): readonly PosteriorColumn[] | undefined {
  return bound.mixture?.posteriors(designAt(design, at, rows, observations), bound.kernel(at), fit.estimates, options);
}

/**
 * What the choices of each respondent state about its own coefficients: mean and standard deviation of each random coefficient, or the
 * probability of each latent class. Undefined if all respondents have the same coefficients.
 *
 * @param data the data of the calibration
 */
export function posteriorsOf(
  { samples, held }: Calibration,
  recipe: CalibrationRecipe,
  data: Table,
): Posteriors | undefined {
  const { bound, rows, observations, design } = held?.model ?? {};
  if (!bound?.mixture || !rows || !observations || !design) return undefined;
  const { fitted } = samples[0]!;
  const columns = posteriorsOfFit(held!.model, fitted, recipe.fit)!;
  const { respondents: ofRespondents, clusters } = designAt(design, fitted.at, rows, observations);
  const { respondent = '', cluster = respondent } = recipe.data;
  const { byCluster } = bound.mixture;
  const unitOf = (byCluster ? clusters : ofRespondents)!;
  const labels = data.columns.get(byCluster ? cluster : respondent);
  const rowOfLine = new Map(Array.from(data.lines, (line, row) => [line, row]));
  const respondents: string[] = [];
  fitted.at.forEach((observation, position) => {
    const line = rows.lines[observations.row[observation]!]!;
    respondents[unitOf[position]!] ??= labels?.[rowOfLine.get(line)!] ?? String(line);
  });
  return { respondents, columns };
}
