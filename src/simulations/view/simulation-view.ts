import { sharesByInterest, type Headline, headlineOf } from '../headline.js';
import { agentsText, formats, number, range, change, points } from './format-numbers.js';
import { focusOf } from './asked-groups.js';
import { headlineTexts, shownFigure, associationTexts, baselineTexts } from './headline-text.js';
import {
  premiseOf,
  referenceOf,
  type Reference,
  changedParameters,
  changesText,
  allWarnings,
  changedCauses,
} from './scenario-changes.js';
import { adjustmentsSection } from './sections/adjustments.section.js';
import { agentsSection, flowsSection, groupsSection } from './sections/groups.section.js';
import { answerChart, answerSection, curvesSection } from './sections/answer.section.js';
import { elasticitiesSection, welfareSection, tradeOffsSection } from './sections/analyses.section.js';
import { evidenceSection } from './sections/evidence.section.js';
import { questionSection, scenarioSection } from './sections/question.section.js';
import { askedTradeOffs, boundedSet, tradeOffChart } from './trade-off-text.js';
import { uncertaintySection } from './sections/uncertainty.section.js';
import type { ViewInput } from './view-input.js';
import type { View, Section } from './view.schema.js';
import { isRandomized, type Parameter, type WorkflowDefinition } from '../../../model/definition.js';
import { type Contrast, contrastOf, excludesZero, heldOutDifferences, heldOutSentence } from './held-out-error.js';
import { populationOf, dataText } from './held-out-population.js';
import { facts, text, section } from './blocks.js';

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

/** The strength of the result in a few sentences. The held-out error comes first. */
export function trustTexts(input: ViewInput, reference: Reference | null): string[] {
  const { definition, summary } = input;
  const { data } = definition.evidence;
  const found = headlineOf(definition, summary);
  const population = populationOf(input);
  const changed = changedCauses(input, reference);
  const isOutside = allWarnings(input).length > 0;
  return [
    heldOutSentence(definition, found, population),
    ...(reference
      ? [
          heldOutDifferences(definition, found, changed, population),
          directionText(
            definition,
            shownFigure(input, reference),
            changed,
            isOutside,
            contrastOf(definition, found, { ...input, changed, population, reference: reference.scenario }),
          ),
        ]
      : []),
    isOutside
      ? 'Some parameter values are outside the calibrated range, so the result is an extrapolation.'
      : 'All parameter values are inside the calibrated range.',
    ...associationTexts(definition, changed),
    ...baselineTexts(input),
    dataText(data),
  ];
}

/**
 * Whether the interval of the headline difference contains zero. No change is stated only if the held-out contrast does not exclude it. The
 * direction of a cause is clear only if the data assigned the values of all changed parameters at random, and the values are inside the calibrated
 * range.
 */
function directionText(
  definition: WorkflowDefinition,
  { kind, figure }: Headline,
  changed: readonly Parameter[],
  isOutside: boolean,
  contrast: Contrast | undefined,
): string {
  const { label, difference, difference_interval: interval, difference_errors: errors } = figure;
  if (interval === null) return `The difference of “${label}” has no interval, so its direction is uncertain.`;
  if (difference === 0 && interval[0] === 0 && interval[1] === 0)
    return `“${label}” does not change, because nothing in the model connects it with this change.`;
  const [format, unit] = kind === 'share' ? [points, ' points'] : [change, ''];
  const text = `The 95% interval of the difference of “${label}”, ${range(interval, format)}${unit},`;
  const isRandom = changed.every((parameter) => isRandomized(parameter, definition.evidence));
  if (interval[0] <= 0 && interval[1] >= 0) {
    if (!contrast || !excludesZero(contrast)) return `${text} contains zero: the result is consistent with no change.`;
    const source = isRandom ? 'the held-out experiment shows' : 'the held-out data show';
    const margin = format(contrast.margin).replace(/^[+−]/, '');
    return `${text} contains zero, but ${source} ${format(contrast.observed)} ± ${margin}${unit}; the model ${format(difference)}${unit}.`;
  }
  const excluded = `${text} does not contain zero`;
  if (isOutside)
    return `${excluded}, but it does not include the error of an extrapolation, which can change the direction too.`;
  if (!isRandom)
    return `${excluded}. The data did not assign the changed values at random, so it is the direction of an association.`;
  return errors.model === null
    ? `${excluded}: within this model, the direction of the change is clear. The error of the model is not known for this change.`
    : `${excluded}: the direction of the change is clear.`;
}

/** The ids, digests and values with which the results can be computed again. */
export function reproduceSection(input: ViewInput): Section {
  const { compared, definition } = input;
  const known = facts(
    [
      ['Simulation A', compared?.id],
      [compared ? 'Simulation B' : 'Simulation', input.id],
      ['Workflow', `${definition.workflow_id} ${definition.version}`],
      ['Definition', input.definitionDigest],
      ['Engine', input.engineVersion ?? 'not recorded'],
      ['Seed', String(input.seed)],
      ['Agents', compared ? `${compared.agentCount} (A), ${input.agentCount} (B)` : String(input.agentCount)],
      ['Scenario A', compared && changedValues({ definition, scenario: compared.scenario })],
      [compared ? 'Scenario B' : 'Scenario', changedValues(input)],
      ['Results A', compared?.digest],
      [compared ? 'Results B' : 'Results', input.digest],
    ],
    true,
  );
  return section(
    { id: 'reproduction', title: 'Reproduction', part: 'reproduction' },
    text(
      `GET /v1/simulations/${input.id}/manifest returns the complete definition of the workflow and, in “meta.reproduce”, programs that create the simulation again. The command “npm run --silent cli -- simulation reproduce manifest.json” computes every agent again with the same engine version and compares the digest of the results.`,
    ),
    known,
  );
}

/** The exact values of the parameters that differ from their defaults, as in a request. */
function changedValues({ definition, scenario }: Pick<ViewInput, 'definition' | 'scenario'>): string {
  const changed = definition.scenario.parameters.filter(({ id, default: baseline }) => scenario[id] !== baseline);
  return JSON.stringify(Object.fromEntries(changed.map(({ id }) => [id, scenario[id]])));
}
