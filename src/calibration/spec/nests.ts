/** A nest of a spec. `dissimilarity` is the id of its coefficient, which several nests can have in common. */
export interface SpecNest {
  readonly id: string;
  readonly label: string;
  readonly alternatives: readonly string[];
  readonly dissimilarity?: string;
}

/** Parts of a decision with nests. The coefficients come after the others. */
export interface NestParts {
  readonly nests: readonly object[];
  readonly divided?: readonly object[];
  readonly coefficients: readonly { readonly id: string; readonly label: string }[];
}

/**
 * Nests with their coefficients: a dissimilarity for each nest, and a share for each alternative that is in two nests.
 *
 * @param labelOf label of an alternative
 */
export function nestParts(given: readonly SpecNest[], labelOf: (alternative: string) => string): NestParts {
  const nests = given.map(({ dissimilarity, ...nest }) => ({
    ...nest,
    dissimilarity: dissimilarity ?? `dissimilarity_${nest.id}`,
  }));
  const divided = [...new Set(given.flatMap(({ alternatives }) => alternatives))].flatMap((alternative) => {
    const [first, second] = given.filter(({ alternatives }) => alternatives.includes(alternative));
    if (!first || !second) return [];
    const coefficient = {
      id: `share_${alternative}_${first.id}`,
      label: `Share of ${labelOf(alternative)} in ${first.label}`,
    };
    return [{ alternative, nests: [first.id, second.id], share: coefficient.id, coefficient }];
  });
  const dissimilarities = new Map(nests.map((nest) => [nest.dissimilarity, `Dissimilarity of ${nest.label}`]));
  return {
    nests,
    ...(divided.length > 0 && { divided: divided.map(({ coefficient: _coefficient, ...own }) => own) }),
    coefficients: [
      ...Array.from(dissimilarities, ([id, label]) => ({ id, label })),
      ...divided.map(({ coefficient }) => coefficient),
    ],
  };
}
