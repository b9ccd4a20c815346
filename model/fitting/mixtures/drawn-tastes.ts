import type { TasteDistribution } from '../../families/conditional-logit/conditional-logit.schema.js';
import type { Design, LikelihoodKernel } from '../likelihood.js';

// Local bindings: test runners with a separate global object per file make every lookup of `Math` slow.
const { exp } = Math;

/** Coefficient or intercept that varies between respondents. */
export interface RandomTaste {
  /** Undefined for a random intercept: a number with mean 0 that is added to each linear predictor. */
  readonly coefficient?: string;
  /** `log_normal`: the coefficient is e^x (or -e^x with `sign` -1) for a normal x; `mean` and `sd` refer to x. */
  readonly distribution: TasteDistribution;
  readonly sign?: 1 | -1;
  /** Earlier tastes, by position, whose standard numbers x contains in addition to its own. Default: none. */
  readonly correlatedWith?: readonly number[];
  /**
   * Set for the log-normal coefficient of money, whose size multiplies all other coefficients of the design: they are amounts of money.
   * Source: Train and Weeks, "Discrete choice models in preference space and willingness-to-pay space" (2005).
   */
  readonly isMoney?: true;
}

/** Id of the coefficient, or `intercept`. */
export function tasteName({ coefficient = 'intercept' }: RandomTaste): string {
  return coefficient;
}

/** Position of the coefficient of money; -1 if coefficients are utilities. */
export function moneyIn(tastes: readonly RandomTaste[], names: readonly string[]): number {
  const money = tastes.find(({ isMoney }) => isMoney);
  return money ? names.indexOf(tasteName(money)) : -1;
}

/** A standard number of one taste in another: both by position. */
export interface Loading {
  readonly taste: number;
  readonly on: number;
}

/** Loadings of all correlated tastes, in the order of their parameters. */
export function loadingsOf(tastes: readonly RandomTaste[]): Loading[] {
  return tastes.flatMap(({ correlatedWith = [] }, taste) => correlatedWith.map((on) => ({ taste, on })));
}

/** Coefficients of random tastes at several points. Each column has one number per point. */
export interface DrawnTastes {
  /** The design, with a further coefficient for a random intercept. Its weights are those of rows within a respondent. */
  readonly design: Design;
  /** Coefficients, then ancillary parameters. Those of `varying` are not meaningful. */
  readonly fixed: Float64Array;
  /** Positions in `fixed` that differ between points. */
  readonly varying: readonly number[];
  /** Their values: a column for each of `varying`. */
  readonly columns: readonly Float64Array[];
  /** Values of each taste before the multiplication with the coefficient of money. */
  readonly amounts: readonly Float64Array[];
  /** Standard numbers of each taste. */
  readonly numbers: readonly Float64Array[];
  /**
   * Writes the coefficients of the points.
   *
   * @param parameters means, standard deviations and loadings
   * @param values standard numbers: points × tastes
   * @param first position of the first point in `values`
   */
  readonly draw: (parameters: Float64Array, values: Float64Array, first: number) => void;
  /** Coefficients and ancillary parameters of one of the points. */
  readonly coefficientsAt: (point: number) => Float64Array;
  readonly isLogNormal: readonly boolean[];
  /** Position in `fixed` of each taste. */
  readonly places: readonly number[];
  /** Position in `fixed` of the coefficient of money; -1 if coefficients are utilities. */
  readonly money: number;
  /** Position in `fixed` of each parameter that is a coefficient or the mean of one. */
  readonly means: Int32Array;
  /** Position of the mean of each taste among the parameters; -1 for an intercept, whose mean is 0. */
  readonly meanOf: readonly number[];
  readonly loadings: readonly Loading[];
}

