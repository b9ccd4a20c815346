import type { Factor, TermFactor, WorkflowDefinition } from '../../../engine/definition.js';
import { familyOf } from '../../../engine/families/family-of.js';
import type { Outcome } from '../../../engine/model/decision-family.js';
import type { LinearModel } from '../../../engine/model/linear-model.js';

/** Values of one agent that terms read. */
export interface AgentValues {
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly scenario: Readonly<Record<string, string | number>>;
  readonly assigned: Readonly<Record<string, number>>;
  readonly states: Readonly<Record<string, number>>;
  /** Estimated coefficient that an agent has in place of a coefficient of the terms. */
  readonly coefficientOf: (id: string) => string;
}

type Evaluate = (agent: AgentValues) => number;

/** One term in one equation: its value is the coefficient times `unit`. */
export interface ReferenceProduct {
  readonly term: string;
  readonly equation: string;
  readonly coefficient: string;
  readonly unit: Evaluate;
}

/** Second, deliberately simple evaluation of the terms of a definition, to check the transcripts. */
export interface ReferenceModel {
  readonly products: readonly ReferenceProduct[];
  readonly estimates: Readonly<Record<string, number>>;
  readonly variables: Readonly<Record<string, Readonly<Record<string, Evaluate>>>>;
  readonly outcomes: readonly Outcome[];
}

export function referenceModel(definition: WorkflowDefinition): ReferenceModel {
  const { decision } = definition;
  const family = familyOf(decision);
  const model = family.linear(decision);
  return {
    products: model.terms.flatMap((term) =>
      term.equations.map((equation) => ({
        term: term.id,
        equation,
        coefficient: term.coefficient,
        unit: productOf(definition, model, equation, term.factors, term.scale),
      })),
    ),
    estimates: Object.fromEntries(model.coefficients.map(({ id, estimate }) => [id, estimate])),
    variables: Object.fromEntries(
      model.variables.map(({ id, equations }) => [
        id,
        Object.fromEntries(
          Object.entries(equations).map(([equation, factors]) => [
            equation,
            productOf(definition, model, equation, factors, 1),
          ]),
        ),
      ]),
    ),
    outcomes: family.outcomes(decision),
  };
}

function productOf(
  definition: WorkflowDefinition,
  model: LinearModel,
  equation: string,
  factors: readonly (Factor | TermFactor)[],
  scale: number,
): Evaluate {
  const values = factors.map((factor): Evaluate => {
    if (!('variable' in factor)) return valueOf(definition, factor);
    const variable = model.variables.find(({ id }) => id === factor.variable)!;
    return productOf(definition, model, equation, variable.equations[equation]!, 1);
  });
  return (agent) => values.reduce((product, value) => product * value(agent), scale);
}

function valueOf({ population, scenario }: WorkflowDefinition, factor: Factor): Evaluate {
  if ('constant' in factor) return () => factor.constant;
  if ('assignment' in factor) return ({ assigned }) => assigned[factor.assignment]!;
  if ('indicator' in factor) {
    const { indicator } = factor;
    const raw: (agent: AgentValues) => string | number | undefined =
      'state' in indicator
        ? ({ states }) => states[indicator.state]
        : 'parameter' in indicator
          ? (agent) => agent.scenario[indicator.parameter]
          : ({ attributes }) => attributes[indicator.attribute];
    if ('in' in indicator) return (agent) => Number(indicator.in.includes(String(raw(agent))));
    const number = 'attribute' in indicator ? numberOf(population.attributes, indicator.attribute) : Number;
    return (agent) => {
      const value = number(raw(agent)!);
      return Number(value >= (indicator.at_least ?? -Infinity) && value <= (indicator.at_most ?? Infinity));
    };
  }
  const shape = shapeOf(factor);
  if ('state' in factor) return ({ states }) => shape(states[factor.state]!);
  if ('attribute' in factor) {
    const number = numberOf(population.attributes, factor.attribute);
    return ({ attributes }) => shape(number(attributes[factor.attribute]!));
  }
  const parameter = scenario.parameters.find(({ id }) => id === factor.parameter)!;
  const options = 'options' in parameter ? parameter.options : [];
  return (agent) => {
    const value = agent.scenario[factor.parameter]!;
    return shape(typeof value === 'number' ? value : options.find(({ id }) => id === value)!.value!);
  };
}

function numberOf(attributes: WorkflowDefinition['population']['attributes'], id: string) {
  const attribute = attributes.find((own) => own.id === id)!;
  if (!('categories' in attribute)) return Number;
  const values = new Map(attribute.categories.map((category) => [category.id, category.value ?? NaN]));
  return (value: string | number) => values.get(String(value))!;
}

function shapeOf({ scale = 1, transform }: { scale?: number; transform?: string }): (value: number) => number {
  if (transform === 'log') return (value) => Math.log(scale * value);
  if (transform === 'log1p') return (value) => Math.log1p(scale * value);
  if (transform === 'sqrt') return (value) => Math.sqrt(scale * value);
  if (transform === 'square') return (value) => (scale * value) ** 2;
  return (value) => scale * value;
}
