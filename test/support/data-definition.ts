import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition, WorkflowOf } from '../../model/definition.js';
import type { Column } from '../../model/columns/column.js';
import type { ConditionalLogit } from '../../model/families/conditional-logit/conditional-logit.schema.js';
import type { Row } from './calibration-data.js';

/** A number of a data row, or 1 or 0 for a condition. */
export type DataColumns = Readonly<Record<string, (row: Row) => number>>;

/**
 * Returns the built-in definition of a choice with other attributes, parameters and equations, so that a published model can be evaluated for
 * the rows of its data.
 */
export function dataDefinition(
  slug: string,
  numbers: DataColumns,
  conditions: DataColumns,
  parameters: readonly string[],
  decision: Pick<ConditionalLogit, 'alternatives' | 'variables' | 'coefficients' | 'terms'>,
): WorkflowOf<ConditionalLogit> {
  const definition = JSON.parse(
    readFileSync(join(import.meta.dirname, `../../catalog/${slug}.json`), 'utf8'),
  ) as WorkflowOf<ConditionalLogit>;
  const quantiles = { probabilities: [0, 1], values: [0, 1] };
  const { population } = definition;
  delete population.correlation;
  delete population.joint;
  delete definition.outcome_groups;
  delete definition.evidence.covariance;
  delete definition.evidence.errors;
  return {
    ...definition,
    population: {
      ...population,
      attributes: [
        ...Object.keys(numbers).map((id) => ({ type: 'continuous' as const, id, label: id, unit: 'unit', quantiles })),
        ...Object.keys(conditions).map((id) => ({
          ...{ type: 'categorical' as const, id, label: id },
          categories: ['no', 'yes'].map((own) => ({ id: own, label: own, probability: 0.5 })),
        })),
      ] as WorkflowDefinition['population']['attributes'],
    },
    scenario: {
      assignments: [],
      parameters: parameters.map((id) => ({
        ...{ id, label: id, description: id, words: [], type: 'number' as const, unit: '× data', default: 1 },
        ...{ minimum: 0, maximum: 10, calibrated_range: [1, 1] as [number, number] },
      })),
    },
    decision: { family: 'conditional_logit', id: 'mode', label: 'Mode', ...decision },
  };
}

/** The columns of agents that are the rows of the data. */
export function dataColumns(rows: readonly Row[], numbers: DataColumns, conditions: DataColumns): Column[] {
  return [
    // Its values are not read, only its length.
    { name: 'outcome', type: 'category', categories: ['any'], values: new Uint8Array(rows.length) },
    ...Object.entries(numbers).map(([id, read]): Column => ({
      name: `attribute.${id}`,
      type: 'float64',
      values: Float64Array.from(rows, read),
    })),
    ...Object.entries(conditions).map(([id, read]): Column => ({
      ...{ name: `attribute.${id}`, type: 'category', categories: ['no', 'yes'] },
      values: Uint8Array.from(rows, read),
    })),
  ];
}
