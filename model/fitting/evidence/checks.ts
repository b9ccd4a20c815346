import type { HoldOut, WorkflowDefinition } from '../../definition.js';
import { familyOf } from '../../families/family-of.js';
import type { Model } from '../fit-sample.js';
import { optionsText } from '../rows/rows.js';
import { countRespondents } from '../rows/observed-shares.js';
import { DataError } from '../../authoring/spec-error.js';
import type { RecipeEffect, RecipeFit } from '../../authoring/recipe/recipe.schema.js';
import type { Compared, Comparison, Target } from './compare.js';
import { isTargetOf, sidesOf } from './held-out-comparisons.js';
import { decimals6 } from './round.js';

/** Held-out evidence that compares predicted and observed shares, means, effects and curves. */
export type Checks = Omit<HoldOut, 'fit' | 'scores' | 'mcfadden_r2' | 'simulation' | 'segments' | 'settings'>;

/**
 * Compares predictions with the held-out rows.
 *
 * @throws DataError for an effect without held-out rows
 */
export function checksOf(
  definition: WorkflowDefinition,
  model: Model,
  comparison: Comparison,
  { effects }: RecipeFit,
): Checks {
  const { rows } = model;
  const all = comparison.compare(rows.test);
  const of = <Kind extends Target['kind']>(kind: Kind) =>
    comparison.targets.flatMap(({ kind: own, id }, k) => {
      const compared = all[k];
      return own === kind && compared ? ({ [kind]: id, ...compared } as { [K in Kind]: string } & Compared) : [];
    });
  const [outcomes, measures] = [of('outcome'), of('measure')];
  const differences = outcomes.map(({ observed, predicted }) => Math.abs(observed - predicted));
  const effectChecks = effects.flatMap((effect) => effectCheck(definition, model, comparison, effect));
  const curves = curveChecks(definition, comparison.targets, all);
  return {
    observations: comparison.countResponses(rows.test),
    respondents: countRespondents(model, rows.test),
    ...(outcomes.length > 0 && {
      total_variation: decimals6(differences.reduce((sum, distance) => sum + distance, 0) / 2),
    }),
    outcomes,
    ...(measures.length > 0 && { measures }),
    ...(effectChecks.length > 0 && { effects: effectChecks }),
    ...(curves.length > 0 && { curves }),
  };
}

function effectCheck(
  definition: WorkflowDefinition,
  model: Model,
  comparison: Comparison,
  effect: RecipeEffect,
): NonNullable<HoldOut['effects']> {
  const { label, parameter, option, against, if_known: isOptional, ...rest } = effect;
  const [own, others] = sidesOf(definition, model, effect);
  const target = comparison.targets.findIndex(isTargetOf(effect));
  const compared = own.length > 0 && others.length > 0 ? comparison.compareDifference(own, others, target) : undefined;
  if (!compared && isOptional) return [];
  if (!compared)
    throw new DataError([{ line: 0, column: '', message: `no held-out rows exist for the effect "${label}"` }]);
  return [
    {
      label,
      parameter,
      option: optionsText(option),
      against: optionsText(against),
      ...rest,
      observations: comparison.countResponses(own) + comparison.countResponses(others),
      ...compared,
    },
  ];
}

function curveChecks(
  { decision }: WorkflowDefinition,
  targets: readonly Target[],
  compared: readonly (Compared | undefined)[],
): NonNullable<HoldOut['curves']> {
  const family = familyOf(decision);
  return family.curves(decision).flatMap(({ id, label }) => {
    const points = targets.flatMap((target, k) => {
      const own = compared[k];
      return target.kind === 'curve' && target.id === id && own ? [{ step: target.step, ...own }] : [];
    });
    if (points.length === 0) return [];
    const errors = points.map(({ observed, predicted }) => Math.abs(observed - predicted));
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    return { curve: id, label, points, mean_absolute_error: decimals6(mean) };
  });
}
