import { type Scenario, traitsOf, type WorkflowDefinition, type WorkflowOf } from '../../definition.js';
import { diffusionModel } from '../../families/diffusion/diffusion.run.js';
import { type Diffusion, marketEquations } from '../../families/diffusion/diffusion.schema.js';
import { compileEquations } from '../../equations/compile-equations.js';
import type { AdoptionReadings } from '../bass.js';
import { type Rows, rowsByScenario } from '../rows/rows.js';
import { DataIssues } from '../../authoring/spec-error.js';
import { productContextOf } from '../../equations/products/compile-products.js';

/** Maximum difference of shares that were written with different numbers of digits. */
const shareTolerance = 1e-9;

/** Readings of one market. */
export interface Technology {
  /** Scenario of the market's rows. */
  readonly scenario: Scenario;
  readonly name: string;
  readonly coefficients: MarketCoefficients;
  /** Adoption in the first year, percent. */
  readonly first: number;
  readonly readings: AdoptionReadings;
  readonly early: AdoptionReadings;
  readonly later: AdoptionReadings;
}

/** Coefficient ids of one market, one per equation. */
export interface MarketCoefficients {
  readonly log_innovation: string;
  readonly log_imitation: string;
  readonly potential: string;
}

/**
 * Markets of the data. Rows are readings with `state.period`, a year, and `outcome.share`, the share of adopters.
 * Markets differ in their scenario.
 *
 * @throws DataError for a share outside 0 to 1, years that are not ascending, or a first reading that differs from the
 *   start in the definition
 */
export function technologiesOf(definition: WorkflowOf<Diffusion>, rows: Rows): Technology[] {
  const all = Int32Array.from(rows.lines.keys());
  const [train, test] = [new Set(rows.train), new Set(rows.test)];
  const share = rows.outcomes['outcome.share']!;
  const year = rows.states.period!;
  const issues = new DataIssues();
  const technologies = rowsByScenario(rows, all).flatMap((own, k): Technology | [] => {
    if (own.length === 0) return [];
    own.forEach((row, position) => {
      const before = own[position - 1];
      if (!(share[row]! >= 0 && share[row]! <= 1))
        issues.add(rows.lines[row]!, '', `a share must be from 0 to 1; the value is ${share[row]}`);
      if (!Number.isInteger(year[row]) || (before !== undefined && year[row]! <= year[before]!))
        issues.add(rows.lines[row]!, '', 'the years of a market must be whole numbers in ascending order');
    });
    const readingsOf = (of: Int32Array): AdoptionReadings => ({
      years: Array.from(of, (row) => year[row]! - year[own[0]!]!),
      percent: Array.from(of, (row) => 100 * share[row]!),
    });
    const scenario = rows.scenarios[k]!;
    const name = nameOf(definition, scenario);
    const start = startUnder(definition, scenario);
    if (Math.abs(start - share[own[0]!]!) > shareTolerance)
      issues.add(
        rows.lines[own[0]!]!,
        '',
        `the first reading of "${name}" is ${share[own[0]!]}, but the definition starts it at ${start}`,
      );
    return {
      scenario,
      name,
      coefficients: coefficientsUnder(definition, scenario),
      first: 100 * share[own[0]!]!,
      readings: readingsOf(own),
      early: readingsOf(own.filter((row) => train.has(row))),
      later: readingsOf(own.filter((row) => test.has(row))),
    };
  });
  issues.throwIfAny();
  return technologies;
}

/** Labels of the options in the scenario. */
function nameOf({ scenario: { parameters } }: WorkflowDefinition, scenario: Scenario): string {
  return parameters
    .flatMap((parameter) => traitsOf(parameter).options.filter(({ id }) => id === scenario[parameter.id]))
    .map(({ label }) => label)
    .join(', ');
}

/** Share of adopters before the first step; all of its coefficients are fixed. */
function startUnder(definition: WorkflowOf<Diffusion>, scenario: Scenario): number {
  const model = diffusionModel(definition.decision);
  const { equations, program } = compileEquations(model, productContextOf(definition), scenario);
  const at = marketEquations.indexOf('start');
  return program.weights.reduce((sum, weight, k) => (equations[k] === at ? sum + weight : sum), 0);
}

/** Coefficients that apply in a scenario: those with nonzero terms that are not fixed. */
export function coefficientsUnder(definition: WorkflowOf<Diffusion>, scenario: Scenario): MarketCoefficients {
  const model = diffusionModel(definition.decision);
  const { coefficients, equations, unitWeights } = compileEquations(model, productContextOf(definition), scenario);
  const find = (equation: keyof MarketCoefficients) => {
    const at = marketEquations.indexOf(equation);
    const own = coefficients.findIndex(
      (coefficient, k) => equations[k] === at && unitWeights[k] !== 0 && !model.coefficients[coefficient]!.fixed,
    );
    return model.coefficients[coefficients[own] ?? -1]?.id ?? '';
  };
  return { log_innovation: find('log_innovation'), log_imitation: find('log_imitation'), potential: find('potential') };
}
