import type { TasteDistribution } from '../../engine/families/conditional-logit/conditional-logit.schema.js';
import type { Design, LikelihoodKernel } from '../likelihood.js';
import { type TotalLikelihood, totalLikelihood } from '../total-likelihood.js';

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

/** Coefficients of the draws of random tastes. */
interface DrawnTastes {
  /** Log-likelihood of the rows as a function of the coefficients of a draw. */
  readonly likelihood: TotalLikelihood;
  /** Coefficients of the current draw. */
  readonly drawn: Float64Array;
  /** Coefficients of the current draw before the multiplication with that of money. */
  readonly amounts: Float64Array;
  /**
   * Writes the coefficients of a draw to `drawn`.
   *
   * @param parameters means, standard deviations and loadings
   * @param values standard numbers: draws × tastes
   * @param from position of the standard numbers of the draw
   */
  readonly drawTastes: (parameters: Float64Array, values: Float64Array, from: number) => void;
  /**
   * Changes derivatives by the coefficients of the current draw to derivatives by its amounts, and that by money to the one by its logarithm.
   * Undefined if coefficients are utilities.
   */
  readonly toAmounts?: (slopesByDrawn: Float64Array) => void;
  readonly isLogNormal: readonly boolean[];
  /** Position in `drawn` of each taste. */
  readonly places: readonly number[];
  /** Position in `drawn` of each parameter that is a coefficient or the mean of one. */
  readonly means: Int32Array;
  /** Position of the mean of each taste among the parameters; -1 for an intercept, whose mean is 0. */
  readonly meanOf: readonly number[];
  readonly loadings: readonly Loading[];
}

/** Prepares the draws of random tastes. */
export function drawnTastes(design: Design, kernel: LikelihoodKernel, tastes: readonly RandomTaste[]): DrawnTastes {
  const hasIntercept = tastes.some(({ coefficient }) => coefficient === undefined);
  const intercept = hasIntercept ? design.coefficients.length : -1;
  // The weight multiplies the logarithm of the mean over draws, not the terms of the mean.
  const likelihood = totalLikelihood(
    { ...(hasIntercept ? withIntercept(design) : design), weights: design.jointWeights },
    kernel,
  );
  const places = tastes.map(({ coefficient }) =>
    coefficient === undefined ? intercept : likelihood.names.indexOf(coefficient),
  );
  const means = Int32Array.from(likelihood.names.keys()).filter((place) => place !== intercept);
  const meanOf = places.map((place) => means.indexOf(place));
  const loadings = loadingsOf(tastes);
  const width = means.length;
  const after = width + tastes.length;
  const drawn = new Float64Array(likelihood.size);
  const x = new Float64Array(tastes.length);
  const money = moneyIn(tastes, likelihood.names);
  const amounts = money < 0 ? drawn : new Float64Array(likelihood.size);
  const logNormalSigns = tastes.map(({ distribution, sign = 1 }) => (distribution === 'log_normal' ? sign : 0));
  return {
    likelihood,
    drawn,
    amounts,
    drawTastes(parameters, values, from) {
      // Loops: calls of array methods take longer than the few numbers.
      for (let k = 0; k < width; k++) drawn[means[k]!] = parameters[k]!;
      for (let k = 0; k < x.length; k++)
        x[k] = (meanOf[k]! < 0 ? 0 : parameters[meanOf[k]!]!) + parameters[width + k]! * values[from + k]!;
      for (let k = 0; k < loadings.length; k++) {
        const { taste, on } = loadings[k]!;
        x[taste]! += parameters[after + k]! * values[from + on]!;
      }
      for (let k = 0; k < x.length; k++)
        drawn[places[k]!] = logNormalSigns[k] === 0 ? x[k]! : logNormalSigns[k]! * Math.exp(x[k]!);
      if (money < 0) return;
      for (let k = 0; k < drawn.length; k++) amounts[k] = drawn[k]!;
      const size = Math.abs(drawn[money]!);
      for (let k = 0; k < design.coefficients.length; k++) if (k !== money) drawn[k]! *= size;
    },
    ...(money >= 0 && { toAmounts }),
    isLogNormal: logNormalSigns.map((sign) => sign !== 0),
    places,
    means,
    meanOf,
    loadings,
  };

  function toAmounts(slopesByDrawn: Float64Array): void {
    const size = Math.abs(drawn[money]!);
    let byLogarithm = slopesByDrawn[money]! * drawn[money]!;
    for (let k = 0; k < design.coefficients.length; k++) {
      if (k === money) continue;
      byLogarithm += slopesByDrawn[k]! * drawn[k]!;
      slopesByDrawn[k]! *= size;
    }
    // The derivative by x is this one times the coefficient.
    slopesByDrawn[money] = byLogarithm / drawn[money]!;
  }
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
