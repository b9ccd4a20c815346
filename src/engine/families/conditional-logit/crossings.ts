/** An alternative an agent could take: its utility plus error now, and how much that grows with one of the parameter. */
export interface Option {
  readonly score: number;
  readonly slope: number;
}

/**
 * The changes of a parameter, down and up, at which the choice tips: where the straight line of another option crosses that of the one
 * chosen. Nothing where it never does in that direction. Unit: that of the parameter.
 */
export function tippingChanges(options: readonly Option[], chosen: number): number[] {
  const own = options[chosen]!;
  const crossings = options.flatMap((option, k) =>
    k === chosen || option.slope === own.slope ? [] : [(own.score - option.score) / (option.slope - own.slope)],
  );
  const down = crossings.filter((change) => change < 0);
  const up = crossings.filter((change) => change > 0);
  return [...(down.length > 0 ? [Math.max(...down)] : []), ...(up.length > 0 ? [Math.min(...up)] : [])];
}

/** The best option after a change of the parameter; of equal ones the first. */
export function bestAfter(options: readonly Option[], change: number): number {
  let best = 0;
  options.forEach((option, k) => {
    const leader = options[best]!;
    if (option.score + option.slope * change > leader.score + leader.slope * change) best = k;
  });
  return best;
}
