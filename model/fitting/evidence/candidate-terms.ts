import { hasCategories, type TermFactor, type WorkflowDefinition } from '../../definition.js';
import { expandFactors, type LinearModel, type LinearTerm } from '../../equations/linear-model.js';
import type { Model } from '../fit-sample.js';

/** What a column changes: how an effect differs between respondents or alternatives, its form, or the rest of the model. */
export type CandidateKind = 'interaction' | 'form' | 'adjustment';

/** A column that the model could have in addition: terms with one coefficient. */
export interface Candidate {
  readonly kind: CandidateKind;
  readonly terms: readonly CandidateTerm[];
}
export type CandidateTerm = Pick<LinearTerm, 'scale' | 'equations' | 'factors'>;

/** A sum of products, such as x - 3. */
type Polynomial = readonly Omit<CandidateTerm, 'equations'>[];

const constant = (scale: number): Polynomial => [{ scale, factors: [] }];
const times = (...parts: Polynomial[]): Polynomial =>
  parts.reduce((product, part) =>
    product.flatMap((a) => part.map((b) => ({ scale: a.scale * b.scale, factors: [...a.factors, ...b.factors] }))),
  );

/** Adds the parts with the same factors. */
function collected(polynomial: Polynomial): Polynomial {
  const parts = new Map<string, Polynomial[number]>();
  for (const part of polynomial) {
    const key = part.factors
      .map((factor) => JSON.stringify(factor))
      .sort()
      .join();
    parts.set(key, { ...part, scale: part.scale + (parts.get(key)?.scale ?? 0) });
  }
  return [...parts.values()];
}

interface Moments {
  readonly mean: number;
  readonly deviation: number;
  /** Whether there are more than two values, so that an effect has a form. */
  readonly isCurved: boolean;
}

/** Values of a coefficient, standardized, in each list of equations that has them. */
interface Predictor extends Moments {
  readonly coefficient: string;
  readonly terms: readonly LinearTerm[];
  readonly parts: readonly { readonly equations: readonly string[]; readonly z: Polynomial }[];
}

/** Columns of attributes in interactions, and alternatives with slopes of their own: more would make intervals wider than models need. */
const maxAttributes = 12;
const maxSlopes = 6;

/**
 * Columns that the model could have in addition for the effects βx of some parameters: the square and the cube of x; interactions with attributes,
 * with alternatives and with other variables of an alternative; and squares of other variables. A column of an effect has its unit,
 * S = √(β² + 9·SE²): a coefficient of 0.3 changes the effect by about 30% for one standard deviation.
 *
 * @param parameters ids of the parameters
 * @param unitOf S of a coefficient
 * @returns in the order in which small samples keep them
 */
export function candidateTerms(
  definition: WorkflowDefinition,
  linear: LinearModel,
  model: Model,
  parameters: ReadonlySet<string>,
  unitOf: (coefficient: string) => number,
): Candidate[] {
  const isChoice = definition.decision.family === 'conditional_logit';
  const predictors = predictorsOf(linear, model);
  const isOf = ({ terms }: Predictor, attribute: string) =>
    terms.some((term) => usesAttribute(linear, term, attribute));
  const isOwn = (one: Predictor) => parametersOf(linear, one).some((id) => parameters.has(id));
  const own = predictors.filter(isOwn).filter((one, _, all) => !all.some((other) => isInteractionOf(one, other)));
  const unit = ({ coefficient, deviation }: Predictor) => unitOf(coefficient) * deviation;
  const slopes = isChoice ? slopeAlternatives(linear) : [];
  const others = predictors.filter((one) => !own.includes(one) && !own.some((other) => isInteractionOf(one, other)));
  const isPerceived = ({ terms }: Predictor) =>
    terms.some(({ factors }) => factors.some((factor) => 'variable' in factor || 'parameter' in factor));
  const pairsOf = (one: Predictor) => [
    ...own.slice(own.indexOf(one) + 1).filter((other) => isChoice || usesOthers(linear, one, other)),
    ...others.filter((other) => isChoice && isPerceived(other)),
  ];
  const attributes = attributeColumns(definition, model)
    // Attributes of alternatives, such as their times, are in the other variables of the alternatives.
    .filter(({ id }) => !isChoice || !own.some((one) => isOf(one, id)))
    .slice(0, maxAttributes);
  const candidates = [
    ...own
      .filter(({ isCurved }) => isCurved)
      .flatMap((one) => [
        column('form', one, (z) => times(constant(unit(one) / 2), z, z)),
        column('form', one, (z) => [...times(constant(unit(one) / 6), z, z, z), ...times(constant(-unit(one) / 2), z)]),
      ]),
    ...attributes.flatMap(({ id, z: attribute }) =>
      own
        .filter((one) => !isOf(one, id))
        .map((one) => column('interaction', one, (z) => times(constant(unit(one)), z, attribute))),
    ),
    ...own.flatMap((one) =>
      one.parts.flatMap(({ equations, z }) =>
        equations
          .slice(1)
          .filter((alternative) => slopes.includes(alternative))
          .map((alternative) => ({
            kind: 'interaction' as const,
            terms: inEquations([alternative], times(constant(unit(one)), z)),
          })),
      ),
    ),
    ...own.flatMap((one) =>
      pairsOf(one).map((other) =>
        column('interaction', one, (z, equations) => times(constant(unit(one)), z, partIn(other, equations))),
      ),
    ),
    ...others.filter(({ isCurved }) => isCurved).map((one) => column('adjustment', one, (z) => times(z, z))),
  ];
  return candidates.filter(({ terms }) => terms.length > 0);
}

