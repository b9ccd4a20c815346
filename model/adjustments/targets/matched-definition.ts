import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import { definitionDigest } from '../../definition/definition-digest.js';
import type { TargetAdjustment } from '../../definition/adjustments.schema.js';
import { gradientAgentsOf } from '../../simulation/estimation-error.js';
import type { AdjustableModel } from './directions.js';
import { moved, type TargetAgents, alongDirections, asInErrors, predictTargets } from './solve-targets.js';
import type { ResolvedTarget } from './resolve-targets.js';
import { solveLinear } from '../../math/linear-algebra.js';

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

type Covariance = NonNullable<WorkflowDefinition['evidence']['covariance']>;

/**
 * Errors of the coefficients after the match. The matched constants are a function of the other estimates and of the targets. By the implicit
 * function theorem, the amounts δ in the directions B change by dδ = D⁻¹·(dτ - M·dθ), with the derivatives M of the shares with respect to the
 * coefficients θ and D = M·B. So the coefficients θ + B·δ have the Jacobian J = I - B·D⁻¹·M and the covariance J·V·Jᵗ, and the errors Ω of the
 * targets add B·D⁻¹·Ω·D⁻ᵗ·Bᵗ.
 *
 * @param definition matched definition
 * @param agents number of agents for the derivatives
 */
function matchedErrors(
  definition: WorkflowDefinition,
  directions: readonly ReadonlyMap<string, number>[],
  people: TargetAgents,
  targets: readonly ResolvedTarget[],
  agents: number,
) {
  const { gradients } = predictTargets(definition, people, targets, agents, asInErrors);
  const slopes = alongDirections(definition, gradients, directions);
  const ids = definition.decision.coefficients.map(({ id }) => id);
  const inverse = inverseOf(slopes);
  if (!inverse) return undefined;
  // B·D⁻¹, by coefficient and target.
  const response = ids.map((id) =>
    targets.map((_, t) =>
      directions.reduce((sum, direction, u) => sum + (direction.get(id) ?? 0) * inverse[u]![t]!, 0),
    ),
  );
  return {
    estimates: estimateCovariance(definition, ids, response, gradients),
    targets: targetCovariance(ids, response, targets),
  };
}

function inverseOf(matrix: readonly (readonly number[])[]): number[][] | undefined {
  const columns = matrix.map((_, k) =>
    solveLinear(
      matrix,
      matrix.map((_, row) => Number(row === k)),
    ),
  );
  if (columns.includes(undefined)) return undefined;
  return matrix.map((_, row) => columns.map((column) => column![row]!));
}

function estimateCovariance(
  { evidence }: WorkflowDefinition,
  ids: readonly string[],
  response: readonly (readonly number[])[],
  gradients: readonly Float64Array[],
): Covariance | undefined {
  const { covariance } = evidence;
  if (!covariance) return undefined;
  const published = new Map(covariance.coefficients.map((id, k) => [id, k]));
  const isChanged = response.map((row) => row.some((value) => value !== 0));
  const kept = ids.flatMap((id, k) => (published.has(id) || isChanged[k] ? [k] : []));
  const positions = covariance.coefficients.map((id) => ids.indexOf(id));
  const jacobian = kept.map((row) =>
    positions.map((column) => {
      const own = Number(row === column);
      return own - response[row]!.reduce((sum, value, t) => sum + value * gradients[t]![column]!, 0);
    }),
  );
  const half = jacobian.map((row) =>
    covariance.matrix.map((_, column) =>
      row.reduce((sum, value, k) => sum + value * covariance.matrix[k]![column]!, 0),
    ),
  );
  return {
    ...covariance,
    coefficients: kept.map((k) => ids[k]!),
    matrix: symmetric(half.map((row) => jacobian.map((other) => dot(row, other)))),
  };
}

function targetCovariance(
  ids: readonly string[],
  response: readonly (readonly number[])[],
  targets: readonly ResolvedTarget[],
): TargetAdjustment['covariance'] {
  const variances = targets.map(({ standard_error: error = 0 }) => error ** 2);
  const changed = [...ids.keys()].filter((k) => response[k]!.some((value, t) => value !== 0 && variances[t]! > 0));
  if (changed.length === 0) return undefined;
  return {
    coefficients: changed.map((k) => ids[k]!),
    matrix: changed.map((row) =>
      changed.map((column) =>
        variances.reduce((sum, variance, t) => sum + response[row]![t]! * variance * response[column]![t]!, 0),
      ),
    ),
  };
}

function dot(first: readonly number[], second: readonly number[]): number {
  return first.reduce((sum, value, k) => sum + value * second[k]!, 0);
}

function symmetric(matrix: readonly (readonly number[])[]): number[][] {
  return matrix.map((row, i) => row.map((value, j) => (value + matrix[j]![i]!) / 2));
}
