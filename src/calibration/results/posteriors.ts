import { designAt } from '../design/design-parts.js';
import type { Calibration } from '../calibration.js';
import type { PosteriorColumn } from '../families/family-fit.js';
import type { CalibrationRecipe } from '../recipe/parse-recipe.js';
import type { Table } from '../rows/table.js';

/** Numbers of the respondents of a sample. */
export interface Posteriors {
  /** Text in the column of respondents, or the line of the row without such a column. */
  readonly respondents: readonly string[];
  readonly columns: readonly PosteriorColumn[];
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
  const own = designAt(design, fitted.at, rows, observations);
  const columns = bound.mixture.posteriors(own, bound.kernel(fitted.at), fitted.fit.estimates, recipe.fit);
  const labels = recipe.data.respondent === undefined ? undefined : data.columns.get(recipe.data.respondent);
  const rowOfLine = new Map(Array.from(data.lines, (line, row) => [line, row]));
  const respondents: string[] = [];
  fitted.at.forEach((observation, position) => {
    const line = rows.lines[observations.row[observation]!]!;
    respondents[own.respondents![position]!] ??= labels?.[rowOfLine.get(line)!] ?? String(line);
  });
  return { respondents, columns };
}
