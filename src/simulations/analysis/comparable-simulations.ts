import type { IncomparableReason } from '../../common/errors/error-meta.js';
import type { Scenario } from '../../engine/definition.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import { publishedDigest } from '../adjustments/adjusted-workflow.js';
import type { ComparisonRecord } from './comparison.record.js';

/**
 * Returns why the two simulations cannot be compared, or undefined if they can.
 *
 * @param options.allowsAdjustments whether the definitions can differ by the adjustments of the requests
 * @param options.allowsOtherAgents whether the seeds can differ
 */
export function incomparableReason(
  a: Simulation,
  b: Simulation,
  options: { allowsAdjustments?: boolean; allowsOtherAgents?: boolean } = {},
): IncomparableReason | undefined {
  const digestOf = options.allowsAdjustments ? publishedDigest : ({ definitionDigest }: Simulation) => definitionDigest;
  if (a.workflowId !== b.workflowId) return 'different_workflow';
  if (digestOf(a) !== digestOf(b)) return 'different_definition';
  if (a.seed !== b.seed && !options.allowsOtherAgents) return 'different_seed';
  if (a.engineVersion !== b.engineVersion) return 'different_engine_version';
  return undefined;
}

/** Returns the parameters with different values. */
export function changedParameters(own: Scenario, other: Scenario): ComparisonRecord['parameters'] {
  return Object.entries(own).flatMap(([parameter, value]) => {
    const withValue = other[parameter];
    return withValue === undefined || withValue === value ? [] : [{ parameter, value, with_value: withValue }];
  });
}
