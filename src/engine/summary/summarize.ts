import { type Column } from '../columns/column.js';
import { type WorkflowDefinition } from '../definition/definition.schema.js';
import { type Attribute } from '../definition/population.schema.js';
import { columnNamed, countByGroup, sumOf } from './outcome-counts.js';
import { flowsOf, type Outcome, outcomeShares } from './outcome-shares.js';
import { groupAgents } from './segment-groups.js';
import { type SegmentSummary, type Summary } from './summary.js';

/**
 * Shares, differences to the baseline, segments and flows of a finished simulation. Sums run in the order of the agents' index, so the
 * numbers do not depend on how the simulation was cut into chunks.
 *
 * @param columns of the whole simulation
 */
export function summarize(definition: WorkflowDefinition, columns: readonly Column[]): Summary {
  const outcomes = definition.decision.alternatives;
  const outcome = columnNamed(columns, 'outcome');
  const baseline = columnNamed(columns, 'baseline_outcome');
  const agentCount = outcome.values.length;
  const [counts] = countByGroup(outcome, baseline, outcomes.length, new Uint8Array(agentCount), 1);
  const meanOf = (name: string) => sumOf(columnNamed(columns, name).values) / agentCount;
  return {
    agent_count: agentCount,
    outcomes: outcomeShares(outcomes, counts!).map((share) => ({
      ...share,
      expected_share: meanOf(`probability.${share.id}`),
      baseline_expected_share: meanOf(`baseline_probability.${share.id}`),
    })),
    segments: definition.population.attributes.map((attribute) => segmentBy(attribute, columns, outcomes)),
    flows: flowsOf(outcomes, counts!),
  };
}

function segmentBy(attribute: Attribute, columns: readonly Column[], outcomes: readonly Outcome[]): SegmentSummary {
  const { groups, groupOf } = groupAgents(attribute, columnNamed(columns, `attribute.${attribute.id}`));
  const outcome = columnNamed(columns, 'outcome');
  const baseline = columnNamed(columns, 'baseline_outcome');
  const counts = countByGroup(outcome, baseline, outcomes.length, groupOf, groups.length);
  const filled = groups.flatMap(({ id, label }, group) => {
    const agents = sumOf(counts[group]!);
    return agents > 0 ? [{ id, label, agent_count: agents, outcomes: outcomeShares(outcomes, counts[group]!) }] : [];
  });
  return {
    attribute: attribute.id,
    label: attribute.label,
    ...(attribute.unit === undefined ? {} : { unit: attribute.unit }),
    groups: filled,
  };
}
