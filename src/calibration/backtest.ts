import { type WorkflowDefinition } from '../engine/definition/definition.schema.js';
import { type HoldOut } from '../engine/definition/evidence.schema.js';
import { type CalibrationInput } from './calibration.js';

export interface BacktestInput extends Pick<CalibrationInput, 'spec' | 'data' | 'edges'> {
  /** The definition that was made of them. */
  readonly definition: WorkflowDefinition;
  /** For each held-out person or answer, at least 2. */
  readonly agents: number;
  readonly seed: number;
}
export interface Backtest {
  readonly holdOut: HoldOut;
  /** The definition with what its agents did among its evidence. */
  readonly definition: WorkflowDefinition;
}
