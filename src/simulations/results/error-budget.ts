import type { FiguresRecord } from '../summary.schema.js';
import type { FileMetadata } from './column-table.js';

/** The metadata key of the error budget in a Parquet file of agents. */
export const errorBudgetKey = 'simulation_service.error_budget';

/**
 * Returns the metadata of a Parquet file of agents: shares, means and differences of all agents with their intervals and the four parts
 * of their errors, as in the summary.
 */
export function errorBudgetMetadata(summary: Omit<FiguresRecord, 'headline'>): FileMetadata[] {
  const { agent_count, outcomes, outcome_groups, measures, uncertainty } = summary;
  const budget = { agent_count, uncertainty, outcomes, outcome_groups, measures };
  return [{ key: errorBudgetKey, value: JSON.stringify(budget) }];
}