/** Prepares the coefficients of random tastes at some number of points. */
export function drawnTastes(
  { jointWeights, ...design }: Design,
  { ancillary }: LikelihoodKernel,
  tastes: readonly RandomTaste[],
  points: number,
): DrawnTastes {
  const hasIntercept = tastes.some(({ coefficient }) => coefficient === undefined);
  const intercept = hasIntercept ? design.coefficients.length : -1;
  // The weight multiplies the logarithm of the mean over points, not the terms of the mean.
  const own = { ...(hasIntercept ? withIntercept(design) : design), weights: jointWeights };
  const size = own.coefficients.length + ancillary.length;
  const places = tastes.map(({ coefficient }) =>
    coefficient === undefined ? intercept : own.coefficients.indexOf(coefficient),
  );
  const means = Int32Array.from({ length: size }, (_, place) => place).filter((place) => place !== intercept);
  const meanOf = places.map((place) => means.indexOf(place));
  const loadings = loadingsOf(tastes);
  const width = means.length;
  const fixed = new Float64Array(size);
  const money = moneyIn(tastes, own.coefficients);
  const isMultiplied = (place: number) => money >= 0 && place !== money && place < design.coefficients.length;
  const varying = money < 0 ? places : [...new Set([...places, ...design.coefficients.keys()])];
  const columns = varying.map(() => new Float64Array(points));
  const columnOf = (place: number) => columns[varying.indexOf(place)]!;
  const amounts = tastes.map((_, k) => (money < 0 ? columnOf(places[k]!) : new Float64Array(points)));
  const numbers = tastes.map(() => new Float64Array(points));
  const logNormalSigns = tastes.map(({ distribution, sign = 1 }) => (distribution === 'log_normal' ? sign : 0));

  function draw(parameters: Float64Array, values: Float64Array, first: number): void {
    for (let k = 0; k < width; k++) fixed[means[k]!] = parameters[k]!;
    for (let k = 0; k < tastes.length; k++) {
      const own = numbers[k]!;
      for (let point = 0; point < points; point++) own[point] = values[(first + point) * tastes.length + k]!;
    }
    for (let k = 0; k < tastes.length; k++) {
      amounts[k]!.fill(meanOf[k]! < 0 ? 0 : parameters[meanOf[k]!]!);
      addMultiple(amounts[k]!, 0, numbers[k]!, parameters[width + k]!);
    }
    for (let k = 0; k < loadings.length; k++) {
      const { taste, on } = loadings[k]!;
      addMultiple(amounts[taste]!, 0, numbers[on]!, parameters[width + tastes.length + k]!);
    }
    for (let k = 0; k < tastes.length; k++) {
      const sign = logNormalSigns[k]!;
      if (sign === 0) continue;
      const own = amounts[k]!;
      for (let point = 0; point < points; point++) own[point] = sign * exp(own[point]!);
    }
    if (money < 0) return;
    const sizes = amounts[places.indexOf(money)]!;
    for (let v = 0; v < varying.length; v++) {
      const place = varying[v]!;
      const taste = places.indexOf(place);
      if (taste < 0) columns[v]!.fill(fixed[place]!);
      else columns[v]!.set(amounts[taste]!);
      if (isMultiplied(place)) multiply(columns[v]!, sizes, true);
    }
  }

  return {
    design: own,
    fixed,
    varying,
    columns,
    amounts,
    numbers,
    draw,
    coefficientsAt(point) {
      const all = fixed.slice();
      varying.forEach((place, v) => (all[place] = columns[v]![point]!));
      return all;
    },
    isLogNormal: logNormalSigns.map((sign) => sign !== 0),
    places,
    money,
    means,
    meanOf,
    loadings,
  };
}

/** out += factor × values, from a position of `out`. */
export function addMultiple(out: Float64Array, at: number, values: Float64Array, factor: number): void {
  if (factor === 0) return;
  for (let k = 0; k < values.length; k++) out[at + k] = out[at + k]! + factor * values[k]!;
}

/** out *= values, or their sizes. */
export function multiply(out: Float64Array, values: Float64Array, isSize: boolean): void {
  for (let k = 0; k < out.length; k++) out[k] = out[k]! * (isSize ? Math.abs(values[k]!) : values[k]!);
}

/** A design with a further coefficient, after the others, whose term is 1 in each equation. */
function withIntercept(design: Design): Design {
  const { rows, coefficients: names, equations } = design;
  return {
    ...design,
    coefficients: [...names, 'intercept'],
    equations: equations.map(({ coefficients, matrix, ...others }) => {
      const width = coefficients.length;
      const wider = new Float64Array(rows * (width + 1)).fill(1);
      for (let row = 0; row < rows; row++)
        wider.set(matrix.subarray(row * width, (row + 1) * width), row * (width + 1));
      return { ...others, coefficients: Int32Array.of(...coefficients, names.length), matrix: wider };
    }),
  };
}
