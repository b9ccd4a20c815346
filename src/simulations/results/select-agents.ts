import { AppError, type Issue } from '../../common/errors/app-error.js';
import { type Column, segmentations } from '../../../model/analyses.js';
import type { WorkflowDefinition } from '../../../model/definition.js';
import type { ResultsQuery } from './results.schema.js';

type Filter = (index: number) => boolean;

/**
 * Returns the indices of the agents that match all filters, in ascending order. Throws {@link AppError} `validation_error` for unknown
 * outcomes, attributes and groups.
 */
export function selectAgents(
  definition: WorkflowDefinition,
  columns: readonly Column[],
  { outcome, where = {} }: Pick<ResultsQuery, 'outcome' | 'where'>,
): Int32Array {
  const issues: Issue[] = [];
  const known = new Map(segmentations(definition, columns).map((segmentation) => [segmentation.id, segmentation]));
  const filters: Filter[] = [];
  const outcomes = columns.find(({ name }) => name === 'outcome');
  if (!outcomes?.categories) throw new Error('the stored agents have no outcome');
  if (outcome) filters.push(filterOf('outcome', outcome, outcomes.categories, outcomes.values, issues));
  for (const [attribute, wanted] of Object.entries(where)) {
    const segmentation = known.get(attribute);
    const path = `where[${attribute}]`;
    if (segmentation) {
      const ids = segmentation.groups.map(({ id }) => id);
      filters.push(filterOf(path, wanted, ids, segmentation.groupOf, issues));
    } else
      issues.push({
        path,
        message: `is not an attribute of this workflow. Its attributes: ${[...known.keys()].join(', ')}`,
      });
  }
  if (issues.length > 0) throw AppError.validation(issues);
  return Int32Array.from(outcomes.values.keys()).filter((index) => filters.every((matches) => matches(index)));
}

/**
 * Returns the indices of the agents that match, in ascending order.
 * Throws {@link AppError} `validation_error` like {@link selectAgents}, and if no agent matches.
 *
 * @param agents number of agents to select from: the first ones
 */
export function selectSomeAgents(
  definition: WorkflowDefinition,
  columns: readonly Column[],
  where: ResultsQuery['where'],
  agents: number,
): Int32Array {
  const rows = selectAgents(definition, columns, { where }).filter((row) => row < agents);
  if (rows.length === 0)
    throw AppError.validation([{ path: 'where', message: 'no agent matches: select other groups' }]);
  return rows;
}

function filterOf(
  path: string,
  wanted: readonly string[],
  ids: readonly string[],
  positionOf: ArrayLike<number>,
  issues: Issue[],
): Filter {
  const positions = new Set(wanted.map((id) => ids.indexOf(id)));
  if (positions.has(-1)) issues.push({ path, message: `expected one of: ${ids.join(', ')}` });
  return (index) => positions.has(positionOf[index] ?? -1);
}
