import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import { definitionDigest } from '../../definition/definition-digest.js';
import type { TargetAdjustment } from '../../definition/adjustments.schema.js';
import { gradientAgentsOf } from '../../simulation/estimation-error.js';
import type { AdjustableModel } from './directions.js';
import { moved, type TargetAgents } from './predict-targets.js';
import type { ResolvedTarget } from './resolve-targets.js';
import { matchedErrors } from './target-errors.js';

interface MatchContext {
  readonly people: TargetAgents;
  readonly independent: readonly ResolvedTarget[];
  readonly record: Pick<TargetAdjustment, 'seed' | 'agent_count' | 'targets'>;
}

/**
 * The definition with the matched constants, their evidence, and the record of the targets. Undefined if the targets do not determine the
 * constants, so that their errors are unknown.
 */
export function matchedDefinition(
  published: WorkflowDefinition,
  { definition, directions, added }: AdjustableModel,
  amounts: readonly number[],
  { people, independent, record }: MatchContext,
): WorkflowDefinition | undefined {
  const matched = moved(definition, directions, amounts);
  const errorsOf = (agents: number) => matchedErrors(matched, directions, people, independent, agents);
  // The first agents can lack a group of the targets.
  const errors = errorsOf(Math.min(record.agent_count, gradientAgentsOf(matched))) ?? errorsOf(record.agent_count);
  if (!errors) return undefined;
  const before = new Map(published.decision.coefficients.map(({ id, estimate }) => [id, estimate]));
  const changed = matched.decision.coefficients.filter(({ id }) => directions.some((direction) => direction.has(id)));
  const standardError = (id: string) => Math.sqrt(varianceOf(errors.estimates, id) + varianceOf(errors.targets, id));
  const { evidence } = published;
  const moves = new Map(changed.map(({ id, estimate }) => [id, estimate]));
  return {
    ...matched,
    evidence: {
      ...evidence,
      estimates: [
        ...evidence.estimates.map((own) => {
          const estimate = moves.get(own.coefficient);
          if (estimate === undefined) return own;
          return { coefficient: own.coefficient, estimate, standard_error: standardError(own.coefficient) };
        }),
        ...added.map((id) => ({ coefficient: id, estimate: moves.get(id)!, standard_error: standardError(id) })),
      ],
      ...(errors.estimates && { covariance: errors.estimates }),
    },
    adjustments: {
      published_digest: definitionDigest(published),
      ...published.adjustments,
      targets: {
        ...record,
        constants: changed.map(({ id, estimate }) => ({
          coefficient: id,
          before: before.get(id) ?? null,
          after: estimate,
        })),
        ...(errors.targets && { covariance: errors.targets }),
      },
    },
  };
}

function varianceOf(
  covariance: { readonly coefficients: readonly string[]; readonly matrix: readonly (readonly number[])[] } | undefined,
  id: string,
): number {
  const position = covariance?.coefficients.indexOf(id) ?? -1;
  return position < 0 ? 0 : covariance!.matrix[position]![position]!;
}
