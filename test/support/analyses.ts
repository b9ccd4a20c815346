import type { ComparisonsRecord } from '../../src/readings/comparisons/comparison.record.js';
import type { ApiClient } from './api-client.js';
import type { Errors } from './simulations.js';

interface Share {
  id: string;
  count: number;
  share: number;
  difference: number;
  difference_interval: [number, number];
  errors: Errors;
  difference_errors: Errors;
}

interface Part {
  group: Record<string, { id: string; label: string }>;
  agent_count: number;
  is_small: boolean;
  outcomes: Share[];
}

/** A summary by groups. */
export interface Grouped {
  summary: unknown;
  group_by: string[];
  total: (Part & { flows: unknown[] }) | null;
  groups: Part[];
  uncertainty: object;
}

/** Agents of the simulations that are analyzed, and two scenarios of them. */
export const request = { agent_count: 400, seed: 11 };
export const fasterTrain = { scenario_context: { train_headway_factor: 0.5, train_time_factor: 0.7 } };
export const higherCost = { scenario_context: { car_cost_factor: 1.5 } };

/** The comparison of a simulation with the reference. */
export async function comparisonOf(api: ApiClient, id: string, reference: string) {
  const { status, text, body } = await api.call<ComparisonsRecord>(`/v1/comparisons?ids=${reference},${id}`);
  if (status !== 200) throw new Error(`the comparison responded ${status}: ${text}`);
  return body.data.comparisons[0]!;
}
