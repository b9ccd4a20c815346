import type { Adjustments, ParameterQuantity } from '../../../model/simulate.js';
import type { ParameterValues } from '../parameter-form';
import type { Summary } from '../results/figure';

/** What determines a result, besides the definition. */
export interface EngineRequest {
  values: ParameterValues;
  seed: number;
  agentCount: number;
  /** As in the request of the API. Default: the default of the engine. */
  parameterDraws?: number;
  adjustments: EngineAdjustments;
}

/** Changes of the published definition. Agents that match targets are those of the saved run, also while fewer agents are simulated. */
export interface EngineAdjustments extends Pick<Adjustments, 'where' | 'alternatives' | 'targets'> {
  targetAgentCount: number;
}

export interface EngineResult {
  summary: Pick<Summary, 'outcomes' | 'outcome_groups' | 'measures'>;
  digest: string;
  milliseconds: number;
  /** A price times the share of each product that has it. Undefined if products have no price. */
  revenue?: { label: string; unit: string; products: Readonly<Record<string, Revenue>> };
}

/** Money per agent. The interval is null if that of the share is unknown. */
export interface Revenue {
  value: number;
  interval: readonly [number, number] | null;
}

/** A message to the engine. The first one has the definition. */
export type EngineMessage = { definition: unknown } | { request: EngineRequest };

export interface EngineParameters {
  /** By id. */
  quantities: Readonly<Record<string, ParameterQuantity>>;
  /** Parameters without an effect while the scenario offers products. */
  ofPlaces: readonly string[];
}

export type EngineReply = EngineParameters | { result: EngineResult } | { problem: string };
