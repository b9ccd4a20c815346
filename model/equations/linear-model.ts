import type { Factor, TermFactor } from '../definition/product.schema.js';
import type { z } from 'zod';
import type { ProductFactor } from './products/compile-products.js';
import { oncePerName, oncePerObject } from '../memoize.js';
import type { indexShape, twoPartShape } from './linear.schema.js';
import type { IssueList } from '../definition/issue-list.js';
import { checkFactor, type References } from '../definition/references.js';

/**
 * The linear predictors of a decision. Each equation is one predictor: the utility of an alternative, the log of a mean, the logit of a
 * hazard. Every family converts its part of a definition to this model, so that terms are compiled, explained and fitted by shared code.
 */
export interface LinearModel {
  /** Equation ids, in the order of the family. */
  readonly equations: readonly string[];
  readonly coefficients: readonly Coefficient[];
  readonly variables: readonly Variable[];
  readonly terms: readonly LinearTerm[];
  /** Coefficients that no term uses: thresholds, a dispersion, a standard deviation. */
  readonly ancillary: readonly string[];
  /** Coefficients with an individual value for each agent. A run provides them as states, named by `tasteState`. */
  readonly tastes?: readonly string[];
}

export interface Coefficient {
  readonly id: string;
  readonly label: string;
  readonly estimate: number;
  /** Fixed by the model, not estimated. */
  readonly fixed?: true | undefined;
}

/** A quantity that an agent perceives, such as a travel time: a product of factors in each equation that has it. */
export interface Variable {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  readonly equations: Readonly<Record<string, readonly Factor[]>>;
  /** Terms use the transform in place of the value. Default: terms use the value. */
  readonly box_cox?: BoxCox | undefined;
}

/**
 * Box-Cox transform m·((x / m)^λ - 1) / λ of a value x, scaled by a typical value m: at x = m, its slope is 1 for every power λ, so that estimates
 * of the coefficient and of the power hardly depend on each other.
 * Source: Box and Cox, "An analysis of transformations", Journal of the Royal Statistical Society B 26 (1964), who scale by the geometric mean.
 */
export interface BoxCox {
  /** Id of the coefficient that is the power, or a power that is the same for all values of the coefficients. */
  readonly power: string | number;
  /** Typical value m. */
  readonly at: number;
}

/** A summand of each listed equation: coefficient × scale × product of the factors. */
export interface LinearTerm {
  readonly id: string;
  readonly label: string;
  readonly coefficient: string;
  readonly scale: number;
  readonly equations: readonly string[];
  readonly factors: readonly TermFactor[];
}

/** Factors of a term in one equation, with each variable replaced by its factors, without transforms of variables. */
export function expandFactors(model: LinearModel, term: LinearTerm, equation: string): Factor[] {
  return term.factors.flatMap((factor): readonly Factor[] => {
    if (!('variable' in factor)) return [factor];
    return model.variables.find(({ id }) => id === factor.variable)?.equations[equation] ?? [];
  });
}

/** Factors of a term in one equation, with each variable replaced by its factors or by their Box-Cox transform. */
function transformedFactors(model: LinearModel, term: LinearTerm, equation: string): ProductFactor[] {
  return term.factors.flatMap((factor): readonly ProductFactor[] => {
    if (!('variable' in factor)) return [factor];
    const variable = model.variables.find(({ id }) => id === factor.variable);
    const own = variable?.equations[equation] ?? [];
    if (!variable?.box_cox) return own;
    const { power, at } = variable.box_cox;
    const coefficient = model.coefficients.findIndex(({ id }) => id === power);
    const factors = [...own, { constant: 1 / at }];
    return [{ constant: at }, { boxCox: { factors, power: powerOf(model, power), coefficient } }];
  });
}

/** Name of the state with each agent's individual value of a coefficient. Identifiers of definitions cannot contain its dot. */
export function tasteState(coefficient: string): string {
  return `taste.${coefficient}`;
}

/**
 * A term in one equation as a coefficient times factors. If each agent has an individual coefficient, the coefficient is one of the factors
 * and `coefficient` is undefined.
 */
export function productOf(
  model: LinearModel,
  term: LinearTerm,
  equation: string,
): { coefficient: string | undefined; factors: ProductFactor[] } {
  const factors = transformedFactors(model, term, equation);
  if (!model.tastes?.includes(term.coefficient)) return { coefficient: term.coefficient, factors };
  return { coefficient: undefined, factors: [{ state: tasteState(term.coefficient) }, ...factors] };
}

/**
 * Equation of a variable that shows a change of a parameter: the given one, or else the first equation whose factors use the parameter, or
 * else the first equation that has the variable.
 */
