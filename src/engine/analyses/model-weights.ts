import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { familyOf } from '../families/family-of.js';
import type { Stacking } from './stacking.js';

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
 * Log predictions of the held-out observations by model, if all models have predictions of the same data. Otherwise undefined: then no data
 * decide between the models.
 */
export function sharedPredictions(definitions: readonly WorkflowDefinition[]): (readonly number[])[] | undefined {
  const predictions = definitions.flatMap(({ evidence }) => evidence.hold_out.log_predictions ?? []);
  const [first] = predictions;
  const isShared = predictions.every(
    ({ data_digest: digest, values }) => digest === first?.data_digest && values.length === first.values.length,
  );
  return isShared && predictions.length === definitions.length ? predictions.map(({ values }) => values) : undefined;
}

/**
 * Weights of several models for one question: as given, or by held-out loss if they are stacked, or else equal.
 *
 * @param models number of models
 * @param given relative weights, at least one above 0
 * @param stacked stacking of the shared predictions of the models, if they have any
 */
export function modelWeights(
  models: number,
  given: readonly number[] | undefined,
  stacked: Stacking | undefined,
): ModelWeights {
  if (given) {
    const total = given.reduce((sum, weight) => sum + weight, 0);
    return { method: 'given', weights: given.map((weight) => weight / total), heldOut: null, warnings: [] };
  }
  if (!stacked) {
    const warnings = [
      'The workflows have no held-out predictions of the same data, so no data decide between them, and their weights are equal. Set `weight` if you trust one more than another.',
    ];
    return { method: 'equal', weights: new Array<number>(models).fill(1 / models), heldOut: null, warnings };
  }
  const { weights, logLoss, isConverged, observations } = stacked;
  const warnings = [
    `The weights are fitted to ${observations.toLocaleString('en')} held-out observations, so the combined log loss is slightly too low.`,
    ...(isConverged
      ? []
      : ['The search for the weights did not converge, so other weights can have a lower log loss.']),
  ];
  return {
    method: 'stacking',
    weights,
    heldOut: { observations, logLoss: logLoss.models, combinedLogLoss: logLoss.combined },
    warnings,
  };
}

/** Ids of the outcomes and outcome groups of a workflow, whose shares can be compared with those of others. */
export function shareIdsOf(definition: WorkflowDefinition): string[] {
  return namedShares(definition).map(({ id }) => id);
}

/** The outcomes and outcome groups of a workflow with their names. */
export function namedShares({
  decision,
  outcome_groups: groups = [],
}: WorkflowDefinition): { id: string; label: string }[] {
  return [...familyOf(decision).outcomes(decision), ...groups].map(({ id, label }) => ({ id, label }));
}
