import type { HoldOut, WorkflowDefinition } from '../definition.js';
import type { CalibrationInput } from './calibration.js';

/** Input of a backtest: the calibration data and the definition that `calibrate` made from them. */
export interface BacktestInput extends Pick<CalibrationInput, 'recipe' | 'data' | 'edges'> {
  /** The definition that calibration produced from `recipe` and `data`. */
  readonly definition: WorkflowDefinition;
  /** Agents per held-out respondent or response, at least 2. */
  readonly agents: number;
  /** Random seed of the simulated agents. */
  readonly seed: number;
}
/** Result of a backtest. */
export interface Backtest {
  readonly holdOut: HoldOut;
  /** The definition, with the simulated values added to its held-out evidence. */
  readonly definition: WorkflowDefinition;
}
