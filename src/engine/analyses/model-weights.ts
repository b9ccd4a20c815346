import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { familyOf } from '../families/family-of.js';
import { stack } from './stacking.js';

export interface ModelWeights {
  readonly method: 'given' | 'stacking' | 'equal';
  /** Not negative, with the sum 1. */
  readonly weights: readonly number[];
  /** Held-out scores behind stacking weights; null for other weights. */
  readonly heldOut: {
    readonly observations: number;
    /** Log loss by model. */
    readonly logLoss: readonly number[];
    readonly combinedLogLoss: number;
  } | null;
  readonly warnings: readonly string[];
}

/**
 * Weights of several models for one question: as given, or by held-out loss if all models have predictions of the same held-out data,
 * or else equal.
 *
 * @param given relative weights, at least one above 0
 */
export function modelWeights(
  definitions: readonly WorkflowDefinition[],
  given: readonly number[] | undefined,
): ModelWeights {
  if (given) {
    const total = given.reduce((sum, weight) => sum + weight, 0);
    return { method: 'given', weights: given.map((weight) => weight / total), heldOut: null, warnings: [] };
  }
  const predictions = definitions.map(({ evidence }) => evidence.hold_out.log_predictions);
  const [first] = predictions;
  const isShared = predictions.every(
    (own) => own && own.data_digest === first?.data_digest && own.values.length === first.values.length,
  );
  if (!isShared) {
    const warnings = [
      'The workflows have no held-out predictions of the same data, so no data decide between them, and their weights are equal. Set `weight` if you trust one more than another.',
    ];
    return { method: 'equal', weights: definitions.map(() => 1 / definitions.length), heldOut: null, warnings };
  }
  const { weights, logLoss } = stack(predictions.map((own) => own!.values));
  const observations = first!.values.length;
  const warnings = [
    `The weights are fitted to ${observations.toLocaleString('en')} held-out observations, so the combined log loss is slightly too low.`,
  ];
  return {
    method: 'stacking',
    weights,
    heldOut: { observations, logLoss: logLoss.models, combinedLogLoss: logLoss.combined },
    warnings,
  };
}

/** Ids of the outcomes and outcome groups of a workflow, whose shares can be compared with those of others. */
export function shareIdsOf({ decision, outcome_groups: groups = [] }: WorkflowDefinition): string[] {
  return [...familyOf(decision).outcomes(decision), ...groups].map(({ id }) => id);
}
