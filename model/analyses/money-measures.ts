import type { Product } from '../adjustments/offer-products.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { numericParameters } from '../definition/parameter-types.js';
import type { NumericParameter, Scenario } from '../definition/scenario.schema.js';
import type { LinearModel, LinearTerm } from '../equations/linear-model.js';
import { familyOf } from '../families/family-of.js';
import { productAttributesOf } from '../families/conditional-logit/alternative-attributes.js';
import type { Interval } from '../summary/intervals.js';
import type { MoneyEquations } from '../equations/agent-figures.js';
import { compileEquations } from '../equations/compile-equations.js';
import { productContextOf } from '../equations/products/compile-products.js';

/** Ids of variables that are an amount of money, even if their unit is not a currency. */
const costIds = ['cost', 'price', 'fare'];
const costPattern =
  /(^|_)(costs?|prices?|fares?|fees?|tariffs?|preis|kosten|prix|cout|precio|coste|costo|prezzo|preco)(_|$)/;
const currencies = new Set(Intl.supportedValuesOf('currency'));

/** Whether a unit names a currency: `USD`, `CHF per month`, `€`. */
const isCurrency = (unit: string): boolean =>
  /[$€£¥₹]/u.test(unit) || unit.split(/[^A-Z]+/).some((word) => currencies.has(word));

/**
 * Returns the cost variable of a model, with its terms: a variable in a currency, otherwise one with the name of a price. Undefined if the model has
 * none, or if money has no common value: its terms do not apply to all alternatives that have the variable, or use a transform of it.
 */
export function costVariableOf(model: LinearModel) {
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

const priceNames =
  /(^|[^\p{L}])(prices?|fares?|fees?|tariffs?|premiums?|rents?|tolls?|preise?|geb[üu]hr(en)?|prix|tarifs?|precios?|prezzi|prezzo|pre[çc]os?)($|[^\p{L}])/iu;
/** Money that an agent has, not money that an agent pays. */
const ownedNames = /income|salary|wage|earning|wealth|saving|budget|einkommen|gehalt|lohn|ingreso|salari|revenu/i;

/**
 * The measures of money that a workflow offers: one for each parameter that is a price, or that multiplies one. Each is the price times the
 * share of the outcomes that pay it, with the name of the price by outcome, as in the `values` of a goal.
 */
export function moneyMeasuresOf(definition: WorkflowDefinition) {
  const { decision, scenario } = definition;
  // The shares of these families are those of buyers. Others have amounts, or levels.
  if (decision.family !== 'binary_logit' && decision.family !== 'conditional_logit') return [];
  const model = familyOf(decision).linear(decision);
  return numericParameters(scenario.parameters).flatMap((parameter) => {
    const price = priceOf(parameter, definition, model);
    if (!price) return [];
    const { name, unit, outcomes } = price;
    const label = labelOf(price);
    if (outcomes.length === 0 || label === undefined) return [];
    const values = Object.fromEntries(outcomes.map((outcome) => [outcome, name]));
    return [{ label, unit, parameter: parameter.id, values }];
  });
}

/** What a price times a share is called. Undefined if the number is not money that agents pay. */
function labelOf({ name, label, unit }: { name: string; label: string; unit: string }): string | undefined {
  if (ownedNames.test(`${label} ${name}`)) return undefined;
  if (priceNames.test(`${label} ${name}`.replaceAll('_', ' '))) return 'Revenue';
  return isCurrency(unit) ? 'Amount paid' : undefined;
}

/** The attribute that is the price of each product, in its unit. Undefined if products have no price. */
export function productPriceOf(
  definition: WorkflowDefinition,
): { id: string; label: string; unit: string } | undefined {
  const prices = (productAttributesOf(definition)?.attributes ?? []).flatMap(({ id, label, unit, kind }) => {
    const measure = kind === 'number' ? labelOf({ name: id, label, unit: unit ?? '' }) : undefined;
    return measure === undefined ? [] : [{ id, label: measure, unit: unit ?? '' }];
  });
  return prices[0];
}

/** Money per agent that products bring. */
export interface ProductRevenues {
  readonly label: string;
  readonly unit: string;
  /** By id of the product. The interval is null if that of the share is unknown. */
  readonly products: Readonly<Record<string, { value: number; interval: Interval | null }>>;
}

/**
 * Price minus unit cost, times the share, of each product that has a price. Both are exact, so that the error is that of the share.
 *
 * @param unitCosts by id of the product. Default: 0
 * @returns undefined if products have no price
 */
export function productRevenuesOf(
  definition: WorkflowDefinition,
  products: readonly Product[],
  shares: readonly { id: string; share: number; interval: Interval | null }[],
  unitCosts: Readonly<Record<string, number>> = {},
): ProductRevenues | undefined {
  const price = productPriceOf(definition);
  if (!price) return undefined;
  const revenues = products.flatMap(({ id, attributes }) => {
    const own = shares.find((one) => one.id === id);
    const paid = Number(attributes[price.id]) - (unitCosts[id] ?? 0);
    if (!own || !Number.isFinite(paid)) return [];
    const ends = own.interval?.map((end) => paid * end).sort((a, b) => a - b);
    return [[id, { value: paid * own.share, interval: ends ? ([ends[0]!, ends[1]!] as const) : null }] as const];
  });
  return { label: price.label, unit: price.unit, products: Object.fromEntries(revenues) };
}

/** The variable that a parameter multiplies, otherwise the parameter itself, with the outcomes that have it. */
function priceOf(parameter: NumericParameter, definition: WorkflowDefinition, model: LinearModel) {
  const { id, label, unit, about } = parameter;
  const outcomesOf = (equations: LinearModel['variables'][number]['equations']) =>
    Object.keys(equations).filter((outcome) =>
      equations[outcome]!.some((factor) => 'parameter' in factor && factor.parameter === id),
    );
  const variable = model.variables.find(({ equations }) => outcomesOf(equations).length > 0);
  if (variable)
    return { name: variable.id, label: variable.label, unit: variable.unit, outcomes: outcomesOf(variable.equations) };
  // A number that is added to or multiplies the own value of each agent is not what agents pay.
  if (parameter.typical_change !== undefined || /^(×|times$)/.test(unit)) return undefined;
  return { name: id, label, unit, outcomes: about === undefined ? buyersOf(definition) : [about] };
}

function buyersOf({ decision, headline_outcome: headline }: WorkflowDefinition): string[] {
  if (decision.family !== 'binary_logit') return [];
  const [first, second] = decision.outcomes.map(({ id }) => id);
  return [headline === first ? first! : second!];
}
