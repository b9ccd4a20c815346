import { inSentence, suggestionFor, type UniqueIds } from './names.js';
import type { SpecIssues } from './spec-error.js';
import type { Spec } from './spec.schema.js';

interface Coefficient {
  readonly id: string;
  readonly label: string;
}

/** Coefficients of the terms, some of them random, and the coefficients of their distributions, which come after the others. */
export interface RandomParts {
  readonly coefficients: readonly Coefficient[];
  readonly distributions: readonly Coefficient[];
}

/**
 * Makes coefficients random, each with a coefficient for its spread, and one for each earlier random coefficient if they are correlated.
 *
 * @param coefficients coefficients of the terms
 */
export function randomParts(
  { alternatives }: Spec,
  coefficients: readonly Coefficient[],
  ids: UniqueIds,
  issues: SpecIssues,
): RandomParts {
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
