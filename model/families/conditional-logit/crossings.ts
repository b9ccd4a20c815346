/** Utility of an available alternative as a linear function of a parameter. */
export interface Option {
  /** Utility plus error at the current value. */
  readonly score: number;
  /** Change of the score per unit of the parameter. */
  readonly slope: number;
}

/**
 * Nearest changes of a parameter, downward and upward, at which the choice switches: where the line of another option crosses the line of the
 * chosen one. A direction without a crossing is omitted. Unit: unit of the parameter.
 */
export function switchingChanges(options: readonly Option[], chosen: number): number[] {
  const own = options[chosen]!;
  let down: number | undefined;
  let up: number | undefined;
  for (const option of options) {
    if (option === own || option.slope === own.slope) continue;
    const change = (own.score - option.score) / (option.slope - own.slope);
    if (change < 0 && !(down! >= change)) down = change;
    if (change > 0 && !(up! <= change)) up = change;
  }
  return [down, up].filter((change) => change !== undefined);
}

/** Index of the best option after a change of the parameter; the first of equal options. */
export function bestAfter(options: readonly Option[], change: number): number {
  let best = 0;
  options.forEach((option, k) => {
    const leader = options[best]!;
    if (option.score + option.slope * change > leader.score + leader.slope * change) best = k;
  });
  return best;
}
