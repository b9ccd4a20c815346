import type { ParameterRange } from '../evidence/calibrated-ranges.js';
import { recordOf, recordsOf } from './fill-draft.js';
import { RecipeError } from './recipe-error.js';
import type { DraftDefinition } from './recipe.schema.js';

/** Allowed relative difference: authors write rounded numbers. */
const tolerance = 0.005;

/**
 * Ranges of the definition: those of the data, or the narrower ones of the draft.
 *
 * @throws RecipeError for a range of the draft that the data do not contain
 */
export function narrowedRanges(
  draft: DraftDefinition,
  ranges: readonly ParameterRange[],
): Map<string, readonly [number, number]> {
  const parameters = recordsOf(recordOf(draft.scenario).parameters);
  const issues = parameters.flatMap((parameter, k) => {
    const found = ranges.find((one) => one.parameter === parameter.id);
    const own = ownRange(parameter);
    if (!found || !own || contains(found.range, own)) return [];
    const [low, high] = found.range;
    return [
      {
        path: `definition.scenario.parameters.${k}.calibrated_range`,
        message: `is ${own[0]} to ${own[1]}, but the data support ${low} to ${high} (${found.source}); omit it or narrow it`,
      },
    ];
  });
  if (issues.length > 0) throw new RecipeError(issues);
  return new Map(
    ranges.map(({ parameter, range }) => {
      const own = ownRange(parameters.find(({ id }) => id === parameter) ?? {});
      return [parameter, own ?? range];
    }),
  );
}

function ownRange({ calibrated_range: range }: Record<string, unknown>): readonly [number, number] | undefined {
  return range as [number, number] | undefined;
}

function contains([low, high]: readonly [number, number], [ownLow, ownHigh]: readonly [number, number]): boolean {
  const slack = tolerance * Math.max(Math.abs(low), Math.abs(high));
  return ownLow >= low - slack && ownHigh <= high + slack;
}