export function equationShowing(variable: Variable, parameter: string, given?: string): string {
  const equations = Object.keys(variable.equations);
  const uses = (equation: string) =>
    variable.equations[equation]!.some((factor) => 'parameter' in factor && factor.parameter === parameter);
  return given ?? equations.find(uses) ?? equations[0]!;
}

/** Value of the power of a transform. */
export function powerOf(model: Pick<LinearModel, 'coefficients'>, power: BoxCox['power']): number {
  return typeof power === 'number' ? power : estimateOf(model, power);
}

export function estimateOf(model: Pick<LinearModel, 'coefficients'>, id: string): number {
  return model.coefficients.find((coefficient) => coefficient.id === id)?.estimate ?? NaN;
}

type IndexDecision = z.infer<z.ZodObject<typeof indexShape>>;

/** Converts a decision with one linear predictor to a linear model with one equation. */
export function indexModel(decision: IndexDecision, equation: string, ancillary: readonly string[] = []): LinearModel {
  return {
    equations: [equation],
    coefficients: decision.coefficients,
    variables: variablesOf(decision.variables)(equation),
    terms: termsOf(decision.terms)(equation),
    ancillary,
  };
}

type TwoPartDecision = z.infer<z.ZodObject<typeof twoPartShape>>;

/** Converts a decision on an amount that can be 0 to a linear model. Each equation has all variables. */
export function twoPartModel(
  { coefficients, variables, terms }: TwoPartDecision,
  equations: readonly string[],
  ancillary: readonly string[],
): LinearModel {
  return {
    equations,
    coefficients,
    variables: variables.map(({ factors, ...variable }) => ({
      ...variable,
      equations: Object.fromEntries(equations.map((equation) => [equation, factors])),
    })),
    terms: terms.map(({ equation, ...term }) => ({ ...term, equations: [equation] })),
    ancillary,
  };
}

// Models with other values of the coefficients share these lists, so that their equations are laid out once.
const variablesOf = oncePerObject((variables: IndexDecision['variables']) =>
  oncePerName((equation): readonly Variable[] =>
    variables.map(({ factors, ...variable }) => ({ ...variable, equations: { [equation]: factors } })),
  ),
);
const termsOf = oncePerObject((terms: IndexDecision['terms']) =>
  oncePerName((equation): readonly LinearTerm[] => terms.map((term) => ({ ...term, equations: [equation] }))),
);

const noVariables: ReadonlySet<string> = new Set();

/**
 * Checks that the parts of a linear model refer only to each other and to existing parts of the definition.
 *
 * @param equationWord word for an equation in messages: `alternative`
 */
export function checkLinear(list: IssueList, model: LinearModel, references: References, equationWord: string): void {
  for (const part of ['variables', 'coefficients', 'terms'] as const) {
    list.unique(
      ['decision', part],
      model[part].map((item) => item.id),
      part.slice(0, -1),
    );
  }
  const coefficients = new Set(model.coefficients.map((coefficient) => coefficient.id));
  const used = new Set([...model.terms.map((term) => term.coefficient), ...model.ancillary]);
  model.coefficients.forEach(({ id }, index) => {
    if (!used.has(id)) list.add(['decision', 'coefficients', index], `no term uses coefficient "${id}"`);
  });
  for (const id of model.ancillary) list.known(['decision'], id, coefficients, 'coefficient');
  checkVariables(list, model, references, equationWord);
  model.terms.forEach((term, index) => {
    list.known(['decision', 'terms', index, 'coefficient'], term.coefficient, coefficients, 'coefficient');
    checkTerm(list, index, term, model, references, equationWord);
  });
}

function checkVariables(list: IssueList, model: LinearModel, references: References, equationWord: string): void {
  const equations = new Set(model.equations);
  model.variables.forEach((variable, index) => {
    for (const [equation, factors] of Object.entries(variable.equations)) {
      const path = ['decision', 'variables', index, `${equationWord}s`, equation];
      list.known(path, equation, equations, equationWord);
      factors.forEach((factor, position) => checkFactor(list, [...path, position], factor, references, noVariables));
    }
  });
}

function checkTerm(
  list: IssueList,
  index: number,
  term: LinearTerm,
  model: LinearModel,
  references: References,
  equationWord: string,
): void {
  const path = ['decision', 'terms', index];
  const equations = new Set(model.equations);
  term.equations.forEach((id, position) =>
    list.known([...path, `${equationWord}s`, position], id, equations, equationWord),
  );
  if (new Set(term.equations).size < term.equations.length)
    list.add([...path, `${equationWord}s`], `names an ${equationWord} twice`);
  const shared = model.variables.filter((variable) => term.equations.every((id) => variable.equations[id]));
  const variables = new Set(shared.map((variable) => variable.id));
  term.factors.forEach((factor, position) =>
    checkFactor(list, [...path, 'factors', position], factor, references, variables),
  );
}
