import type { EngineAdjustments } from './engine-messages';

type Groups = Readonly<Record<string, string | readonly string[]>>;

/** Adjustments in a request, or in the record of a run. */
export interface RequestedAdjustments {
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
