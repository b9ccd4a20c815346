import type { Table } from '../../model/fitting/rows/table.js';
import type { Scenario } from '../../model/definition.js';
import { invert } from '../../model/fitting/numbers/symmetric-matrix.js';

/** Texts of a row by column. A scenario replaces those of its parameters. */
export type Cells = Readonly<Record<string, string>>;

/** A multinomial logit. A binary logit has two alternatives, and 0 for all variables of the first. */
export interface LogitReference {
  /** Column of the chosen alternative. */
  readonly column: string;
  readonly alternatives: readonly string[];
  /** Column of the clusters. Default: each row is its own cluster. */
  readonly cluster?: string;
  /** Variables of each alternative. */
  variables(cells: Cells): readonly (readonly number[])[];
}

/** A linear regression of each figure. Its coefficient of a randomized parameter is the difference of the adjusted means. */
export interface LinearReference {
  /** Value of a row by id of the outcome or measure. */
  readonly values: Readonly<Record<string, (cells: Cells) => number>>;
  /** Variables of a row, with the constant. */
  variables(cells: Cells): readonly number[];
}

/** The model of a case as other programs fit it. */
export type ReferenceModel = LogitReference | LinearReference;

/** A figure with its standard error from estimation alone. */
export interface Reference {
  readonly value: number;
  readonly standardError: number;
}

/** The figure of a reference: a share or mean in the rows, or its difference from another scenario. */
export interface ReferenceFigure {
  /** Id of the outcome or measure. */
  readonly outcome: string;
  readonly scenario: Scenario;
  readonly against?: Scenario;
  /** Condition for the rows. Default: all. */
  readonly rows?: (cells: Cells) => boolean;
}

const maxSteps = 50;

export interface ReferenceFit {
  of(figure: ReferenceFigure): Reference;
}

export const referenceFit = (model: ReferenceModel, table: Table): ReferenceFit =>
  'values' in model ? new LinearFit(model, rowsOf(table)) : new LogitFit(model, rowsOf(table));

/**
 * The interval that R would give. It shares no code with the fit and the intervals of the engine, except for the inverse of a matrix.
 *
 * Maximum likelihood with Newton steps, and the covariance `sandwich::vcovCL(fit, cluster, type = "HC0")`: V·(Σ s·sᵗ)·V·G/(G − 1) with the
 * scores s summed over each of G clusters. A figure is standardized: the mean over the rows of the probability of an outcome with the
 * parameters of a scenario. Its standard error is from the delta method, with the attributes of the rows as known, as
 * `marginaleffects::avg_comparisons` computes it.
 */
class LogitFit implements ReferenceFit {
  private readonly estimates: readonly number[];
  private readonly covariance: readonly (readonly number[])[];

  constructor(
    private readonly model: LogitReference,
    private readonly rows: readonly Cells[],
  ) {
    const chosen = this.rows.map((cells) => model.alternatives.indexOf(cells[model.column]!));
    const variables = this.rows.map((cells) => model.variables(cells));
    const size = variables[0]![0]!.length;
    const fitted = newton(variables, chosen, size);
    this.estimates = fitted.estimates;
    const clusters = new Map<string, number[]>();
    variables.forEach((own, row) => {
      const key = model.cluster === undefined ? String(row) : this.rows[row]![model.cluster]!;
      const sum = clusters.get(key) ?? Array.from({ length: size }, () => 0);
      clusters.set(key, plus(sum, scoreOf(own, chosen[row]!, this.estimates)));
    });
    const influences = Array.from(clusters.values(), (score) => times(fitted.inverse, score));
    const factor = clusters.size / (clusters.size - 1);
    this.covariance = matrixOf(
      size,
      (i, k) => factor * influences.reduce((sum, influence) => sum + influence[i]! * influence[k]!, 0),
    );
  }

  of({ outcome, scenario, against, rows: condition = () => true }: ReferenceFigure): Reference {
    const position = this.model.alternatives.indexOf(outcome);
    const rows = this.rows.filter(condition);
    let value = 0;
    let gradient = this.estimates.map(() => 0);
    for (const [sign, values] of [
      [1, scenario],
      [-1, against],
    ] as const) {
      if (!values) continue;
      const texts = textsOf(values);
      for (const cells of rows) {
        const variables = this.model.variables({ ...cells, ...texts });
        const share = probabilities(variables, this.estimates)[position]!;
        value += (sign * share) / rows.length;
        const derivative = scoreOf(variables, position, this.estimates);
        gradient = gradient.map((sum, k) => sum + (sign * share * derivative[k]!) / rows.length);
      }
    }
    return { value, standardError: Math.sqrt(product(gradient, times(this.covariance, gradient))) };
  }
}

const textsOf = (values: Scenario): Cells =>
  Object.fromEntries(Object.entries(values).map(([id, own]) => [id, String(own)]));

