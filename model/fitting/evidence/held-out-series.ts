import type { WorkflowDefinition } from '../../definition.js';
import { compileChoice } from '../../families/conditional-logit/conditional-logit.family.js';
import type { ConditionalLogit } from '../../families/conditional-logit/conditional-logit.schema.js';
import { compilePeriods } from '../../families/conditional-logit/periods/periods.js';
import { choiceColumn, repeatedChoice } from '../../families/conditional-logit/periods/repeated-choice.js';
import type { Coefficients } from '../../equations/compile-equations.js';
import { productContextOf } from '../../equations/products/compile-products.js';
import { streamKey, type StreamKey } from '../../random/stream-key.js';
import { CalibrationError } from '../calibration-error.js';
import type { Model } from '../fit-sample.js';
import { lastChoiceOf } from '../../authoring/recipe/recipe.schema.js';
import { type Rows, attributesAt, valuesAt } from '../rows/rows.js';
import { fromFirstRow, seriesOf } from '../rows/table.js';
import { type Expected, type Simulated, targetsOf } from './compare.js';
import type { Situation } from '../../population/situation.js';

/**
 * The model whose held-out rows are predicted as series, if the definition has periods: as a simulation predicts several choices of an agent,
 * whose later ones follow its own earlier ones.
 */
export function heldOutModel(model: Model, definition: WorkflowDefinition): Model {
  const lastChoice = lastChoiceOf(definition);
  if (lastChoice === undefined) return model;
  return { ...model, rows: fromFirstRow(model.rows, definition, lastChoice), lastChoice };
}

/**
 * @throws CalibrationError `calibration_uneven_panel` if the decision has periods and a respondent has fitted and held-out rows: its held-out
 *   choices are then not predicted from its first one
 */
export function requireWholeSeries(
  definition: Pick<WorkflowDefinition, 'decision'>,
  { respondents, train, test, lines }: Rows,
): void {
  if (lastChoiceOf(definition) === undefined) return;
  const fitted = new Set(Array.from(train, (row) => respondents[row]!));
  const cut = test.find((row) => fitted.has(respondents[row]!));
  if (cut === undefined) return;
  throw new CalibrationError(
    'calibration_uneven_panel',
    `the respondent in line ${lines[cut]} has fitted and held-out rows; a decision with periods needs a split that leaves all rows of a ` +
      'respondent together',
    { line: lines[cut] },
  );
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
  const decisionOf = seriesCompiler(definition, lastChoice, rows);
  for (const series of seriesOf(rows, selected)) {
    const situation = situationOfSeries(rows, series, copies, key, series[0]! * copies);
    decisionOf(series)
      .expect(situation, draws)
      .forEach(({ scenario: figures }, draw) => {
        series.forEach((row, period) => {
          if (simulationWeights[row] === 0) return;
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
  const decisionOf = seriesCompiler(definition, lastChoice, rows);
  let [first, longest] = [0, 1];
  for (const series of seriesOf(rows, selected)) {
    const count = agents * series.reduce((most, row) => Math.max(most, simulationCounts[row]!), 0);
    if (count === 0) continue;
    const situation = situationOfSeries(rows, series, count, key, first);
    const { columns } = decisionOf(series).run(situation);
    series.forEach((row, period) => {
      if (simulationWeights[row] === 0) return;
      const chosen = Array.from(columns.find(({ name }) => name === choiceColumn('scenario', period + 1))!.values);
      for (let k = 0; k < targets; k++) {
        const share = chosen.filter((alternative) => alternative === k).length / count;
        values[row * targets + k] = share;
        variances[row * targets + k] = (series.length * share * (1 - share)) / (count - 1);
      }
    });
    first += count;
    longest = Math.max(longest, series.length);
  }
  return { targets, values, variances, agents, count: first, rowsPerAgent: longest };
}

/** Makes a function that compiles the choices of a series. The parameters can have other values in each row. */
function seriesCompiler(definition: WorkflowDefinition, lastChoice: string, { scenarios, scenarioOf }: Rows) {
  const decision = definition.decision as ConditionalLogit;
  const context = productContextOf(definition);
  const compiled = scenarios.map((scenario) => compileChoice(decision, { ...context, scenario, baseline: scenario }));
  return (series: Int32Array) => {
    const periods = { number: series.length, unit: '', last_choice: lastChoice };
    const choices = Array.from(series, (row) => compiled[scenarioOf[row]!]!);
    return repeatedChoice({
      ...compilePeriods({ ...decision, periods }, context.attributes)!,
      choices,
    });
  };
}

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

/** Situation of one agent per row number; all rows belong to one scenario. */
export function situationOf(rows: Rows, at: Int32Array, key: StreamKey, firstAgent: number): Situation {
  const own = rows.assigned.map((column) => valuesAt(column, at, new Uint8Array(at.length)));
  return {
    key,
    from: firstAgent,
    to: firstAgent + at.length,
    attributes: attributesAt(rows.attributes, at),
    assigned: { scenario: own, baseline: own },
    replicate: 0,
  };
}
