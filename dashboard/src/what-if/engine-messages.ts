import type { Adjustments, ParameterQuantity, ProductRevenues } from '../../../model/simulate.js';
import type { ParameterValues } from '../parameter-form/parameters';
import type { Summary } from '../results/figure';

/** What determines a result, besides the definition. */
export interface EngineRequest {
  values: ParameterValues;
  seed: number;
  agentCount: number;
  /** As in the request of the API. Default: the default of the engine. */
  parameterDraws?: number | undefined;
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
  quantities: Readonly<Record<string, ParameterQuantity>>;
  /** Parameters without an effect while the scenario offers products. */
  ofPlaces: readonly string[];
}

export type EngineReply = EngineParameters | { result: EngineResult } | { problem: string };

type Groups = Readonly<Record<string, string | readonly string[]>>;

interface RequestedAdjustments {
  where?: Groups | undefined;
  alternatives?: unknown;
  calibration_targets?: readonly object[] | undefined;
  population_id?: string | undefined;
  calibration_id?: string | undefined;
}

const groupsOf = (where: Groups) =>
  Object.fromEntries(
    Object.entries(where).map(([id, groups]) => [id, typeof groups === 'string' ? groups.split(',') : groups]),
  );

/** The adjustments for the engine. Undefined if they name something that only the service has: rows of an imported population, a calibration. */
export function engineAdjustments(requested: RequestedAdjustments, agentCount: number): EngineAdjustments | undefined {
  const { where, alternatives, calibration_targets: targets, population_id, calibration_id } = requested;
  if (population_id !== undefined || calibration_id !== undefined) return undefined;
  const adjustments = {
    ...(where && { where: groupsOf(where) }),
    ...(alternatives !== undefined && { alternatives }),
    ...(targets && {
      targets: targets.map((target: { where?: Groups }) => ({
        ...target,
        ...(target.where && { where: groupsOf(target.where) }),
      })),
    }),
    targetAgentCount: agentCount,
  };
  // The engine checks them as the service does.
  return adjustments as EngineAdjustments;
}