/**
 * Least squares with the covariance `sandwich::vcovHC(fit, type = "HC1")`: V·(Σ e²·x·xᵗ)·V·n/(n − p). It shares no code with the fit and the
 * intervals of the engine, except for the inverse of a matrix.
 */
class LinearFit implements ReferenceFit {
  private readonly variables: readonly (readonly number[])[];
  private readonly inverse: readonly (readonly number[])[];

  constructor(
    private readonly model: LinearReference,
    private readonly rows: readonly Cells[],
  ) {
    this.variables = rows.map((cells) => model.variables(cells));
    const size = this.variables[0]!.length;
    const products = Float64Array.from({ length: size * size }, (_, k) =>
      this.variables.reduce((sum, own) => sum + own[Math.floor(k / size)]! * own[k % size]!, 0),
    );
    const inverse = invert(products, size);
    if (!inverse) throw new Error('the variables of the reference are collinear');
    this.inverse = matrixOf(size, (i, k) => inverse[i * size + k]!);
  }

  of({ outcome, scenario, against, rows: condition = () => true }: ReferenceFigure): Reference {
    const values = this.rows.map(this.model.values[outcome]!);
    const sums = this.variables.reduce(
      (sum, own, row) =>
        plus(
          sum,
          own.map((x) => x * values[row]!),
        ),
      this.zeros(),
    );
    const estimates = times(this.inverse, sums);
    const rows = this.rows.filter(condition);
    const meanOf = (own: Scenario) =>
      rows
        .map((cells) => this.model.variables({ ...cells, ...textsOf(own) }))
        .reduce((sum, x) => plus(sum, x), this.zeros())
        .map((sum) => sum / rows.length);
    const [own, base] = [meanOf(scenario), against ? meanOf(against) : this.zeros()];
    const contrast = own.map((x, k) => x - base[k]!);
    const weights = times(this.inverse, contrast);
    const squares = this.variables.map((x, row) => ((values[row]! - product(x, estimates)) * product(x, weights)) ** 2);
    const factor = rows.length === 0 ? NaN : this.rows.length / (this.rows.length - estimates.length);
    const variance = factor * squares.reduce((sum, square) => sum + square, 0);
    return { value: product(contrast, estimates), standardError: Math.sqrt(variance) };
  }

  private zeros = () => this.inverse.map(() => 0);
}

function rowsOf({ columns, lines }: Table): Cells[] {
  return Array.from(lines, (_, row) => Object.fromEntries(Array.from(columns, ([name, texts]) => [name, texts[row]!])));
}

/** Maximum likelihood estimates, and the inverse of their information. */
function newton(
  variables: readonly (readonly (readonly number[])[])[],
  chosen: readonly number[],
  size: number,
): { estimates: number[]; inverse: number[][] } {
  let estimates = Array.from({ length: size }, () => 0);
  for (let step = 0; step < maxSteps; step++) {
    let score = estimates.map(() => 0);
    const information = new Float64Array(size * size);
    variables.forEach((own, row) => {
      score = plus(score, scoreOf(own, chosen[row]!, estimates));
      const shares = probabilities(own, estimates);
      own.forEach((_, alternative) => {
        const centered = scoreOf(own, alternative, estimates);
        for (let i = 0; i < size; i++)
          for (let k = 0; k < size; k++)
            information[i * size + k]! += shares[alternative]! * centered[i]! * centered[k]!;
      });
    });
    const inverted = invert(information, size);
    if (!inverted) break;
    const inverse = matrixOf(size, (i, k) => inverted[i * size + k]!);
    const change = times(inverse, score);
    estimates = plus(estimates, change);
    if (Math.sqrt(product(change, score)) < 1e-8) return { estimates, inverse };
  }
  throw new Error('the fit of the reference did not converge');
}

/** Derivative of the log probability of an alternative: its variables minus their mean over the alternatives. */
function scoreOf(
  variables: readonly (readonly number[])[],
  alternative: number,
  estimates: readonly number[],
): number[] {
  const shares = probabilities(variables, estimates);
  return estimates.map((_, k) =>
    shares.reduce((sum, share, j) => sum - share * variables[j]![k]!, variables[alternative]![k]!),
  );
}

function probabilities(variables: readonly (readonly number[])[], estimates: readonly number[]): number[] {
  const weights = variables.map((own) => Math.exp(product(own, estimates)));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

const matrixOf = (size: number, value: (i: number, k: number) => number) =>
  Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, k) => value(i, k)));
const product = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, k) => sum + value * b[k]!, 0);
const plus = (a: readonly number[], b: readonly number[]) => a.map((value, k) => value + b[k]!);
const times = (matrix: readonly (readonly number[])[], vector: readonly number[]) =>
  matrix.map((row) => product(row, vector));
