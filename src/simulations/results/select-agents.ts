import { AppError, type Issue } from '../../common/errors/app-error.js';
import { segmentations, type Column, type WorkflowDefinition } from '../../engine/index.js';
import type { ResultsQuery } from './results-query.schema.js';

/** Whether an agent, by its index, is one of those asked for. */
type Test = (index: number) => boolean;

/** The agents, by index and rising, that have the outcome and are of the segments asked for. Throws {@link AppError} `validation_error`. */
export function selectAgents(
  definition: WorkflowDefinition,
  columns: readonly Column[],
  { outcome, where = {} }: Pick<ResultsQuery, 'outcome' | 'where'>,
): Int32Array {
  const issues: Issue[] = [];
  const known = new Map(segmentations(definition, columns).map((segmentation) => [segmentation.id, segmentation]));
  const tests: Test[] = [];
  const outcomes = columns.find(({ name }) => name === 'outcome');
  if (!outcomes?.categories) throw new Error('the stored agents have no outcome');
  if (outcome) tests.push(isAnyOf('outcome', outcome, outcomes.categories, outcomes.values, issues));
  for (const [attribute, wanted] of Object.entries(where)) {
    const segmentation = known.get(attribute);
    const path = `where[${attribute}]`;
    if (segmentation) {
      const ids = segmentation.groups.map(({ id }) => id);
      tests.push(isAnyOf(path, wanted, ids, segmentation.groupOf, issues));
    } else
      issues.push({
        path,
        message: `is not an attribute of this workflow. Its attributes: ${[...known.keys()].join(', ')}`,
      });
  }
  if (issues.length > 0) throw AppError.validation(issues);
  return Int32Array.from(outcomes.values.keys()).filter((index) => tests.every((test) => test(index)));
}

function isAnyOf(
  path: string,
  wanted: readonly string[],
  ids: readonly string[],
  positionOf: ArrayLike<number>,
  issues: Issue[],
): Test {
  const positions = new Set(wanted.map((id) => ids.indexOf(id)));
  if (positions.has(-1)) issues.push({ path, message: `expected one of: ${ids.join(', ')}` });
  return (index) => positions.has(positionOf[index] ?? -1);
}
