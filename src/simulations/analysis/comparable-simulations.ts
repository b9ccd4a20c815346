import type { IncomparableReason } from '../../common/errors/error-meta.js';
import type { Scenario } from '../../engine/index.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import type { AdjustmentsRecord } from '../adjustments/adjustment.schema.js';
import type { CompletedSimulation } from '../results/completed-simulations.service.js';
import type { ComparisonRecord } from './comparison.record.js';

/**
 * Returns why the two simulations do not have the same agents and random errors, or undefined if they do.
 *
 * @param options.allowsAdjustments whether the definitions can differ by the adjustments of the requests
 */
export function incomparableReason(
  own: CompletedSimulation,
  other: CompletedSimulation,
  options: { allowsAdjustments?: boolean } = {},
): IncomparableReason | undefined {
  const [a, b] = [own.simulation, other.simulation];
  const digestOf = options.allowsAdjustments ? publishedDigest : ({ definitionDigest }: Simulation) => definitionDigest;
  if (a.workflowId !== b.workflowId) return 'different_workflow';
  if (digestOf(a) !== digestOf(b)) return 'different_definition';
  if (a.seed !== b.seed) return 'different_seed';
  if (a.engineVersion !== b.engineVersion) return 'different_engine_version';
  return undefined;
}

/** Digest of the published definition, before adjustments. */
function publishedDigest({ adjustments, definitionDigest }: Simulation): string {
  return (adjustments as AdjustmentsRecord | null)?.published_digest ?? definitionDigest;
}

/** Returns the parameters with different values. */
export function changedParameters(own: Scenario, other: Scenario): ComparisonRecord['parameters'] {
  return Object.entries(own).flatMap(([parameter, value]) => {
    const withValue = other[parameter];
    return withValue === undefined || withValue === value ? [] : [{ parameter, value, with_value: withValue }];
  });
}
