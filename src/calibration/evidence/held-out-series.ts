import type { Scenario, WorkflowDefinition } from '../../engine/definition.js';
import { conditionalLogit } from '../../engine/families/conditional-logit/conditional-logit.family.js';
import type { ConditionalLogit } from '../../engine/families/conditional-logit/conditional-logit.schema.js';
import { choiceColumn } from '../../engine/families/conditional-logit/periods/repeated-choice.js';
import type { Coefficients } from '../../engine/model/compile-equations.js';
import { productContextOf } from '../../engine/model/products/compile-products.js';
import { streamKey } from '../../engine/random/stream-key.js';
import type { Model } from '../fit-sample.js';
import { lastChoiceOf } from '../recipe/one-choice.js';
import type { Rows } from '../rows/rows.js';
import { fromStart, seriesOf } from '../rows/series.js';
import { situationOf } from './situation-of.js';
import { type Expected, type Simulated, targetsOf } from './targets.js';

/**
 * The model whose held-out rows are predicted as series, if the definition has periods: as a simulation predicts several choices of an agent,
 * whose later ones follow its own earlier ones.
 */
export function heldOutModel(model: Model, definition: WorkflowDefinition): Model {
  const lastChoice = lastChoiceOf(definition);
  if (lastChoice === undefined) return model;
  const rows = fromStart(model.rows, definition, lastChoice, seriesOf(model.rows, model.rows.test));
  return { ...model, rows, lastChoice };
}

type SeriesModel = Pick<Model, 'rows' | 'bound' | 'simulationWeights' | 'simulationCounts'>;

/** Closed form of each row, as `expectRowsWith`, from the last choice before the first row of its series. */
export function expectSeries(
  definition: WorkflowDefinition,
  lastChoice: string,
  { rows, bound, simulationWeights }: Omit<SeriesModel, 'simulationCounts'>,
  selected: Int32Array,
  draws: readonly Coefficients[],
): Expected[] {
  const { copies = 1 } = bound;
  const targets = targetsOf(definition).length;
  const results = draws.map(() => new Float64Array(rows.count * targets).fill(NaN));
  const key = streamKey(0, definition.workflow_id);
  const compile = seriesCompiler(definition, lastChoice);
  for (const series of allSeries(rows, simulationWeights, selected)) {
    const situation = situationOfSeries(rows, series, copies, key, series[0]! * copies);
    const expectations = compile(rows.scenarios[rows.scenarioOf[series[0]!]!]!, series.length).expect(situation, draws);
    expectations.forEach(({ scenario: figures }, draw) => {
      series.forEach((row, period) => {
        for (let k = 0; k < targets; k++)
          results[draw]![row * targets + k] = figures[targets + k * series.length + period]!;
      });
    });
  }
  return results.map((values) => ({ targets, values }));
}

/**
 * Simulates agents in the situation of each row, as `simulateRows`. The same agents choose in all rows of a series, so that the sum of their
 * choices has a variance of at most the number of rows times that of independent agents. Variances are these limits.
 */
export function simulateSeries(
  definition: WorkflowDefinition,
  lastChoice: string,
  { rows, simulationWeights, simulationCounts }: Omit<SeriesModel, 'bound'>,
  selected: Int32Array,
  agents: number,
  seed: number,
): Simulated {
  const targets = targetsOf(definition).length;
  const values = new Float64Array(rows.count * targets).fill(NaN);
  const variances = new Float64Array(rows.count * targets).fill(NaN);
  const key = streamKey(seed, definition.workflow_id);
  const compile = seriesCompiler(definition, lastChoice);
  let first = 0;
  for (const series of allSeries(rows, simulationWeights, selected)) {
    const count = agents * simulationCounts[series[0]!]!;
    const situation = situationOfSeries(rows, series, count, key, first);
    const { columns } = compile(rows.scenarios[rows.scenarioOf[series[0]!]!]!, series.length).run(situation);
    series.forEach((row, period) => {
      const chosen = Array.from(columns.find(({ name }) => name === choiceColumn('scenario', period + 1))!.values);
      for (let k = 0; k < targets; k++) {
        const share = chosen.filter((alternative) => alternative === k).length / count;
        values[row * targets + k] = share;
        variances[row * targets + k] = (series.length * share * (1 - share)) / (count - 1);
      }
    });
    first += count;
  }
  return { targets, values, variances, agents, count: first };
}

function allSeries(rows: Rows, simulationWeights: Float64Array, selected: Int32Array): Int32Array[] {
  return seriesOf(
    rows,
    selected.filter((row) => simulationWeights[row]! > 0),
  );
}

/** Compiles the decision with as many periods as a series has rows. */
function seriesCompiler(definition: WorkflowDefinition, lastChoice: string) {
  const decision = definition.decision as ConditionalLogit;
  const context = productContextOf(definition);
  return (scenario: Scenario, number: number) =>
    conditionalLogit.compile(
      { ...decision, periods: { number, unit: '', last_choice: lastChoice } },
      { ...context, scenario, baseline: scenario },
    );
}

/** Agents of one respondent in the rows of a series. */
function situationOfSeries(
  rows: Rows,
  series: Int32Array,
  count: number,
  key: ReturnType<typeof streamKey>,
  first: number,
) {
  const [start, ...later] = Array.from(series, (row) => situationOf(rows, new Int32Array(count).fill(row), key, first));
  return { ...start!, later };
}
