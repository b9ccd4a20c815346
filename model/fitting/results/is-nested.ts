import type { Attribute, Decision, Parameter, TermFactor, WorkflowDefinition } from '../../definition.js';
import type { Taste } from '../../families/conditional-logit/conditional-logit.schema.js';

type Model = Pick<WorkflowDefinition, 'decision' | 'population' | 'scenario'>;
type Fields = Readonly<Record<string, unknown>>;

/** Coefficients, terms and variables of all families. */
interface Coefficient {
  readonly id: string;
  readonly estimate: number;
  readonly fixed?: true | undefined;
  readonly taste?: Taste | undefined;
}
interface Term {
  readonly coefficient: string;
  readonly scale: number;
  readonly factors: readonly TermFactor[];
  readonly equation?: string;
  readonly alternatives?: readonly string[];
}
interface Variable {
  readonly id: string;
  readonly factors?: readonly TermFactor[];
  readonly alternatives?: Readonly<Record<string, readonly TermFactor[]>>;
  readonly box_cox?: object | undefined;
}

/** Fields of a decision that are compared separately, or that are texts and settings of results, which do not affect the likelihood. */
const otherFields = new Set([
  ...['id', 'label', 'variables', 'coefficients', 'terms', 'alternatives', 'outcomes', 'thresholds'],
  ...['telling', 'story', 'curve', 'count', 'duration', 'amount', 'score', 'measures', 'price'],
  ...['log_sigma', 'log_shape', 'nests', 'divided', 'scales', 'random_intercept', 'dispersion'],
]);

/** Parts of a decision without which it is a special case: no nests, equal scales, random intercepts without spread, Poisson counts. */
const optionalParts = ['nests', 'divided', 'scales', 'random_intercept', 'dispersion'];

/**
 * Whether a model is a special case of another one: restrictions of the coefficients of the larger one, to 0 or to each other, give the smaller
 * one. Both have the same family, outcomes and form, the larger one has all terms of the smaller one, and each of its coefficients occurs in terms
 * of one coefficient of the smaller one or in other terms only. The ids of coefficients do not matter.
 */
export function isNested(small: Model, large: Model): boolean {
  return hasSameForm(small.decision, large.decision) && hasAllTerms(small, large);
}

function hasSameForm(small: Decision, large: Decision): boolean {
  const [a, b]: readonly [Fields, Fields] = [small, large];
  const fieldsOf = (decision: Fields) =>
    Object.entries(decision)
      .filter(([name]) => !otherFields.has(name))
      .sort(([one], [other]) => (one < other ? -1 : 1));
  return (
    isSame(fieldsOf(a), fieldsOf(b)) &&
    isSame(outcomesOf(small), outcomesOf(large)) &&
    optionalParts.every((part) => a[part] === undefined || isSame(a[part], b[part]))
  );
}

/** Outcomes or alternatives without their texts. */
function outcomesOf(decision: Decision): unknown {
  const list: readonly Fields[] =
    'alternatives' in decision ? decision.alternatives : 'outcomes' in decision ? decision.outcomes : [];
  return list.map(({ id, from, to, available_when: condition }) => ({ id, from, to, condition }));
}

function hasAllTerms(small: Model, large: Model): boolean {
  const [own, all] = [coefficientsOf(small), coefficientsOf(large)];
  if (own.size === 0) return false;
  const taken = new Map<Coefficient, Coefficient>();
  for (const [term, coefficient] of own) {
    const other = all.get(term);
    if (!other || (taken.get(other) ?? coefficient) !== coefficient) return false;
    taken.set(other, coefficient);
  }
  return [...new Set(all.values())].every((other) => {
    const coefficient = taken.get(other);
    // A term that only the larger model has is left out with a coefficient of 0.
    if (!coefficient) return !other.fixed || other.estimate === 0;
    const hasOtherTerms = [...all].some(([term, one]) => one === other && !own.has(term));
    const parts = [...taken.values()].filter((one) => one === coefficient).length;
    return !hasOtherTerms && isRestriction(coefficient, other, parts);
  });
}

/**
 * Whether a coefficient is a restriction of another one: a fixed value, or no distribution over agents.
 *
 * @param parts coefficients of the larger model that replace the one of the smaller one
 */
function isRestriction(own: Coefficient, other: Coefficient, parts: number): boolean {
  if (other.fixed && !(own.fixed && own.estimate === other.estimate)) return false;
  const { taste } = own;
  const { taste: otherTaste } = other;
  // A log-normal coefficient has one sign, so that it does not include all values of a coefficient without a distribution.
  if (!taste) return otherTaste?.distribution !== 'log_normal';
  return (
    parts === 1 &&
    taste.distribution === otherTaste?.distribution &&
    taste.sign === otherTaste.sign &&
    (!taste.correlated_with ||
      isSame(Object.keys(taste.correlated_with), Object.keys(otherTaste.correlated_with ?? {})))
  );
}

/** Coefficients by term, with one term for each alternative. A term is its equation, and its factors without the names of variables. */
function coefficientsOf({ decision, population, scenario }: Model): Map<string, Coefficient> {
  const coefficients = new Map<string, Coefficient>(decision.coefficients.map((one) => [one.id, one]));
  const variables: readonly Variable[] = 'variables' in decision ? decision.variables : [];
  const terms: readonly Term[] = 'terms' in decision ? decision.terms : [];
  const sources = new Map<string, Attribute | Parameter>([
    ...population.attributes.map((one) => [`attribute ${one.id}`, one] as const),
    ...scenario.parameters.map((one) => [`parameter ${one.id}`, one] as const),
  ]);
  const factorOf = (factor: TermFactor, alternative: string | undefined): unknown => {
    const variable = 'variable' in factor ? variables.find(({ id }) => id === factor.variable) : undefined;
    if (variable) {
      const factors = variable.factors ?? variable.alternatives?.[alternative ?? ''] ?? [];
      return [factors.map((one) => factorOf(one, alternative)), variable.box_cox !== undefined];
    }
    const source = 'indicator' in factor ? factor.indicator : factor;
    const id =
      'attribute' in source
        ? `attribute ${source.attribute}`
        : 'parameter' in source
          ? `parameter ${source.parameter}`
          : '';
    return [factor, kindOf(sources.get(id))];
  };
  return new Map(
    terms.flatMap((term) =>
      (term.alternatives ?? [undefined]).map((alternative): [string, Coefficient] => {
        const factors = term.factors.map((factor) => JSON.stringify(factorOf(factor, alternative))).sort();
        const key = JSON.stringify([alternative ?? term.equation, term.scale, factors]);
        return [key, coefficients.get(term.coefficient)!];
      }),
    ),
  );
}

/** What a number or a category of two models with the same id must have in common to be the same. */
function kindOf(source: Attribute | Parameter | undefined): unknown {
  if (!source) return null;
  const values = 'categories' in source ? source.categories : 'options' in source ? source.options : [];
  return [source.type, 'unit' in source ? source.unit : null, values.map(({ id, value }) => [id, value])];
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
