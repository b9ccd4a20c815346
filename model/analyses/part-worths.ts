import type { WorkflowOf } from '../definition/definition.schema.js';
import type { LinearModel } from '../equations/linear-model.js';
import { conditionalLogit } from '../families/conditional-logit/conditional-logit.family.js';
import type { ConditionalLogit } from '../families/conditional-logit/conditional-logit.schema.js';
import { streamKey } from '../random/stream-key.js';
import { drawCoefficients } from '../simulation/draw-coefficients.js';
import { covarianceOf } from '../simulation/estimation-error.js';
import { quadraticForm } from '../simulation/quadratic-form.js';
import { type Interval, quantileOfErrors } from '../summary/intervals.js';
import {
  type AlternativeAttribute,
  attributesOfAlternatives,
} from '../families/conditional-logit/alternative-attributes.js';
import { classesOf } from './trade-off-effects.js';
import { dot } from './trade-off-utilities.js';

/** Draws of the coefficients for the intervals of the importance. */
const draws = 1_000;
const seed = 1;

/**
 * Part-worths of the levels of each attribute of alternatives, compared with the first level and with their mean (`centered`), and the importance
 * of the attribute: their range as a share of the ranges of all attributes. Random coefficients have their mean. `left_out` has the labels of
 * attributes whose effect differs between agents in another way than by class, or has a log-normal distribution.
 *
 * @returns undefined if no attribute has coefficients that all alternatives share
 */
export function partWorthsOf(definition: WorkflowOf<ConditionalLogit>) {
  const { decision } = definition;
  const { attributes, leftOut } = attributesOfAlternatives(definition);
  const logNormal = new Set(
    decision.coefficients.flatMap(({ id, taste }) => (taste?.distribution === 'log_normal' ? [id] : [])),
  );
  const known = attributes.filter(({ coefficients }) => !coefficients.some((id) => logNormal.has(id)));
  if (known.length === 0) return undefined;
  const model = conditionalLogit.linear(decision);
  const drawn = drawCoefficients(definition, model, streamKey(seed, definition.workflow_id), draws);
  return {
    attributes: classesOf(definition).flatMap((ownClass, position) =>
      ofClass(definition, model, known, position, drawn).map((own) => ({
        ...own,
        class: ownClass.id,
        class_label: ownClass.label,
      })),
    ),
    left_out: [...leftOut, ...attributes.filter((one) => !known.includes(one)).map(({ label }) => label)],
  };
}

function ofClass(
  definition: WorkflowOf<ConditionalLogit>,
  model: LinearModel,
  attributes: readonly AlternativeAttribute[],
  position: number,
  drawn: readonly ArrayLike<number>[],
) {
  const { decision, evidence } = definition;
  const replaced = decision.classes?.[position]?.coefficients ?? {};
  const at = new Map(model.coefficients.map(({ id }, k) => [id, k]));
  const vectorOf = (weights: ReadonlyMap<string, number>) => {
    const vector = new Float64Array(model.coefficients.length);
    for (const [id, weight] of weights) vector[at.get(replaced[id] ?? id)!] = weight;
    return vector;
  };
  const estimates = Float64Array.from(model.coefficients, ({ estimate }) => estimate);
  const covariance = evidence.covariance && covarianceOf(definition, model.coefficients);
  const quantile = quantileOfErrors([{ standardError: 1, degrees: evidence.covariance?.degrees_of_freedom }]);
  const estimated = (vector: Float64Array): [number, Interval | null] => {
    const value = dot(vector, estimates);
    if (!covariance) return [value, null];
    const margin = quantile * Math.sqrt(Math.max(0, quadraticForm(vector, covariance)));
    return [value, [value - margin, value + margin]];
  };
  const vectors = attributes.map(({ levels }) => levels.map(({ weights }) => vectorOf(weights)));
  const importances = importancesOf(vectors, estimates);
  const drawnImportances = drawn.map((values) => importancesOf(vectors, values));
  return attributes.map(({ id, label, unit, levels }, k) => {
    const own = vectors[k]!;
    const mean = own[0]!.map((_, c) => own.reduce((sum, vector) => sum + vector[c]!, 0) / own.length);
    return {
      ...{ attribute: id, label, unit },
      levels: levels.map((level, l) => {
        const [effect, effect_interval] = estimated(own[l]!.map((weight, c) => weight - own[0]![c]!));
        const [centered, centered_interval] = estimated(own[l]!.map((weight, c) => weight - mean[c]!));
        return {
          ...{ level: level.id, label: level.label, value: level.value },
          ...{ effect, effect_interval: l === 0 ? null : effect_interval, centered, centered_interval },
        };
      }),
      importance: importances[k]!,
      importance_interval: percentileInterval(drawnImportances.map((one) => one[k]!)),
    };
  });
}

function importancesOf(vectors: readonly (readonly Float64Array[])[], values: ArrayLike<number>): number[] {
  const ranges = vectors.map((levels) => {
    const utilities = levels.map((vector) => dot(vector, values));
    return Math.max(...utilities) - Math.min(...utilities);
  });
  const total = ranges.reduce((sum, range) => sum + range, 0);
  return ranges.map((range) => (total > 0 ? range / total : 0));
}

function percentileInterval(values: readonly number[]): Interval | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!;
  return [at(0.025), at(0.975)];
}
