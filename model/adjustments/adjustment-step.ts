import type { AlternativeEdits } from './edit-alternatives.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { CalibrationTarget } from '../definition/adjustments.schema.js';
import type { People } from '../definition/population.schema.js';

/** A stored population. */
export interface StoredPeople {
  readonly id: string;
  /** Date of the import, such as 2026-11-21. */
  readonly date: string;
  readonly people: People;
  /** Attributes at the time of the import, to recognize changes of the workflow: see `attributeKeys`. */
  readonly attributes: readonly string[];
}

/** Changes of a published definition for one request. Each field belongs to one step, see `adjustDefinition`. */
export interface Adjustments {
  readonly people?: StoredPeople | undefined;
  /** Groups of attributes to simulate: `{ gender: ['female'] }`. */
  readonly where?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly alternatives?: AlternativeEdits | undefined;
  readonly targets?: readonly CalibrationTarget[] | undefined;
  /** Agents that match the targets. Default: the agents of the request. */
  readonly targetAgents?: AdjustmentContext | undefined;
}

/** The agents of the request, for steps that depend on them. */
export interface AdjustmentContext {
  readonly seed: number;
  readonly agentCount: number;
}

/** A limit of the adjusted definition that users must know. */
export interface AdjustmentWarning {
  readonly code: string;
  readonly message: string;
}

export interface Adjusted {
  readonly definition: WorkflowDefinition;
  readonly warnings: readonly AdjustmentWarning[];
}

/**
 * Applies one adjustment. Returns undefined if the request does not contain it, or if it changes nothing.
 *
 * @throws AdjustmentError with all issues
 */
export type AdjustmentStep = (
  definition: WorkflowDefinition,
  adjustments: Adjustments,
  context: AdjustmentContext,
) => Adjusted | undefined;
