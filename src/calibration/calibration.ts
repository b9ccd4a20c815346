import { type WorkflowDefinition } from '../engine/definition/definition.schema.js';
import { type OurSample } from './evidence/fit-evidence.js';
import { type Agreement } from './reference.js';
import { type Table } from './rows/table.js';
import { type CalibrationSpec } from './spec/parse-spec.js';

export interface CalibrationInput {
  readonly spec: CalibrationSpec;
  readonly data: Table;
  /** Who knows whom, where the spec expands a network. */
  readonly edges?: Table | undefined;
  /** Another program's fit, as parsed from its file, where the spec says how to read it. */
  readonly reference?: unknown;
  /** Day of the calibration, unless the spec says it. */
  readonly calibratedOn: string;
}
export interface Calibration {
  readonly definition: WorkflowDefinition;
  /** The same as a document, its keys in the author's order. */
  readonly document: unknown;
  /** The sample that the decision uses first. */
  readonly samples: readonly OurSample[];
  readonly agreements: readonly Agreement[];
}
