import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { Scenario } from '../definition/scenario.schema.js';
import { familyOf } from '../families/family-of.js';
import type { MoneyEquations } from '../equations/agent-figures.js';
import { compileEquations } from '../equations/compile-equations.js';
import type { LinearModel, LinearTerm, Variable } from '../equations/linear-model.js';
import { productContextOf } from '../equations/products/compile-products.js';

/** The variable of a model that is an amount of money. */
export interface CostVariable {
  readonly variable: Variable;
  /** Currency code, such as CHF, or the unit of the data if the source names no currency. */
  readonly unit: string;
  /** Terms with the variable. */
  readonly terms: readonly LinearTerm[];
}

/** Ids of variables that are an amount of money, even if their unit is not a currency. */
const costIds = ['cost', 'price', 'fare'];
/** Names of prices with other words, or in other languages. */
const costPattern =
  /(^|_)(costs?|prices?|fares?|fees?|tariffs?|preis|kosten|prix|cout|precio|coste|costo|prezzo|preco)(_|$)/;
const currencies = new Set(Intl.supportedValuesOf('currency'));

/** Whether a unit names a currency: `USD`, `CHF per month`, `€`. */
export const isCurrency = (unit: string): boolean =>
  /[$€£¥₹]/u.test(unit) || unit.split(/[^A-Z]+/).some((word) => currencies.has(word));

/**
 * Returns the cost variable of a model: a variable in a currency, otherwise one with the name of a price. Undefined if the model has
 * none, or if money has no common value: its terms do not apply to all alternatives that have the variable, or use a transform of it.
 */
export function costVariableOf(model: LinearModel): CostVariable | undefined {
  const variable =
    model.variables.find(({ unit }) => currencies.has(unit)) ??
    model.variables.find(({ id }) => costIds.includes(id)) ??
    model.variables.find(({ id }) => costPattern.test(id));
  if (!variable) return undefined;
  const terms = model.terms.filter(({ factors }) => factors.some((factor) => isVariable(factor, variable.id)));
  const equations = Object.keys(variable.equations);
  const isCommon = terms.every((term) => {
    const variables = term.factors.filter((factor) => 'variable' in factor);
    return variables.length === 1 && equations.every((equation) => term.equations.includes(equation));
  });
  return terms.length > 0 && isCommon && variable.box_cox === undefined
    ? { variable, unit: variable.unit, terms }
    : undefined;
}

export function isVariable(factor: LinearTerm['factors'][number], id: string): boolean {
  return 'variable' in factor && factor.variable === id;
}

/** Marginal utility of one unit of money: minus the derivative of the utilities with respect to the cost. Undefined without a cost. */
export function moneyEquationsOf(definition: WorkflowDefinition, scenario: Scenario): MoneyEquations | undefined {
  const { decision } = definition;
  const model = familyOf(decision).linear(decision);
  const cost = costVariableOf(model);
  if (!cost) return undefined;
  const terms = cost.terms.map((term) => ({
    ...term,
    scale: -term.scale,
    equations: ['money'],
    factors: term.factors.filter((factor) => !isVariable(factor, cost.variable.id)),
  }));
  const money: LinearModel = { ...model, equations: ['money'], variables: [], terms };
  const context = productContextOf(definition);
  return {
    values: compileEquations(money, context, scenario),
    sensitivity: compileEquations({ ...money, tastes: [] }, context, scenario),
  };
}
