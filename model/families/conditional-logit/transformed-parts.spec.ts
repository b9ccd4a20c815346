import type { WorkflowOf } from '../../definition.js';
import { availabilityOf, compileAvailability, probabilitiesOf } from './choose.js';
import { conditionalLogit as choiceFamily } from './conditional-logit.family.js';
import type { ConditionalLogit } from './conditional-logit.schema.js';
import { compileEquations, withCoefficients } from '../../equations/compile-equations.js';
import { evaluateEquations } from '../../equations/evaluate-equations.js';
import { productContextOf } from '../../equations/products/compile-products.js';
import { modelOf } from '../../fitting/calibrate.js';
import { fitSample } from '../../fitting/fit-sample.js';
import { boxCoxUtilities, conditionalLogit } from '../../fitting/likelihoods/conditional-logit.js';
import { fitDesign } from '../../fitting/fit-design.js';
import { parseRecipe } from '../../authoring/recipe/parse-recipe.js';
import { DataError } from '../../authoring/spec-error.js';
import { standardUniforms } from '../../fitting/numbers/testing/standard-uniforms.js';
import type { Table } from '../../fitting/rows/table.js';
import { expandSpec } from '../../authoring/expand-spec.js';
import { parseSpec } from '../../authoring/parse-spec.js';

const rowCount = 600;
const uniforms = standardUniforms('halton', rowCount, 1, 5);
const uniform = (row: number, k: number) => uniforms[row * 5 + k]!;
const waitOf = (row: number, k: number) => 1 + Math.floor(20 * uniform(row, k));
const hasCar = (row: number) => uniform(row, 2) < 0.8;

/** Choices by the logarithm of the wait, so that the power is about 0. */
function choiceOf(row: number): string {
  const utility = (k: number) => -1.5 * Math.log(waitOf(row, k)) - Math.log(-Math.log(uniform(row, 3 + k)));
  return hasCar(row) && utility(1) > utility(0) ? 'car' : 'bus';
}

/** @param absent wait for a car of respondents without a car, by row */
function tableWith(absent: (row: number) => string): Table {
  const rows = Array.from({ length: rowCount }, (_, row) => row);
  return {
    lines: Int32Array.from(rows, (row) => row + 2),
    columns: new Map([
      ['choice', rows.map(choiceOf)],
      ['has_car', rows.map((row) => String(Number(hasCar(row))))],
      ['wait_bus', rows.map((row) => String(waitOf(row, 0)))],
      ['wait_car', rows.map((row) => (hasCar(row) ? String(waitOf(row, 1)) : absent(row)))],
    ]),
  };
}

function fitted(data: Table) {
  const spec = parseSpec(
    'title: Modes\nformula: choice ~ box_cox(wait)\nalternatives: { shape: wide, available: { car: has_car } }',
  );
  const recipe = parseRecipe(expandSpec(spec, data).recipe);
  const model = modelOf({ recipe, data });
  const { fit } = fitSample(model, Int32Array.from(model.observations.row.keys()), recipe.fit);
  return { fit, model, definition: recipe.definition as WorkflowOf<ConditionalLogit> };
}

const fitOf = (data: Table) => fitted(data).fit;

function issuesOf(act: () => unknown): string[] {
  try {
    act();
    return [];
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    return error.issues.map(({ line, message }) => `${line}: ${message}`);
  }
}

describe('Box-Cox variables in data', () => {
  const firstWithout = Array.from({ length: rowCount }, (_, row) => row).find((row) => !hasCar(row))! + 2;

  it('The power of choices by the logarithm is about 0, whatever the values of unavailable alternatives are', () => {
    const fit = fitOf(tableWith(() => '1'));
    const k = fit.names.indexOf('lambda_wait');
    expect(Math.abs(fit.estimates[k]!)).toBeLessThan(3 * fit.standardErrors[k]!);
    const other = fitOf(tableWith((row) => String(1 + (row % 9))));
    expect(other.logLikelihood).toBeCloseTo(fit.logLikelihood, 8);
  });

  it('The log-likelihood of the fit is that of the probabilities in a simulation', () => {
    const { fit, model, definition } = fitted(tableWith(() => '1'));
    const { attributes, assigned, scenarios, outcomes, count } = model.rows;
    const linear = choiceFamily.linear(definition.decision);
    const compiled = compileEquations(linear, productContextOf(definition), scenarios[0]!);
    const estimates = Float64Array.from(linear.coefficients, ({ id }) => fit.estimates[fit.names.indexOf(id)]!);
    const utilities = evaluateEquations(withCoefficients(compiled, estimates), attributes, assigned, 0);
    const available = availabilityOf(
      compileAvailability(definition.decision, definition.population.attributes),
      attributes,
    );
    const probabilities = probabilitiesOf(utilities, available);
    const logLikelihood = outcomes.outcome!.reduce(
      (sum, choice, row) => sum + Math.log(probabilities[choice * count + row]!),
      0,
    );
    expect(logLikelihood).toBeCloseTo(fit.logLikelihood, 8);
  });

  it('A value of 0 of an available alternative is an error that names the line', () => {
    const { lines, columns } = tableWith(() => '1');
    const data = { lines, columns: new Map([...columns, ['wait_bus', columns.get('wait_bus')!.with(4, '0')]]) };
    expect(issuesOf(() => fitOf(data))).toEqual(['6: Wait of bus is 0: a variable with box_cox needs values above 0']);
  });

  it('A value of 0 of an unavailable alternative is an error only if the power can be below 0', () => {
    expect(issuesOf(() => fitOf(tableWith(() => '0')))).toEqual([
      expect.stringMatching(
        new RegExp(`^${firstWithout}: Wait of car is 0, which has no Box-Cox transform unless the power .* such as 1$`),
      ),
    ]);
  });

  it('Perfectly predicted choices are rejected as separated, although the values are large', () => {
    const values = [0, 1].map((k) => Float64Array.from({ length: rowCount }, (_, row) => 1000 * waitOf(row, k)));
    const chosen = values[0]!.map((own, row) => Number(own > values[1]![row]!));
    const parts = values.map((own, equation) => ({ equation, values: own, power: -1 }));
    const kernel = boxCoxUtilities(conditionalLogit(2, Int32Array.from(chosen)), [], parts);
    const [none, one] = [new Float64Array(0), new Float64Array(rowCount).fill(1)];
    const design = {
      rows: rowCount,
      coefficients: ['wait'],
      equations: [[], [], [0], [0]].map((own) => ({
        coefficients: Int32Array.from(own),
        matrix: own.length > 0 ? one : none,
      })),
    };
    expect(() => fitDesign(design, kernel)).toThrow('no finite estimate exists for wait');
  });
});
