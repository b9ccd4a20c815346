import type { Adjustments, ParameterQuantity, ProductRevenues } from '../../../model/simulate.js';
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
  /** By id of the product. They change its revenue, not its share. */
  unitCosts?: Readonly<Record<string, number>>;
}

/** Changes of the published definition. Agents that match targets are those of the saved run, also while fewer agents are simulated. */
export interface EngineAdjustments extends Pick<Adjustments, 'where' | 'alternatives' | 'targets'> {
  targetAgentCount: number;
}

export interface EngineResult {
  summary: Pick<Summary, 'outcomes' | 'outcome_groups' | 'measures'>;
  digest: string;
  milliseconds: number;
  /** Undefined if products have no price. */
  revenue?: ProductRevenues;
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
