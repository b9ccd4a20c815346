import { InvalidArgumentError } from 'commander';
import { type ComparedClasses, compareClasses } from '../../../model/fitting/results/compare-classes.js';
import { parseRecipe } from '../../../model/authoring/recipe/parse-recipe.js';
import { expandSpec } from '../../../model/authoring/expand-spec.js';
import type { Spec } from '../../../model/authoring/spec.schema.js';
import type { Table } from '../../../model/fitting/rows/table.js';
import { CommandError } from '../options.js';
import { textTable } from './calibration-text.js';

const maxClasses = 20;

/** Parses a range of numbers of classes, such as 1-4. */
export function classRange(value: string): number[] {
  const [first, last] = (/^(\d{1,2})-(\d{1,2})$/.exec(value) ?? []).slice(1).map(Number);
  if (first === undefined || last === undefined || first < 1 || last <= first || last > maxClasses)
    throw new InvalidArgumentError(`Must be two numbers from 1 to ${maxClasses}, such as 1-4.`);
  return Array.from({ length: last - first + 1 }, (_, k) => first + k);
}

/**
 * Fits a spec with several numbers of latent classes. Returns a table.
 *
 * @throws CommandError for a spec without alternatives
 */
export function classComparison(spec: Spec, table: Table, numbers: readonly number[]): string {
  const { alternatives } = spec;
  if (!alternatives)
    throw new CommandError('Only choices between alternatives have latent classes: remove --compare-classes.');
  const expansionOf = (classes: number) => {
    const own = classes === 1 ? undefined : { ...alternatives.classes, number: classes };
    return expandSpec({ ...spec, alternatives: { ...alternatives, classes: own } }, table);
  };
  const compared = compareClasses(
    numbers,
    (classes) => parseRecipe(expansionOf(classes).recipe),
    expansionOf(numbers[0]!).table,
  );
  return comparisonText(compared);
}

function comparisonText(compared: readonly ComparedClasses[]): string {
  const fits = compared.flatMap((one) => ('problem' in one ? [] : one));
  const lowest = (of: (fit: (typeof fits)[number]) => number) => Math.min(...fits.map(of));
  const marked = (value: number, digits: number, best: number) =>
    `${value.toFixed(digits)}${value === best ? '*' : ' '}`;
  const [bic, loss] = [lowest((fit) => fit.bic), lowest((fit) => fit.heldOutLogLoss)];
  const table = textTable([
    [
      'Classes',
      'Parameters',
      'Log-likelihood',
      'BIC ',
      'Held-out log loss ',
      'Smallest share',
      'Starts at the best maximum',
    ],
    ...fits.map((fit) => [
      String(fit.classes),
      String(fit.parameters),
      fit.logLikelihood.toFixed(3),
      marked(fit.bic, 2, bic),
      marked(fit.heldOutLogLoss, 4, loss),
      `${(100 * fit.smallestShare).toFixed(1)}%`,
      fit.starts ? `${fit.starts.reachedBest} of ${fit.starts.continued}` : '',
    ]),
  ]);
  const problems = compared.flatMap((one) =>
    'problem' in one ? [`${one.classes} classes have no fit: ${one.problem}.`] : [],
  );
  const observations =
    fits[0] && `${fits[0].observations.toLocaleString('en')} observations; * marks the lowest value.`;
  return [table, ...(observations ? [observations] : []), ...problems].join('\n\n');
}
