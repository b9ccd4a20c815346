import {
  checkCondition,
  hasCategories,
  type Issue,
  IssueList,
  type Path,
  type References,
  referencesOf,
  traitsOf,
  type WorkflowDefinition,
} from '../../definition.js';
import { hasMarketProcess } from '../../families/diffusion/diffusion.schema.js';
import { familyOf } from '../../families/family-of.js';
import { linearCoefficients } from '../../fitting/design/design-of.js';
import type { EffectOptions, RecipeEffect, RecipeFit, DraftDefinition } from './recipe.schema.js';
import type { ParameterRange } from '../../fitting/evidence/calibrated-ranges.js';
import { recordOf, recordsOf } from './fill-draft.js';
import { SpecError } from '../spec-error.js';

/** Checks that effects and reference coefficients of the fit exist in the definition. */
export function checkFit(definition: WorkflowDefinition, fit: RecipeFit): Issue[] {
  const list = new IssueList();
  const family = familyOf(definition.decision);
  const references = referencesOf(definition, family.states);
  const checkCategories = (path: Path, id: string) => {
    const attribute = references.attributes.get(id);
    if (!attribute) list.known(path, id, new Set(references.attributes.keys()), 'attribute');
    else if (!hasCategories(attribute)) list.add(path, `attribute "${id}" has no categories`);
  };
  fit.joint?.forEach((id, k) => checkCategories(['fit', 'joint', k], id));
  fit.effects.forEach((effect, k) => checkEffect(list, ['fit', 'effects', k], effect, definition, references));
  const coefficients = new Set(family.linear(definition.decision).coefficients.map(({ id }) => id));
  for (const id of Object.keys(fit.reference?.coefficients ?? {}))
    list.known(['fit', 'reference', 'coefficients', id], id, coefficients, 'coefficient');
  checkRefits(list, definition, fit);
  return list.issues;
}

/** Checks priors and the bootstrap, which exist for models with one maximum of a likelihood. */
function checkRefits(list: IssueList, { decision }: WorkflowDefinition, { priors, bootstrap }: RecipeFit): void {
  const hasPriors = Object.keys(priors).length > 0;
  if (!hasPriors && !bootstrap) return;
  const path = ['fit', hasPriors ? 'priors' : 'bootstrap'];
  if (decision.family === 'repeated_games')
    return list.add(path, 'must be omitted: it does not apply to repeated games');
  if (decision.family === 'diffusion' && hasMarketProcess(decision))
    return list.add(path, 'must be omitted: it does not apply to markets');
  const linear = familyOf(decision).linear(decision);
  const isMixture =
    ('classes' in decision && decision.classes !== undefined) ||
    decision.coefficients.some((own) => 'taste' in own && own.taste !== undefined) ||
    ('random_intercept' in decision && decision.random_intercept !== undefined);
  const known = new Set([...linearCoefficients(linear), ...(isMixture ? linear.ancillary : [])]);
  for (const id of Object.keys(priors)) list.known([...path, id], id, known, 'estimated coefficient of a term');
}

function checkEffect(
  list: IssueList,
  path: Path,
  effect: RecipeEffect,
  { decision, scenario }: WorkflowDefinition,
  references: References,
): void {
  const family = familyOf(decision);
  if ([effect.outcome, effect.measure, effect.curve].filter((id) => id !== undefined).length !== 1)
    list.add(path, 'must have exactly one of "outcome", "measure" and "curve"');
  const ids = (of: readonly { id: string }[]) => new Set(of.map(({ id }) => id));
  if (effect.outcome) list.known([...path, 'outcome'], effect.outcome, ids(family.outcomes(decision)), 'outcome');
  const measures = family.measures(decision, scenario.parameters);
  if (effect.measure) list.known([...path, 'measure'], effect.measure, ids(measures), 'measure');
  const curves = family.curves(decision);
  if (effect.curve) list.known([...path, 'curve'], effect.curve, ids(curves), 'curve');
  const steps = curves.find(({ id }) => id === effect.curve)?.steps ?? [];
  if (effect.curve && !steps.includes(effect.step ?? NaN))
    list.add([...path, 'step'], `must be a step of "${effect.curve}": ${steps.join(', ')}`);
  if (effect.among) checkCondition(list, [...path, 'among'], effect.among, references);
  for (const side of ['option', 'against'] as const)
    checkSide(list, [...path, side], effect.parameter, effect[side], references);
}

function checkSide(list: IssueList, path: Path, id: string, options: EffectOptions, { parameters }: References): void {
  const parameter = parameters.get(id);
  const known = new Set(parameter && traitsOf(parameter).options.map((option) => option.id));
  if (!parameter) {
    list.known(path, id, new Set(parameters.keys()), 'parameter');
  } else if (known.size > 0) {
    if (typeof options === 'number' || (typeof options === 'object' && !Array.isArray(options)))
      list.add(path, `must name options of "${id}": ${[...known].join(', ')}`);
    else [options].flat().forEach((option) => list.known(path, option, known, `option of ${id}`));
  } else if (typeof options === 'string' || Array.isArray(options)) {
    list.add(path, `must be a number or { at_least, at_most }, because "${id}" is numeric`);
  }
}

/** Allowed relative difference: authors write rounded numbers. */
const tolerance = 0.005;

/**
 * Ranges of the definition: those of the data, or the narrower ones of the draft.
 *
 * @throws SpecError for a range of the draft that the data do not contain
 */
export function narrowedRanges(
  draft: DraftDefinition,
  ranges: readonly ParameterRange[],
): Map<string, readonly [number, number]> {
  const parameters = recordsOf(recordOf(draft.scenario).parameters);
  const rangeOf = (own: Record<string, unknown> | undefined) => own?.calibrated_range as [number, number] | undefined;
  const issues = parameters.flatMap((parameter) => {
    const found = ranges.find((one) => one.parameter === parameter.id);
    const own = rangeOf(parameter);
    if (!found || !own || contains(found.range, own)) return [];
    const [low, high] = found.range;
    return [
      {
        path: `parameters.${String(parameter.id)}.calibrated_range`,
        message: `is ${own[0]} to ${own[1]}, but the data support ${low} to ${high} (${found.source}); omit it or narrow it`,
      },
    ];
  });
  if (issues.length > 0) throw new SpecError(issues);
  return new Map(
    ranges.map(({ parameter, range }) => {
      return [parameter, rangeOf(parameters.find(({ id }) => id === parameter)) ?? range];
    }),
  );
}

function contains([low, high]: readonly [number, number], [ownLow, ownHigh]: readonly [number, number]): boolean {
  const slack = tolerance * Math.max(Math.abs(low), Math.abs(high));
  return ownLow >= low - slack && ownHigh <= high + slack;
}