function column(
  kind: CandidateKind,
  { parts }: Predictor,
  valueOf: (z: Polynomial, equations: readonly string[]) => Polynomial,
): Candidate {
  return { kind, terms: parts.flatMap(({ equations, z }) => inEquations(equations, valueOf(z, equations))) };
}

const inEquations = (equations: readonly string[], polynomial: Polynomial): CandidateTerm[] =>
  collected(polynomial).map((part) => ({ ...part, equations }));

/** The values of a predictor in these equations; none if it is not in all of them. */
const partIn = ({ parts }: Predictor, equations: readonly string[]): Polynomial =>
  parts.find((part) => equations.every((one) => part.equations.includes(one)))?.z ?? [];

/** The coefficients with values that vary. */
function predictorsOf(linear: LinearModel, model: Model): Predictor[] {
  const tastes = linear.tastes ?? [];
  return linear.coefficients.flatMap(({ id: coefficient, fixed }) => {
    const terms = linear.terms.filter((term) => term.coefficient === coefficient);
    const moments = fixed || tastes.includes(coefficient) ? undefined : momentsOfCoefficient(model, coefficient);
    if (!moments || moments.deviation === 0 || terms.every(({ factors }) => factors.length === 0)) return [];
    const { mean, deviation } = moments;
    const lists = new Map(terms.map(({ equations }) => [equations.join(' '), equations]));
    const parts = Array.from(lists.values(), (equations) => ({
      equations,
      z: [
        ...terms
          .filter((term) => term.equations.join(' ') === equations.join(' '))
          .map(({ scale, factors }) => ({ scale: scale / deviation, factors })),
        ...constant(-mean / deviation),
      ],
    }));
    return [{ coefficient, terms, parts, ...moments }];
  });
}

/** Moments over the observations and the equations with the coefficient. Values of 0 in alternatives that are not available count. */
function momentsOfCoefficient({ design }: Model, coefficient: string): Moments | undefined {
  const position = design.coefficients.indexOf(coefficient);
  const values = design.equations.flatMap(({ coefficients, matrix }) => {
    const [at, width] = [coefficients.indexOf(position), coefficients.length];
    return at < 0 ? [] : Array.from({ length: design.rows }, (_, row) => matrix[row * width + at]!);
  });
  return values.length === 0 ? undefined : momentsOf(values);
}

function momentsOf(values: readonly number[]): Moments {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  return { mean, deviation, isCurved: new Set(values).size > 2 };
}

/** The attributes as standardized numbers; a category has one for each but the first. */
function attributeColumns({ population }: WorkflowDefinition, { rows }: Model) {
  return population.attributes.flatMap((attribute, position) => {
    const { values } = rows.attributes.columns[position]!;
    const standardized = (factor: TermFactor, numbers: readonly number[]) => {
      const { mean, deviation } = momentsOf(numbers);
      const z = [{ scale: 1 / deviation, factors: [factor] }, ...constant(-mean / deviation)];
      return deviation > 0 ? [{ id: attribute.id, z }] : [];
    };
    if (!hasCategories(attribute)) return standardized({ attribute: attribute.id }, Array.from(values, Number));
    return attribute.categories.slice(1).flatMap(({ id }, k) =>
      standardized(
        { indicator: { attribute: attribute.id, in: [id] } },
        Array.from(values, (value) => Number(value === k + 1)),
      ),
    );
  });
}

/** Alternatives with names of their own: all but one have a constant. None if the alternatives are only numbered. */
function slopeAlternatives({ equations, terms }: LinearModel): readonly string[] {
  const constants = new Set(terms.flatMap((term) => (term.factors.length === 0 ? term.equations : [])));
  return constants.size >= equations.length - 1 ? equations.slice(0, maxSlopes) : [];
}

function usesAttribute(linear: LinearModel, term: LinearTerm, attribute: string): boolean {
  return term.equations.some((equation) =>
    expandFactors(linear, term, equation).some(
      (factor) =>
        ('attribute' in factor && factor.attribute === attribute) ||
        ('indicator' in factor && 'attribute' in factor.indicator && factor.indicator.attribute === attribute),
    ),
  );
}

/** Parameters that the terms of a predictor read. */
const parametersOf = (linear: LinearModel, { terms }: Predictor): string[] =>
  terms.flatMap((term) =>
    term.equations.flatMap((equation) =>
      expandFactors(linear, term, equation).flatMap((factor) => {
        if ('parameter' in factor) return [factor.parameter];
        return 'indicator' in factor && 'parameter' in factor.indicator ? [factor.indicator.parameter] : [];
      }),
    ),
  );

/** Whether two predictors read different parameters: those of two options of one parameter are never both above 0. */
function usesOthers(linear: LinearModel, one: Predictor, other: Predictor): boolean {
  const own = parametersOf(linear, one);
  return !parametersOf(linear, other).some((id) => own.includes(id));
}

/** Whether a predictor has all factors of another one and more. */
function isInteractionOf({ terms }: Predictor, other: Predictor): boolean {
  const texts = ({ factors }: LinearTerm) => factors.map((factor) => JSON.stringify(factor));
  return terms.some((term) =>
    other.terms.some((simpler) => {
      const [own, least] = [texts(term), texts(simpler)];
      return least.length > 0 && least.length < own.length && least.every((factor) => own.includes(factor));
    }),
  );
}
