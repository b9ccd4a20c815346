import type { WorkflowDefinition, HoldOut } from '../definition.js';
import type { CalibratedSample } from './evidence/fit-evidence.js';
import type { ParameterRange } from './evidence/calibrated-ranges.js';
import type { HeldOutComparison } from './evidence/held-out-comparisons.js';
import type { Model } from './fit-sample.js';
import type { Agreement } from './reference.js';
import type { Table } from './rows/table.js';
import type { CalibrationRecipe } from '../authoring/recipe/parse-recipe.js';

/** Input of a calibration. */
export interface CalibrationInput {
  readonly recipe: CalibrationRecipe;
  readonly data: Table;
  /** Contacts between respondents, if the recipe expands a network. */
  readonly edges?: Table | undefined;
  /** Parsed file with the fit of another program, if the recipe describes one. */
  readonly reference?: unknown;
  /** Date of the calibration (YYYY-MM-DD). A date in the recipe takes precedence. */
  readonly calibratedOn: string;
}
/** Result of a calibration. */
export interface Calibration {
  /** With its keys in the order of the schema, regardless of their order in the recipe. */
  readonly definition: WorkflowDefinition;
  /** Fitted samples; the first one supplies the estimates of the decision. */
  readonly samples: readonly CalibratedSample[];
  /** Comparison of each sample with the fit of another program. */
  readonly agreements: readonly Agreement[];
  /** Held-out values and their predictions by the training fit, behind the model error of the evidence. */
  readonly comparisons: readonly HeldOutComparison[];
  /** Values of the numeric parameters that the data support. A recipe can narrow them. */
  readonly ranges: readonly ParameterRange[];
  /** The rows, and the definition with the training estimates. Undefined for markets. */
  readonly held?: { readonly model: Model; readonly trained: WorkflowDefinition };
}

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
