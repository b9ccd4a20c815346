import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { hasEditedAlternatives } from '../definition/resolve-scenario.js';
import { productContextOf } from '../equations/products/compile-products.js';
import { familyOf } from '../families/family-of.js';
import { oncePerObject } from '../memoize.js';
import type { FigureError } from '../summary/experiment-errors.js';
import type { CompiledSimulation } from './compile.js';
import { quadraticForm } from './quadratic-form.js';

/**
 * The definition with the terms that its model could have in addition. Their coefficients are 0, so that agents decide the same, and derivatives by
 * them exist. The same definition without such terms, and if alternatives were edited.
 */
export const withOmittedTerms = oncePerObject((definition: WorkflowDefinition): WorkflowDefinition => {
  const omitted = definition.evidence.errors?.model?.omitted;
  const { decision } = definition;
  if (!omitted || hasEditedAlternatives(decision)) return definition;
  const known = new Set(decision.coefficients.map(({ id }) => id));
  const added = omitted.coefficients.filter((id) => !known.has(id));
  const terms = omitted.terms.map(({ equations, ...term }, k) => ({
    ...{ id: `${term.coefficient}_${k + 1}`, label: term.coefficient, ...term },
    ...(decision.family === 'conditional_logit' ? { alternatives: equations } : { equation: equations[0] }),
  }));
  const extended = {
    ...decision,
    coefficients: [...decision.coefficients, ...added.map((id) => ({ id, label: id, estimate: 0 }))],
    terms: [...decision.terms, ...terms],
  };
  return { ...definition, decision: extended as WorkflowDefinition['decision'] };
});

/** The simulation with the omitted terms of its definition. */
export function compileWithOmittedTerms(compiled: CompiledSimulation): CompiledSimulation {
  const definition = withOmittedTerms(compiled.definition);
  if (definition === compiled.definition) return compiled;
  const { scenario, baseline } = compiled;
  const context = { ...productContextOf(definition), scenario, baseline, baselineAlternatives: 'scenario' as const };
  return { ...compiled, definition, decision: familyOf(definition.decision).compile(definition.decision, context) };
}

/** Change of the coefficients with the omitted terms. */
export interface CoefficientShift {
  readonly mean: Float64Array;
  /** Covariance beyond that of the estimates, size × size. */
  readonly covariance: Float64Array;
}

/** @param coefficients coefficients of the extended definition, in order */
export function coefficientShift(
  { evidence }: WorkflowDefinition,
  coefficients: readonly { readonly id: string }[],
): CoefficientShift | undefined {
  const omitted = evidence.errors?.model?.omitted;
  if (!omitted) return undefined;
  const size = coefficients.length;
  const places = omitted.coefficients.map((id) => coefficients.findIndex((own) => own.id === id));
  const [mean, covariance] = [new Float64Array(size), new Float64Array(size * size)];
  let next = 0;
  places.forEach((i, row) => {
    mean[i] = omitted.shift[row]!;
    for (const j of places.slice(0, row + 1))
      covariance[i * size + j] = covariance[j * size + i] = omitted.covariance[next++]!;
  });
  return { mean, covariance };
}

/** How far a figure with this gradient moves. */
export function figureShift(gradient: Float64Array, { mean, covariance }: CoefficientShift): FigureError {
  return {
    shift: gradient.reduce((sum, slope, k) => sum + slope * mean[k]!, 0),
    standardError: Math.sqrt(Math.max(0, quadraticForm(gradient, covariance))),
  };
}
