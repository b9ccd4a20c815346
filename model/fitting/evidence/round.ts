/** Eight significant digits: estimates, errors and covariances. The rounding gives the same bytes on every platform. */
export function digits8(value: number): number {
  return Number(value.toPrecision(8));
}

/** Eight decimals: log-likelihoods and scores. */
export function decimals8(value: number): number {
  return Number(value.toFixed(8)) + 0;
}

/** Six decimals: shares and means. */
export function decimals6(value: number): number {
  return Number(value.toFixed(6)) + 0;
}

/** Six significant digits: what a model omits. */
export function digits6(value: number): number {
  return Number(value.toPrecision(6));
}

/** Four significant digits: errors of errors. */
export function digits4(value: number): number {
  return Number(value.toPrecision(4));
}

/** Three significant digits: ranges of parameters. */
export function digits3(value: number): number {
  return Number(value.toPrecision(3));
}
