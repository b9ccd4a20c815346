import type { Column } from '../../../columns/column.js';
import type { WorkflowOf } from '../../../definition/definition.schema.js';
import { baselineScenario } from '../../../definition/resolve-scenario.js';
import type { Scenario } from '../../../definition/scenario.schema.js';
import { estimatesOf } from '../../../equations/compile-equations.js';
import type { DecisionOutput } from '../../../equations/decision-family.js';
import type { LinearModel } from '../../../equations/linear-model.js';
import { type Sentence, sentence, joinWords } from '../../../transcript/template.js';
import { columnFinder } from '../../../transcript/stored-agents.js';
import { blockColumns } from '../../outcome-columns.js';
import { probabilitiesAt } from '../conditional-logit.run.js';
import type { ConditionalLogit } from '../conditional-logit.schema.js';
import { compileNests } from '../nests/compile-nests.js';
import { compilePeriods, scenarioIn } from '../periods/periods.js';
import { choiceColumn } from '../periods/repeated-choice.js';
import { compileScales } from '../scales/scales.js';

/** The last choice of agents, as a single choice. */
export interface LastPeriod {
  /** The columns with the last choice before it, and with probabilities that are conditional on that choice. */
  readonly decided: Readonly<DecisionOutput>;
  /** Values of the parameters in the last period. */
  readonly scenario: Scenario;
  /** Counts the choices of an agent in all periods. */
  readonly describePath: (index: number, isBaseline: boolean) => Sentence[];
}

/** Undefined if agents choose once. */
export function lastPeriodOf(
  definition: WorkflowOf<ConditionalLogit>,
  model: LinearModel,
  scenario: Scenario,
  { columns, events }: Readonly<DecisionOutput>,
): LastPeriod | undefined {
  const { decision, population, narrative } = definition;
  const periods = compilePeriods(decision, population.attributes);
  if (!periods || !decision.periods) return undefined;
  const { number, unit } = decision.periods;
  const columnOf = columnFinder(columns);
  const before = columnOf(choiceColumn('scenario', number - 1));
  const name = `attribute.${decision.periods.last_choice}`;
  const last = {
    ...columnOf(name),
    values: Uint8Array.from(before.values, (alternative) => periods.categoryOf[alternative]!),
  } as Column;
  const ids = model.equations;
  const utilities = Float64Array.from(ids.flatMap((id) => Array.from(columnOf(`utility.${id}`).values)));
  const available = ids.map((id) => columnOf(`available.${id}`).values as Uint8Array);
  const nests = compileNests(decision);
  const scales = compileScales(decision, population.attributes);
  const attributes = {
    count: before.values.length,
    columns: population.attributes.map(({ id }) => columnOf(`attribute.${id}`)),
  };
  const compiled = { ...(nests && { nests }), ...(scales && { scales }) };
  const probabilities = blockColumns(
    'probability',
    ids,
    probabilitiesAt(compiled, estimatesOf(model), utilities, available, attributes),
  );
  const replaced = new Map([last, ...probabilities].map((column) => [column.name, column]));
  const paths = (['scenario', 'baseline'] as const).map((side) =>
    Array.from({ length: number }, (_, k) => columnOf(choiceColumn(side, k + 1)).values),
  );
  const countsOf = (side: number, index: number, words: (count: number) => string) =>
    joinWords(
      decision.alternatives.flatMap(({ noun }, k) => {
        const count = paths[side]!.filter((choices) => choices[index] === k).length;
        return count === 0 ? [] : [`${count} ${words(count)} ${noun}`];
      }),
    );
  return {
    decided: { columns: columns.map((column) => replaced.get(column.name) ?? column), events },
    scenario: scenarioIn(decision.periods, scenario, baselineScenario(definition), number),
    describePath: (index, isBaseline) => [
      sentence('outcome', `of my ${number} ${unit}, ${countsOf(0, index, (count) => (count === 1 ? 'is' : 'are'))}`),
      ...(isBaseline
        ? []
        : [sentence('baseline', `${narrative.baseline}, ${countsOf(1, index, () => 'would have been')}`)]),
    ],
  };
}
