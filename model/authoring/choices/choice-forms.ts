import type { SpecIssues } from '../spec-error.js';
import type { Spec } from '../spec.schema.js';
import type { Variables } from '../variables/variables.js';
import { inSentence, suggestionFor, UniqueIds } from '../variables/names.js';
import { type Formula, type FormulaTerm, FormulaError, parseFormula } from '../formula.js';
import { type ModelColumn, modelColumns } from '../model-terms.js';
import type { SpecParameter } from '../variables/parameters.js';

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

/** Columns of a wide table with the choices after the first one, by their names in the recipe. */
export function furtherChoices(variables: Variables): ReadonlyMap<string, string> {
  const { spec, issues } = variables;
  const { ranks = [], worst, nests, sampling } = spec.alternatives!;
  if (typeof ranks === 'number') {
    issues.add('alternatives.ranks', 'must be a list of columns, because the file is wide');
    return new Map();
  }
  const named = [
    ...ranks.map((column, k) => ({ path: 'alternatives.ranks', name: `outcome.rank_${k + 2}`, column })),
    ...(worst === undefined ? [] : [{ path: 'alternatives.worst', name: 'outcome.worst', column: worst }]),
  ];
  for (const { path, column } of named) {
    variables.profile(column, path);
    if (nests) issues.add(path, 'cannot be combined with `nests`');
    if (sampling) issues.add(path, 'cannot be combined with `sampling`');
  }
  return new Map(named.map(({ name, column }) => [name, column]));
}

interface Coefficient {
  readonly id: string;
  readonly label: string;
}

/**
 * Makes coefficients of terms random, each with a coefficient for its spread, and one for each earlier random coefficient if they are correlated.
 *
 * @param coefficients coefficients of the terms
 */
export function randomParts(
  { spec: { alternatives }, issues }: Variables,
  coefficients: readonly Coefficient[],
  ids: UniqueIds,
) {
  const { random, correlated = false, money } = alternatives!;
  if (!random) {
    if (correlated) issues.add('alternatives.correlated', 'needs `random`, such as random: { time: normal }');
    if (money !== undefined) issues.add('alternatives.money', 'needs a log-normal coefficient of `random`');
    return { coefficients, distributions: [] };
  }
  if (alternatives!.classes) issues.add('alternatives.random', 'cannot be combined with `classes`: remove one of them');
  const names = Object.keys(random);
  if (names.length === 0) issues.add('alternatives.random', 'must name at least one coefficient');
  else if (correlated && names.length === 1)
    issues.add('alternatives.correlated', 'needs at least two coefficients in `random`');
  const known = coefficients.map(({ id }) => id);
  for (const id of names)
    if (!known.includes(id))
      issues.add(
        'alternatives.random',
        `"${id}" is not a coefficient; known: ${known.join(', ')}${suggestionFor(id, known)}`,
      );
  if (money !== undefined && random[money]?.distribution !== 'log_normal')
    issues.add('alternatives.money', `"${money}" must be a log-normal coefficient of \`random\``);
  const earlier: Coefficient[] = [];
  const distributions: Coefficient[] = [];
  const added = (id: string, label: string) => {
    const own = { id: ids.of(id), label };
    distributions.push(own);
    return own.id;
  };
  const own = coefficients.map((coefficient) => {
    const taste = random[coefficient.id];
    if (!taste) return coefficient;
    const { id, label } = coefficient;
    const isBounded = taste.distribution === 'uniform' || taste.distribution === 'triangular';
    if (isBounded && correlated)
      issues.add('alternatives.correlated', `"${id}" is ${taste.distribution}: only normal and log-normal ones can be`);
    const of = taste.distribution === 'log_normal' ? ' of the logarithm' : '';
    const spread = added(`${id}_spread`, `${label}, ${isBounded ? 'half of the range' : `standard deviation${of}`}`);
    const factors = (correlated ? earlier : []).map((other) => [
      other.id,
      added(`${id}_with_${other.id}`, `${label} with ${inSentence(other.label)}`),
    ]);
    earlier.push(coefficient);
    return {
      id,
      label: `${label}, mean${of}`,
      taste: {
        ...taste,
        spread,
        ...(factors.length > 0 && { correlated_with: Object.fromEntries(factors) as object }),
      },
    };
  });
  return { coefficients: own, distributions };
}

