import { type WorkflowDefinition, type WorkflowOf } from '../../engine/definition/definition.schema.js';
import { type Scenario } from '../../engine/definition/scenario.schema.js';
import { diffusionModel } from '../../engine/families/diffusion/diffusion-model.js';
import { type Diffusion, marketEquations } from '../../engine/families/diffusion/schema.js';
import { compileEquations } from '../../engine/model/compile-equations.js';
import { type AdoptionReadings } from '../bass.js';
import { type Rows, rowsByScenario } from '../rows/rows.js';
import { DataIssues } from '../spec/spec-error.js';
import { productContextOf } from '../../engine/model/products/compile-products.js';

/** Shares that are written with fewer digits are the same. */
const SAME = 1e-9;

/** One market that was watched while something spread in it. */
export interface Technology {
  /** Under which the rows of the data stand. */
  readonly scenario: Scenario;
  readonly name: string;
  readonly places: Places;
  /** In the first year, percent. */
  readonly first: number;
  readonly readings: AdoptionReadings;
  readonly early: AdoptionReadings;
  readonly later: AdoptionReadings;
}

/** The coefficients that are a market's own, one for each equation that has some. */
export interface Places {
  readonly log_innovation: string;
  readonly log_imitation: string;
  readonly potential: string;
}

/**
 * The markets of the data: rows are readings with `state.period`, a year, and `outcome.share`, the share that had it then; what they differ in
 * is the scenario.
 *
 * @throws DataError for a share that is none, years that do not rise, and a first reading that is not where the definition starts
 */
export function technologiesOf(definition: WorkflowOf<Diffusion>, rows: Rows): Technology[] {
  const all = Int32Array.from(rows.lines.keys());
  const [train, test] = [new Set(rows.train), new Set(rows.test)];
  const share = rows.outcomes['outcome.share']!;
  const year = rows.states.period!;
  const issues = new DataIssues();
  const technologies = rowsByScenario(rows, all).flatMap((own, k): Technology[] => {
    if (own.length === 0) return [];
    own.forEach((row, position) => {
      const before = own[position - 1];
      if (!(share[row]! >= 0 && share[row]! <= 1))
        issues.add(rows.lines[row]!, '', `a share lies from 0 to 1, not at ${share[row]}`);
      if (!Number.isInteger(year[row]) || (before !== undefined && year[row]! <= year[before]!))
        issues.add(rows.lines[row]!, '', 'the years of one market are whole and rise from row to row');
    });
    const readingsOf = (of: Int32Array): AdoptionReadings => ({
      years: Array.from(of, (row) => year[row]! - year[own[0]!]!),
      percent: Array.from(of, (row) => 100 * share[row]!),
    });
    const scenario = rows.scenarios[k]!;
    const name = nameOf(definition, scenario);
    const start = startUnder(definition, scenario);
    if (Math.abs(start - share[own[0]!]!) > SAME)
      issues.add(
        rows.lines[own[0]!]!,
        '',
        `the first reading of "${name}" is ${share[own[0]!]}, but the definition lets it start at ${start}`,
      );
    return [
      {
        scenario,
        name,
        places: placesUnder(definition, scenario),
        first: 100 * share[own[0]!]!,
        readings: readingsOf(own),
        early: readingsOf(own.filter((row) => train.has(row))),
        later: readingsOf(own.filter((row) => test.has(row))),
      },
    ];
  });
  issues.throwAny();
  return technologies;
}

/** The option that a scenario has beside the baseline's. */
function nameOf({ scenario: { parameters } }: WorkflowDefinition, scenario: Scenario): string {
  const labels = parameters.flatMap((parameter) =>
    parameter.type === 'choice'
      ? parameter.options.filter(({ id }) => id === scenario[parameter.id]).map(({ label }) => label)
      : [],
  );
  return labels.join(', ');
}

/** The share that has it before the first step: all of its coefficients are set. */
function startUnder(definition: WorkflowOf<Diffusion>, scenario: Scenario): number {
  const model = diffusionModel(definition.decision);
  const { equations, program } = compileEquations(model, productContextOf(definition), scenario);
  const at = marketEquations.indexOf('start');
  return program.weights.reduce((sum, weight, k) => (equations[k] === at ? sum + weight : sum), 0);
}

/** Which coefficients count under a scenario: those of the terms that are not 0 there, but for those that are set. */
export function placesUnder(definition: WorkflowOf<Diffusion>, scenario: Scenario): Places {
  const model = diffusionModel(definition.decision);
  const { coefficients, equations, unitWeights } = compileEquations(model, productContextOf(definition), scenario);
  const find = (equation: keyof Places) => {
    const at = marketEquations.indexOf(equation);
    const own = coefficients.findIndex(
      (coefficient, k) => equations[k] === at && unitWeights[k] !== 0 && !model.coefficients[coefficient]!.fixed,
    );
    return model.coefficients[coefficients[own] ?? -1]?.id ?? '';
  };
  return { log_innovation: find('log_innovation'), log_imitation: find('log_imitation'), potential: find('potential') };
}
