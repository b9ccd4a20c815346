import { type Attribute, hasCategories } from '../../../definition/population.schema.js';
import type { Coefficients } from '../../../equations/compile-equations.js';
import type { AttributeTable } from '../../../population/attribute-table.js';
import type { ConditionalLogit } from '../conditional-logit.schema.js';

/** Scales of a choice, by category of one attribute. */
export interface CompiledScales {
  readonly attribute: number;
  /** Coefficient with the scale of each category; -1 for a scale of 1. */
  readonly coefficients: Int32Array;
}

/** Scale of each agent. */
export interface AgentScales {
  readonly values: Float64Array;
  /** Coefficient with the scale of each agent; -1 for a scale of 1. */
  readonly coefficients: Int32Array;
}

/** Draws of coefficients can lie below this scale. */
const minScale = 0.01;

/** Compiles the scales of a decision; undefined if it has none. */
export function compileScales(
  { scales, coefficients }: ConditionalLogit,
  attributes: readonly Attribute[],
): CompiledScales | undefined {
  if (!scales) return undefined;
  const position = attributes.findIndex(({ id }) => id === scales[0]!.agents.attribute);
  const attribute = attributes[position];
  const categories = attribute && hasCategories(attribute) ? attribute.categories : [];
  const coefficientOf = (category: string) => {
    const own = scales.find(({ agents }) => agents.in.includes(category));
    return own ? coefficients.findIndex(({ id }) => id === own.coefficient) : -1;
  };
  return { attribute: position, coefficients: Int32Array.from(categories, ({ id }) => coefficientOf(id)) };
}

/** Ids of the coefficients that are scales. */
export function scaleCoefficients({ scales = [] }: ConditionalLogit): string[] {
  return [...new Set(scales.map(({ coefficient }) => coefficient))];
}

/** Scales of agents at some values of the coefficients, moved into their range; undefined if all are 1. */
export function scalesOf(
  scales: CompiledScales | undefined,
  values: Coefficients,
  attributes: AttributeTable,
): AgentScales | undefined {
  if (!scales) return undefined;
  const codes = attributes.columns[scales.attribute]!.values;
  const coefficients = Int32Array.from({ length: attributes.count }, (_, row) => scales.coefficients[codes[row]!]!);
  const own = Float64Array.from(coefficients, (k) => (k < 0 ? 1 : Math.max(minScale, values[k]!)));
  return { values: own, coefficients };
}

/** Multiplies the utilities of each agent by its scale: `[alternative * count + row]`. */
export function scaledUtilities(utilities: Float64Array, scales: AgentScales | undefined): Float64Array {
  if (!scales) return utilities;
  return utilities.map((utility, at) => utility * scales.values[at % scales.values.length]!);
}

/** Divides the random errors of each agent by its scale, so that utilities keep their unit. */
export function dividedErrors(errors: Float64Array, scales: AgentScales | undefined): Float64Array {
  if (!scales) return errors;
  return errors.map((error, at) => error / scales.values[at % scales.values.length]!);
}

/**
 * Converts slopes with respect to the scaled utilities, `[(row * size + utility) * size + alternative]`, to slopes with respect to the utilities.
 *
 * @param gradients if given, receives the derivatives with respect to the scales: `[(row * width + coefficient) * size + alternative]`
 */
export function applyScales(
  { values, coefficients }: AgentScales,
  utilities: Float64Array,
  slopes: Float64Array,
  gradients: Float64Array | undefined,
  width: number,
): void {
  const count = values.length;
  const size = utilities.length / count;
  for (let row = 0; row < count; row++) {
    const to = (row * width + coefficients[row]!) * size;
    for (let k = 0; k < size; k++) {
      for (let j = 0; j < size; j++) {
        const at = (row * size + k) * size + j;
        if (gradients && coefficients[row]! >= 0)
          gradients[to + j] = gradients[to + j]! + utilities[k * count + row]! * slopes[at]!;
        slopes[at] = values[row]! * slopes[at]!;
      }
    }
  }
}
