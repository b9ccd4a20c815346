import { CalibrationError } from '../../fitting/calibration-error.js';
import { modelOf } from '../../fitting/calibrate.js';
import { fitSample, type Model, type SampleFit } from '../../fitting/fit-sample.js';
import { observationsOf, rowsWhere, type Table } from '../../fitting/rows/table.js';
import type { Expansion } from '../assemble.js';
import { type CalibrationRecipe, parseRecipe } from '../recipe/parse-recipe.js';
import { DataError, SpecError } from '../spec-error.js';
import { groupsOf } from '../choices/situations.js';

/** More rows do not change a decision about the model, and cost seconds. */
export const maxSampleRows = 20_000;

/**
 * Every k-th row, so that all parts of a sorted file occur.
 *
 * @param keys columns whose equal rows stay together, such as those of one choice
 */
export function sampleOf(table: Table, keys: readonly string[] = []): Table {
  const step = Math.ceil(table.lines.length / maxSampleRows);
  if (step === 1) return table;
  if (keys.length === 0) return rowsWhere(table, (row) => row % step === 0);
  const kept = new Set(
    groupsOf(table, keys)
      .filter((_, k) => k % step === 0)
      .flat(),
  );
  return rowsWhere(table, (row) => kept.has(row));
}

/** Fits the model of a spec to all rows of a table, with the code of a fit. @throws CalibrationError, DataError */
export function fitAll({ recipe, table }: Pick<Expansion, 'recipe' | 'table'>): {
  model: Model;
  parsed: CalibrationRecipe;
  full: SampleFit;
} {
  const parsed = parseRecipe(recipe);
  const model = modelOf({ recipe: parsed, data: table });
  return { model, parsed, full: fitSample(model, Int32Array.from(model.observations.row.keys()), parsed.fit) };
}

/** Why a spec cannot be fitted. */
export interface FitProblem {
  readonly error: CalibrationError | DataError | SpecError;
  /** The part of the rows that cannot be fitted, if the error is about rows. */
  readonly sample: 'full' | 'train';
  /** Coefficients that the error names, columns of the data behind them, and columns on which they depend. */
  readonly coefficients: readonly string[];
  readonly columns: readonly string[];
  readonly with: readonly string[];
}

/** Fits a spec to all rows and to the rows of the training sample, as a fit does. Undefined if both have estimates. */
export function fitProblem(expand: () => Pick<Expansion, 'recipe' | 'table'>): FitProblem | undefined {
  let expansion: Pick<Expansion, 'recipe' | 'table'> | undefined;
  let sample: FitProblem['sample'] = 'full';
  try {
    expansion = expand();
    const { model, parsed } = fitAll(expansion);
    sample = 'train';
    fitSample(model, observationsOf(model.observations, model.rows.train), parsed.fit);
    return undefined;
  } catch (error) {
    if (!isDataProblem(error)) throw error;
    const isOfTraining = error instanceof CalibrationError && error.code === 'calibration_outcome_never_seen';
    return { error, sample: isOfTraining ? 'train' : sample, ...columnsOf(error, expansion?.recipe) };
  }
}

/** Whether an error is a problem of the data or of the spec. */
export const isDataProblem = (error: unknown): error is FitProblem['error'] =>
  error instanceof CalibrationError || error instanceof DataError || error instanceof SpecError;

interface Named {
  readonly terms: readonly { readonly coefficient: string; readonly factors: readonly Record<string, unknown>[] }[];
}

function columnsOf(
  error: FitProblem['error'],
  recipe: Expansion['recipe'] | undefined,
): Pick<FitProblem, 'coefficients' | 'columns' | 'with'> {
  if (!(error instanceof CalibrationError) || !recipe) return { coefficients: [], columns: [], with: [] };
  const { coefficients = [], combinations = [] } = error.meta as {
    coefficients?: readonly string[];
    combinations?: readonly { with: readonly string[] }[];
  };
  const { terms } = recipe.definition['decision'] as Named;
  const cells = recipe.data['columns'] as Readonly<Record<string, { readonly column?: string }>>;
  const named = (ids: readonly string[]) => [
    ...new Set(
      terms
        .filter(({ coefficient }) => ids.includes(coefficient))
        .flatMap(({ factors }) => factors.flatMap(attributesOf))
        .flatMap((attribute) => cells[`attribute.${attribute}`]?.column ?? []),
    ),
  ];
  return { coefficients, columns: named(coefficients), with: named(combinations.flatMap((one) => one.with)) };
}

function attributesOf({ attribute, variable, indicator }: Record<string, unknown>): string[] {
  // A variable that a scenario multiplies has the id of its attribute.
  const of = (indicator as { attribute?: unknown } | undefined)?.attribute ?? attribute ?? variable;
  return typeof of === 'string' ? [of] : [];
}
