import type { PopulationDefinition, PopulationError, WorkflowDefinition } from '../../definition.js';
import { packNumbers } from '../../population/packed-numbers.js';
import type { Model } from '../fit-sample.js';
import { expectRows } from '../evidence/simulate-rows.js';
import { targetsOf } from '../evidence/compare.js';
import { digits8 } from '../evidence/round.js';

/** Calibrated part of a population: the fitted distribution, and the rows that the agents are. */
export type AgentPopulation = Pick<PopulationDefinition, 'attributes' | 'joint' | 'correlation' | 'people'>;

const maxSampleRows = 20_000;

/**
 * The rows of the data as a population, so that a simulation enumerates the sample that the model was fitted to. Each row has its weight in the
 * observed shares. Of more than 20,000 rows, a systematic sample in proportion to the weights remains. The rows are in the order of the
 * expected headline figure, so that a systematic sample, and any number of agents, have nearly its mean.
 * Sources: Train, "Discrete choice methods with simulation" (2009), section 2.6; Cochran, "Sampling techniques" (1977), chapter 8.
 *
 * @param atBaseline the rows in the baseline scenario, without missing attributes
 * @param error error of the population, with the effective number of respondents
 */
export function sampleRespondents(
  definition: WorkflowDefinition,
  atBaseline: Model,
  { respondents }: PopulationError,
): Pick<AgentPopulation, 'people'> {
  const { rows, simulationWeights: weights } = atBaseline;
  const ordered = orderedRows(definition, atBaseline);
  const sampled = ordered.length > maxSampleRows ? systematicSample(ordered, weights) : ordered;
  const isEqual = sampled !== ordered || ordered.every((row) => weights[row] === weights[ordered[0]!]);
  const select = (values: ArrayLike<number>) => sampled.map((row) => values[row]!);
  const people = {
    count: sampled.length,
    columns: definition.population.attributes.map(({ id }, position) => ({
      attribute: id,
      ...packNumbers(select(rows.attributes.columns[position]!.values)),
    })),
    ...(!isEqual && { weights: packNumbers(select(weights)) }),
    origin: 'respondents' as const,
    effective_count: Math.max(1, digits8(respondents)),
    respondent_share: 1,
    drawn_attributes: definition.population.attributes.flatMap(({ id }, position) =>
      rows.known[position]?.includes(0) ? [id] : [],
    ),
  };
  return { people };
}

/**
 * The rows with a weight, in the order of the expected headline figure. Of more than two outcomes, blocks of similar rows are in the order of
 * another outcome, up and down in turn, so that neighbors are similar in both.
 */
function orderedRows(definition: WorkflowDefinition, model: Model): number[] {
  const { simulationWeights, rows } = model;
  const weighted = Array.from(rows.lines.keys()).filter((row) => simulationWeights[row]! > 0);
  const { values, targets } = expectRows(definition, model, Int32Array.from(weighted));
  const [first, second] = orderOf(definition);
  const byValueAt = (positions: readonly number[]) => {
    // Rounded, so that every platform has the same order.
    const valueOf = (row: number) => digits8(positions.reduce((sum, at) => sum + values[row * targets + at]!, 0));
    const byRow = new Map(weighted.map((row) => [row, valueOf(row)]));
    return (a: number, b: number) => byRow.get(a)! - byRow.get(b)! || a - b;
  };
  weighted.sort(byValueAt(first));
  if (second.length === 0) return weighted;
  const size = Math.ceil(Math.sqrt(weighted.length));
  const blocks = Array.from({ length: Math.ceil(weighted.length / size) }, (_, k) =>
    weighted.slice(k * size, (k + 1) * size).sort(byValueAt(second)),
  );
  return blocks.flatMap((block, k) => (k % 2 === 0 ? block : block.reverse()));
}

/** Positions of the targets that determine the order of the rows: the headline figure, and one more of several outcomes. */
function orderOf(definition: WorkflowDefinition): [number[], number[]] {
  const targets = targetsOf(definition);
  const { headline_outcome: headline = targets[0]!.id, outcome_groups: groups = [] } = definition;
  const ids = groups.find(({ id }) => id === headline)?.outcomes ?? [headline];
  const first = targets.flatMap(({ id }, position) => (ids.includes(id) ? [position] : []));
  const others = targets.flatMap(({ id, kind }, position) =>
    kind === 'outcome' && !ids.includes(id) ? [position] : [],
  );
  return [first, others.slice(0, others.length > 1 ? 1 : 0)];
}

function systematicSample(ordered: readonly number[], weights: Float64Array): number[] {
  const total = ordered.reduce((sum, row) => sum + weights[row]!, 0);
  let [at, cumulative] = [0, weights[ordered[0]!]!];
  return Array.from({ length: maxSampleRows }, (_, k) => {
    const point = ((k + 0.5) / maxSampleRows) * total;
    while (cumulative < point && at < ordered.length - 1) cumulative += weights[ordered[++at]!]!;
    return ordered[at]!;
  });
}
