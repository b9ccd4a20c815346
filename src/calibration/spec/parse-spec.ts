import { type z } from 'zod';
import { type WorkflowDefinition } from '../../engine/definition/definition.schema.js';
import { parseDefinition } from '../../engine/validation/parse-definition.js';
import { DefinitionError, type Issue } from '../../engine/engine-error.js';
import { checkColumns } from './check-columns.js';
import { checkFit } from './check-fit.js';
import { fillWithPlaceholders, listOf, looseOf } from './fill-draft.js';
import { SpecError } from './spec-error.js';
import { type DraftDefinition, type SpecData, type SpecFit, specSchema } from './spec.schema.js';

/** A spec that holds together. */
export interface CalibrationSpec {
  /** The author's words. */
  readonly draft: DraftDefinition;
  /** The same as a definition, its numbers standing for those to be found. */
  readonly definition: WorkflowDefinition;
  readonly data: SpecData;
  readonly fit: SpecFit;
}

/**
 * Checks a spec: each part by itself, the definition as a whole definition is checked, and then what columns and fit say of it.
 *
 * @param json the parsed JSON document
 * @throws SpecError with a path and a message for everything that is wrong
 */
export function parseSpec(json: unknown): CalibrationSpec {
  const parsed = specSchema.safeParse(json);
  if (!parsed.success) throw new SpecError(parsed.error.issues.map(issueFromZod));
  const { definition: draft, data, fit } = parsed.data;
  const issues = numbersGiven(draft);
  const definition = wholeDefinition(draft, issues);
  if (!definition) throw new SpecError(issues);
  issues.push(...checkColumns(draft, definition, data), ...checkFit(definition, fit));
  if (issues.length > 0) throw new SpecError(issues);
  return { draft, definition, data, fit };
}

function wholeDefinition(draft: DraftDefinition, issues: Issue[]): WorkflowDefinition | undefined {
  try {
    return parseDefinition(fillWithPlaceholders(draft));
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    issues.push(...error.issues.map(({ path, message }) => ({ path: `definition.${path}`, message })));
    return undefined;
  }
}

/** What calibration finds must not be in the draft, where it would be mistaken for the source of the numbers. */
function numbersGiven({ decision, population }: DraftDefinition): Issue[] {
  const message = 'is what calibration finds: leave it out';
  const estimates = listOf(looseOf(decision).coefficients).flatMap((coefficient, k) =>
    'estimate' in coefficient && !coefficient.fixed
      ? [{ path: `definition.decision.coefficients.${k}.estimate`, message }]
      : [],
  );
  const matrices = ['correlation', 'joint'].flatMap((key) =>
    key in looseOf(population) ? [{ path: `definition.population.${key}`, message }] : [],
  );
  return [...estimates, ...matrices];
}

function issueFromZod(issue: z.core.$ZodIssue): Issue {
  return { path: issue.path.map(String).join('.'), message: issue.message };
}
