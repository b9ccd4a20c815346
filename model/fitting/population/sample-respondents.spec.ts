import { baselineScenario, type WorkflowDefinition } from '../../definition.js';
import { simulate } from '../../simulation/simulate.js';
import { textIssues } from '../../transcript/text-limits.js';
import { itInFullLevel } from '../../../test/support/full-level.js';
import { parseRecipe } from '../../authoring/recipe/parse-recipe.js';
import { expandSpec } from '../../authoring/expand-spec.js';
import { parseSpec } from '../../authoring/parse-spec.js';
import { calibrate } from '../calibrate.js';
import type { Table } from '../rows/table.js';

/** Rows whose effort is high at both ends of the distance: no rank correlation describes that, so that synthetic agents differ from the rows. */
function surveyOf(rows: number): Table {
  const columns = new Map<string, string[]>(['bought', 'distance', 'effort', 'persons'].map((name) => [name, []]));
  for (let row = 0; row < rows; row++) {
    const distance = (row * 37) % 101;
    const effort = Math.round((distance - 50) ** 2 / 25 + ((row * 13) % 17));
    columns.get('distance')!.push(String(distance));
    columns.get('effort')!.push(String(effort));
    columns.get('bought')!.push((row * 29) % 41 < 1 + ((row * 13) % 17) ? 'yes' : 'no');
    columns.get('persons')!.push(String(1 + (row % 4)));
  }
  return { columns, lines: Int32Array.from({ length: rows }, (_, row) => row + 2) };
}

/** The definition of a spec of these rows. */
function fittedRows(table: Table, fields = ''): WorkflowDefinition {
  const formula = 'bought ~ distance + I(distance^2) + effort';
  const spec = `title: Survey\nformula: ${formula}\noutcome: { event: "yes" }\nparameters: { effort: {} }\n${fields}`;
  const { recipe, table: data } = expandSpec(parseSpec(spec), table);
  return calibrate({ recipe: parseRecipe(recipe), data, calibratedOn: '2026-01-01' }).definition;
}

const baselineOf = ({ evidence }: WorkflowDefinition) =>
  evidence.baseline!.figures.map(({ observed, simulated }) => Math.abs(observed - simulated));

describe('agents that are the rows of the data', () => {
  const table = surveyOf(400);
  const definition = fittedRows(table);

  it('A baseline has the observed share within 0.2 points, with each seed and number of agents', () => {
    const [, bought] = definition.evidence.baseline!.figures;
    expect(Math.max(...baselineOf(definition))).toBeLessThan(0.002);
    for (const [seed, agentCount] of [
      [7, 2_000],
      [8, 3_001],
    ] as const) {
      const { summary } = simulate({ definition, scenario: baselineScenario(definition), seed, agentCount });
      expect(Math.abs(summary.outcomes[1]!.share - bought!.observed)).toBeLessThan(0.002);
    }
  });

  it('Weighted rows have the weighted share', () => {
    expect(Math.max(...baselineOf(fittedRows(table, 'weight: persons')))).toBeLessThan(0.002);
  });

  it('Each agent has the attributes of a row, and every run has the same agents', () => {
    const run = () =>
      simulate({ definition, scenario: baselineScenario(definition), seed: 3, agentCount: 700, chunkSize: 100 });
    const { columns, digest } = run();
    expect(run().digest).toBe(digest);
    const whole = simulate({ definition, scenario: baselineScenario(definition), seed: 3, agentCount: 700 });
    expect(whole.digest).toBe(digest);
    const rows = new Set(
      table.columns.get('distance')!.map((own, row) => `${own} ${table.columns.get('effort')![row]}`),
    );
    const [distance, effort] = ['attribute.distance', 'attribute.effort'].map((name) =>
      columns.find((own) => own.name === name)!,
    );
    const agents = Array.from(distance!.values, (value, agent) => `${value} ${effort!.values[agent]!}`);
    expect(agents.filter((agent) => !rows.has(agent))).toEqual([]);
  });

  it('A fit is the same document twice, whose rows no text limit concerns', () => {
    expect(JSON.stringify(fittedRows(table))).toBe(JSON.stringify(definition));
    expect(definition.population.people).toMatchObject({ count: 400, origin: 'respondents', effective_count: 400 });
    expect(textIssues(definition)).toEqual([]);
  });

  it('The fitted distributions have at least ten respondents behind each point', () => {
    const { attributes, min_respondents: minimum } = definition.population;
    expect(minimum).toBe(10);
    const quantiles = attributes.flatMap((one) => ('quantiles' in one ? [one.quantiles] : []));
    expect(quantiles).toHaveLength(2);
    for (const { probabilities, values } of quantiles) {
      const steps = probabilities.flatMap((to, k) =>
        values[k] === values[k - 1] ? [Math.round((to - probabilities[k - 1]!) * 400)] : [],
      );
      expect(steps.length).toBeGreaterThan(10);
      expect(Math.min(...steps)).toBeGreaterThanOrEqual(10);
    }
  });

  it('Synthetic agents without the share of the rows are refused, with both shares', () => {
    const refused = () => fittedRows(table, 'population: synthetic');
    expect(refused).toThrow(/the synthetic population predicts \d+\.\d% for "\w+", but its rows have \d+\.\d%/);
  });

  itInFullLevel('At most 20,000 rows are stored, with the observed share', () => {
    const { population, evidence } = fittedRows(surveyOf(24_000));
    expect(population.people!.count).toBe(20_000);
    for (const { observed, simulated } of evidence.baseline!.figures)
      expect(Math.abs(observed - simulated)).toBeLessThan(0.002);
  });
});