/** Parts of a decision with latent classes. The coefficients come after the others. */
export interface ClassParts {
  readonly classes?: readonly object[];
  readonly coefficients: readonly { readonly id: string; readonly label: string }[];
}

const path = 'alternatives.classes.membership';

/** Terms of the log odds of the latent classes; none if the shares are the same for all respondents. */
export function membershipTerms({ alternatives }: Spec, issues: SpecIssues): readonly FormulaTerm[] {
  const text = alternatives?.classes?.membership;
  if (text === undefined) return [];
  try {
    const { parts }: Formula = parseFormula(`class ~ ${text}`);
    if (parts.length > 1) issues.add(path, 'has a part after |: write columns of the respondent with +');
    return parts[0]!.terms;
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    issues.add(path, error.message);
    return [];
  }
}

/**
 * Latent classes in which all coefficients of the terms differ. The coefficients are those of the first class.
 *
 * @param coefficients coefficients of the terms
 * @param membership terms of the log odds
 */
export function classParts(
  variables: Variables,
  coefficients: readonly { readonly id: string; readonly label: string }[],
  membership: readonly FormulaTerm[],
  parameters: ReadonlyMap<string, SpecParameter>,
): ClassParts {
  const { spec, issues } = variables;
  const number = spec.alternatives!.classes?.number;
  if (number === undefined) return { coefficients: [] };
  for (const column of new Set(membership.flat().map((atom) => atom.column)))
    if (parameters.has(column))
      issues.add(path, `"${column}" is a parameter, but the class of an agent is the same in every scenario`);
  const ids = new UniqueIds(coefficients.map(({ id }) => id));
  const columns = modelColumns(
    membership,
    true,
    (column) => variables.of(column, path),
    parameters,
    issues,
    new UniqueIds(),
    // The log odds of each class have their own constant.
    { hasThresholds: true },
  );
  const parts = Array.from({ length: number }, (_, k) => classOf(k + 1, coefficients, columns, ids));
  return {
    classes: parts.map(({ own }) => own),
    coefficients: parts.flatMap((part) => part.coefficients),
  };
}

function classOf(
  k: number,
  general: readonly { readonly id: string; readonly label: string }[],
  columns: readonly ModelColumn[],
  ids: UniqueIds,
): { own: object; coefficients: { id: string; label: string }[] } {
  const name = { id: `class_${k}`, label: `Class ${k}`, phrase: `I belong to class ${k}` };
  if (k === 1) return { own: { ...name, coefficients: {} }, coefficients: [] };
  const replacements = general.map(({ id, label }) => ({
    of: id,
    id: ids.of(`${id}_class_${k}`),
    label: `${label}, class ${k}`,
  }));
  const constant = { id: ids.of(`log_odds_class_${k}`), label: `Log odds of class ${k}` };
  const effects = columns.map(({ coefficient, label, terms }) => ({
    id: ids.of(`log_odds_class_${k}_${coefficient}`),
    label: `Log odds of class ${k}: ${label}`,
    terms,
  }));
  return {
    own: {
      ...name,
      log_odds: constant.id,
      coefficients: Object.fromEntries(replacements.map(({ of, id }) => [of, id])),
      ...(effects.length > 0 && {
        membership: effects.flatMap(({ id, label, terms }) =>
          terms.map(({ factors }) => ({ id, label, coefficient: id, scale: 1, factors })),
        ),
      }),
    },
    coefficients: [
      ...replacements.map(({ id, label }) => ({ id, label })),
      constant,
      ...effects.map(({ id, label }) => ({ id, label })),
    ],
  };
}
