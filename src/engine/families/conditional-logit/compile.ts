import { type Attribute, hasCategories } from '../../definition/population.schema.js';
import { type Factor } from '../../definition/product.schema.js';
import { type Scenario } from '../../definition/scenario.schema.js';
import {
  compileProducts,
  type Product,
  type ProductContext,
  type ProductProgram,
} from '../../products/compile-products.js';
import { type Alternative, type ConditionalLogit, type Term } from './schema.js';

/** Who has an alternative: 1 or 0 by category of one attribute. Nothing: everybody. */
export interface Availability {
  readonly position: number;
  readonly table: Uint8Array;
}

/** The utilities of a decision under one scenario: product k belongs to alternative `alternatives[k]` and comes from term `terms[k]`. */
export interface CompiledUtilities {
  readonly decision: ConditionalLogit;
  readonly program: ProductProgram;
  readonly alternatives: Int32Array;
  readonly terms: Int32Array;
  readonly availability: readonly (Availability | undefined)[];
}

export function compileUtilities(
  decision: ConditionalLogit,
  context: ProductContext,
  scenario: Scenario,
): CompiledUtilities {
  const estimates = new Map(decision.coefficients.map((coefficient) => [coefficient.id, coefficient.estimate]));
  const products: Product[] = [];
  const alternatives: number[] = [];
  const terms: number[] = [];
  decision.terms.forEach((term, position) => {
    for (const alternative of term.alternatives) {
      const weight = (estimates.get(term.coefficient) ?? NaN) * term.scale;
      products.push({ weight, factors: expandFactors(decision, term, alternative) });
      alternatives.push(decision.alternatives.findIndex(({ id }) => id === alternative));
      terms.push(position);
    }
  });
  return {
    decision,
    program: compileProducts(products, context, scenario),
    alternatives: Int32Array.from(alternatives),
    terms: Int32Array.from(terms),
    availability: decision.alternatives.map((alternative) => compileAvailability(alternative, context.attributes)),
  };
}

/** The factors of a term on one alternative, with the variables replaced by what they are made of there. */
export function expandFactors(decision: ConditionalLogit, term: Term, alternative: string): Factor[] {
  return term.factors.flatMap((factor) => {
    if (!('variable' in factor)) return [factor];
    return decision.variables.find((variable) => variable.id === factor.variable)?.alternatives[alternative] ?? [];
  });
}

function compileAvailability(alternative: Alternative, attributes: readonly Attribute[]): Availability | undefined {
  const condition = alternative.available_when;
  if (!condition) return undefined;
  const position = attributes.findIndex((attribute) => attribute.id === condition.attribute);
  const attribute = attributes[position];
  const categories = attribute && hasCategories(attribute) ? attribute.categories : [];
  return { position, table: Uint8Array.from(categories, (category) => Number(condition.in.includes(category.id))) };
}
