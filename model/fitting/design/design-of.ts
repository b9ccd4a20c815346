import type { WorkflowDefinition } from '../../definition.js';
import { compileEquations } from '../../equations/compile-equations.js';
import type { LinearModel } from '../../equations/linear-model.js';
import { productValue, viewInputs } from '../../equations/products/evaluate-products.js';
import type { Design, DesignEquation } from '../likelihood.js';
import type { Observations } from '../rows/table.js';
import { attributesAt, type Rows, valuesAt } from '../rows/rows.js';
import { DataError } from '../../authoring/spec-error.js';
import { productContextOf } from '../../equations/products/compile-products.js';
import { numberLabels } from '../covariance.js';

/** Coefficients of terms that calibration estimates, in the order of the model. */
export function linearCoefficients({ coefficients, ancillary }: LinearModel): string[] {
  return coefficients.filter(({ id, fixed }) => !fixed && !ancillary.includes(id)).map(({ id }) => id);
}

/**
 * Design of all observations: the terms of a model as the simulation evaluates them, summed by coefficient. Rows of one
 * scenario are evaluated together, so that parameters have the same meaning as in a simulation.
 *
 * @param equations equations of the model, in the order of the kernel
 * @throws DataError with the term and the line if a term is not finite
 */
export function designOf(
  definition: WorkflowDefinition,
  model: LinearModel,
  equations: readonly string[],
  rows: Rows,
  observations: Observations,
): Design {
  const coefficients = linearCoefficients(model);
  const places = equations.map((equation) => emptyEquation(model, equation, coefficients, observations.count));
  const context = productContextOf(definition);
  // Individual deviations of a coefficient are part of the likelihood, not of the terms.
  const withoutTastes = { ...model, tastes: [] };
  groups(rows, observations).forEach((group, scenario) => {
    if (group.length === 0) return;
    const compiled = compileEquations(withoutTastes, context, rows.scenarios[scenario]!);
    const program = { ...compiled.program, weights: compiled.unitWeights };
    const at = valuesAt(observations.row, group, new Int32Array(group.length));
    const inputs = viewInputs(
      program,
      attributesAt(rows.attributes, at),
      rows.assigned.map((column) => valuesAt(column, at, new Uint8Array(at.length))),
      statesAt(observations, group),
    );
    compiled.equations.forEach((equation, k) => {
      const place = places[equations.indexOf(model.equations[equation]!)];
      if (!place) return;
      const width = place.coefficients.length;
      const { id, fixed, estimate } = model.coefficients[compiled.coefficients[k]!]!;
      const column = place.coefficients.indexOf(coefficients.indexOf(id));
      group.forEach((observation, position) => {
        const value = productValue(program, k, inputs, position);
        if (!Number.isFinite(value))
          throw notFinite(model.terms[compiled.terms[k]!]!.id, value, rows.lines[at[position]!]!);
        if (fixed) place.offset![observation]! += estimate * value;
        else place.matrix[observation * width + column]! += value;
      });
    });
  });
  return { rows: observations.count, coefficients, equations: places };
}

function emptyEquation(
  { terms, coefficients: all }: LinearModel,
  equation: string,
  coefficients: readonly string[],
  rows: number,
): DesignEquation {
  const used = new Set(terms.filter((term) => term.equations.includes(equation)).map((term) => term.coefficient));
  const own = Array.from(coefficients.keys()).filter((k) => used.has(coefficients[k]!));
  const isOffset = all.some(({ id, fixed }) => fixed && used.has(id));
  return {
    coefficients: Int32Array.from(own),
    matrix: new Float64Array(own.length * rows),
    ...(isOffset && { offset: new Float64Array(rows) }),
  };
}

function groups({ scenarios, scenarioOf }: Rows, { row, count }: Observations): Int32Array[] {
  const members = scenarios.map((): number[] => []);
  for (let k = 0; k < count; k++) members[scenarioOf[row[k]!]!]!.push(k);
  return members.map((group) => Int32Array.from(group));
}

function statesAt({ states }: Observations, group: Int32Array): Record<string, Float64Array> {
  return Object.fromEntries(
    Object.entries(states).map(([name, values]) => [name, valuesAt(values, group, new Float64Array(group.length))]),
  );
}

function notFinite(term: string, value: number, line: number): DataError {
  const message = `the term "${term}" has the value ${value}, which is not a finite number`;
  return new DataError([{ line, column: '', message }]);
}

/**
 * Part of a design: some observations with the weights, clusters and respondents of their rows.
 *
 * @param at positions of the observations
 */
export function designAt(design: Design, at: Int32Array, rows: Rows, observations: Observations): Design {
  const weights = rows.sampling ? rows.sampling.weights : rows.weights;
  const rowOf = valuesAt(observations.row, at, new Int32Array(at.length));
  return {
    rows: at.length,
    coefficients: design.coefficients,
    equations: equationsAt(design.equations, at),
    ...(design.membership && {
      membership: { ...design.membership, equations: equationsAt(design.membership.equations, at) },
    }),
    ...(weights && { weights: valuesAt(weights, rowOf, new Float64Array(at.length)) }),
    ...(rows.frequencies && {
      [rows.hasGroups ? 'repetitions' : 'frequencies']: valuesAt(rows.frequencies, rowOf, new Float64Array(at.length)),
    }),
    clusters: numberLabels(valuesAt(rows.clusters, rowOf, new Int32Array(at.length))),
    respondents: numberLabels(valuesAt(rows.respondents, rowOf, new Int32Array(at.length))),
  };
}

function equationsAt(equations: Design['equations'], at: Int32Array): DesignEquation[] {
  return equations.map(({ coefficients, matrix, offset }) => {
    const width = coefficients.length;
    const part = new Float64Array(at.length * width);
    at.forEach((observation, k) =>
      part.set(matrix.subarray(observation * width, (observation + 1) * width), k * width),
    );
    return {
      coefficients,
      matrix: part,
      ...(offset && { offset: valuesAt(offset, at, new Float64Array(at.length)) }),
    };
  });
}

/**
 * Design of the same observations with constants only.
 *
 * @param equations all equations of the kernel
 * @param constants equations that have a constant
 */
export function constantsDesign(design: Design, equations: readonly string[], constants: readonly string[]): Design {
  return {
    ...design,
    coefficients: constants.map((equation) => `constant of ${equation}`),
    equations: equations.map((equation): DesignEquation => {
      const own = constants.indexOf(equation);
      return own < 0
        ? { coefficients: new Int32Array(0), matrix: new Float64Array(0) }
        : { coefficients: Int32Array.of(own), matrix: new Float64Array(design.rows).fill(1) };
    }),
  };
}
