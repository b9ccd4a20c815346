import { DefinitionError, type Issue, type WorkflowDefinition } from '../../definition.js';
import { parseDefinition } from '../../validation/parse-definition.js';
import { isFields } from '../repeat.js';
import { SpecError } from '../spec-error.js';
import { checkColumns } from './check-columns.js';
import { checkFit } from './check-fit.js';
import { fillWithPlaceholders, recordsOf, recordOf } from './fill-draft.js';
import { type DraftDefinition, type RecipeData, type RecipeFit, recipeSchema } from './recipe.schema.js';

/** Checked calibration recipe. */
export interface CalibrationRecipe {
  readonly draft: DraftDefinition;
  /** The draft as a complete definition, with placeholders for the calibrated values. */
  readonly definition: WorkflowDefinition;
  readonly data: RecipeData;
  readonly fit: RecipeFit;
}

/**
 * Checks a recipe: the schema of each part, the definition as a complete definition, and the references of columns and
 * fit to the definition.
 *
 * @param json the recipe of an expanded spec
 * @throws SpecError with the path of the spec and a message for every problem
 */
export function parseRecipe(json: unknown): CalibrationRecipe {
  const refuse = (issues: readonly Issue[]) =>
    new SpecError(issues.map(({ path, message }) => ({ path: specPath(json, path), message })));
  const parsed = recipeSchema.safeParse(json);
  if (!parsed.success)
    throw refuse(parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })));
  const { definition: draft, data, fit } = parsed.data;
  const issues = calibratedValueIssues(draft);
  const definition = wholeDefinition(draft, issues);
  if (!definition) throw refuse(issues);
  issues.push(...checkColumns(draft, definition, data), ...checkFit(definition, fit));
  if (issues.length > 0) throw refuse(issues);
  return { draft, definition, data, fit };
}

/** The path of a spec that corresponds to a path of its recipe, with the ids of items in place of their positions. */
export function specPath(recipe: unknown, path: string): string {
  let value = recipe;
  const keys = path.split('.').map((key) => {
    value = Array.isArray(value) ? (value[Number(key)] as unknown) : isFields(value) ? value[key] : undefined;
    return /^\d+$/.test(key) && isFields(value) && typeof value.id === 'string' ? value.id : key;
  });
  const [own] = Object.entries(placesOfSpec).filter(([place]) => `${keys.join('.')}.`.startsWith(`${place}.`));
  return own ? [own[1], ...keys.slice(own[0].split('.').length)].filter(Boolean).join('.') : keys.join('.');
}

/** Where the spec has a part of the recipe: the first of these that applies. */
const placesOfSpec = {
  'definition.population.attributes': 'attributes',
  'definition.scenario': '',
  'definition.routing': 'questions',
  'definition.evidence.data.citation': 'source',
  'definition.evidence.data.licence': 'license',
  'definition.evidence.data.collected': 'date',
  'definition.evidence.data.sample': 'sample',
  'definition.evidence.data.kind': 'kind',
  'definition.evidence.data': 'evidence',
  'definition.evidence.limits': 'limits',
  'data.split': 'split',
  'definition.name': 'title',
  'definition.workflow_id': 'id',
  definition: '',
};

function wholeDefinition(draft: DraftDefinition, issues: Issue[]): WorkflowDefinition | undefined {
  try {
    return parseDefinition(fillWithPlaceholders(draft));
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    issues.push(...error.issues.map(({ path, message }) => ({ path: `definition.${path}`, message })));
    return undefined;
  }
}

/** Rejects calibrated values in a draft: readers would mistake the draft for their source. */
function calibratedValueIssues({ decision, population }: DraftDefinition): Issue[] {
  const message = 'must be omitted: calibration computes it';
  const estimates = recordsOf(recordOf(decision).coefficients).flatMap((coefficient, k) =>
    'estimate' in coefficient && !coefficient.fixed
      ? [{ path: `definition.decision.coefficients.${k}.estimate`, message }]
      : [],
  );
  const computed = [
    ...['correlation', 'joint', 'min_respondents'],
    ...['recommended_agent_count', 'recommended_agent_count_reason'],
  ];
  const values = computed.flatMap((key) =>
    key in recordOf(population) ? [{ path: `definition.population.${key}`, message }] : [],
  );
  return [...estimates, ...values];
}
