import { sharesByInterest } from '../headline.js';
import { agentsText, formats, number, range } from './format-numbers.js';
import { focusOf } from './asked-groups.js';
import { headlineTexts, shownFigure } from './headline-text.js';
import { premiseOf } from './premise.js';
import { referenceOf, type Reference, changedParameters, changesText } from './scenario-changes.js';
import { adjustmentsSection } from './sections/adjustments.section.js';
import { agentsSection } from './sections/agents.section.js';
import { answerChart, answerSection } from './sections/answer.section.js';
import { curvesSection } from './sections/curves.section.js';
import { elasticitiesSection } from './sections/elasticities.section.js';
import { evidenceSection } from './sections/evidence.section.js';
import { flowsSection } from './sections/flows.section.js';
import { groupsSection } from './sections/groups.section.js';
import { questionSection, scenarioSection } from './sections/question.section.js';
import { reproduceSection } from './sections/reproduce.section.js';
import { tradeOffsSection } from './sections/trade-offs.section.js';
import { trustTexts } from './sections/trust.js';
import { askedTradeOffs, boundedSet, tradeOffChart } from './trade-off-text.js';
import { uncertaintySection } from './sections/uncertainty.section.js';
import { welfareSection } from './sections/welfare.section.js';
import type { ViewInput } from './view-input.js';
import type { View } from './view.schema.js';

/** Describes a simulation, or the comparison of two simulations. */
export function simulationView(input: ViewInput): View {
  const { definition, routedVia } = input;
  const reference = referenceOf(input);
  const sections = [
    answerSection(input, reference),
    curvesSection(input, reference),
    scenarioSection(input, reference),
    adjustmentsSection(input, 'simulation'),
    questionSection(input),
    groupsSection(input, reference),
    flowsSection(input, reference),
    elasticitiesSection(input),
    welfareSection(input),
    tradeOffsSection(input),
    agentsSection(input, reference),
    uncertaintySection(input, reference),
    evidenceSection(input),
    reproduceSection(input),
  ];
  return {
    title: titleOf(input, reference),
    facts: factsOf(input),
    question: routedVia?.question ?? null,
    scenario: scenarioTexts(input, reference),
    headline: headline(input, reference),
    trust: trustTexts(focusOf(input), reference),
    limits: definition.evidence.limits,
    sections: sections.filter((section) => section !== undefined),
  };
}

function headline(input: ViewInput, reference: Reference | null): View['headline'] {
  const { definition, summary } = input;
  const { kind, figure } = shownFigure(focusOf(input), reference);
  const value = kind === 'share' ? figure.share : figure.mean;
  const format = formats[kind === 'share' ? (reference ? 'points' : 'percent') : reference ? 'change' : 'number'];
  const interval = reference ? figure.difference_interval : figure.interval;
  const unit = kind === 'mean' ? ` ${figure.unit}` : reference ? ' points' : '';
  const [text, ...others] = headlineTexts(input, reference);
  const all = {
    text: text!,
    figure: figure.id,
    figures: [...sharesByInterest(definition, summary), ...summary.measures].map(({ id, label }) => ({ id, label })),
    others,
  };
  const tradeOffs = askedTradeOffs(input);
  const [first] = tradeOffs;
  if (first) {
    const ends = boundedSet(first);
    const value = `${number(first.estimate)} ${first.unit}`;
    return { ...all, value, interval: ends && range(ends, number), chart: tradeOffChart(tradeOffs) };
  }
  return {
    ...all,
    value: `${format(reference ? figure.difference : value)}${unit}`,
    interval: interval && `${format(interval[0])} to ${format(interval[1])}`,
    chart: answerChart(input, reference),
  };
}

/** The name of the simulation, else the workflow with the premise of the result. A comparison has two names. */
function titleOf(input: ViewInput, reference: Reference | null): string {
  const { name, definition, compared } = input;
  if (!compared && name !== null) return name;
  return [definition.name, premiseOf(input, reference)].filter(Boolean).join(': ');
}

function factsOf(input: ViewInput): string[] {
  const { definition, summary, completedAt } = input;
  return [
    ...(input.name === null || input.compared ? [] : [definition.name]),
    agentsText(summary.agent_count),
    `${definition.workflow_id} ${definition.version}`,
    completedAt.slice(0, 10),
  ];
}

const named = (simulation: Pick<ViewInput, 'name'> | null) => (simulation?.name ? ` (${simulation.name})` : '');

/** The scenarios of a comparison, and the groups of agents to which the view is restricted. The headline has the other scenarios. */
function scenarioTexts(input: ViewInput, reference: Reference | null): string[] {
  const { selection, scenario, compared } = input;
  const groups = selection ? [`Only agents with: ${selection.labels.join('; ')}`] : [];
  if (!reference?.isSimulation) return groups;
  const changed = changedParameters(input, reference);
  if (changed.length === 0) return ['Both simulations have the same parameter values.', ...groups];
  return [
    `Simulation A${named(compared)}: ${changesText(changed, reference.scenario, reference)}`,
    `Simulation B${named(input)}: ${changesText(changed, scenario, reference)}`,
    ...groups,
  ];
}
