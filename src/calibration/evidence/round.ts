/** As estimates, errors and covariances are written: the same bytes wherever they are computed. */
export function digits8(value: number): number {
  return Number(value.toPrecision(8));
}

/** As log-likelihoods and scores are written. */
export function decimals8(value: number): number {
  return Number(value.toFixed(8)) + 0;
}

/** As shares and means are written. */
export function decimals6(value: number): number {
  return Number(value.toFixed(6)) + 0;
}
