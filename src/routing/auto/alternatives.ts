import type { Alternative, ReadyRequest } from '../../common/errors/alternative.schema.js';
import type { WorkflowDefinition, ScenarioWarning } from '../../../model/definition.js';
import type { RoutedVersion } from '../question-router.service.js';
import type { AutoSimulation } from './auto-simulation.schema.js';
import { scenariosOf, type PlannedScenarios } from './planned-scenarios.js';
import type { ReadRoute } from './question-routing.service.js';
import type { QuestionInterpretation } from '../../simulations/question-interpretation.schema.js';
import { reasonTexts, changeText, rangeText, settingText } from '../../simulations/result-words.js';

/** A workflow that the question could mean, with its request: the values that it reads from the question. */
export function alternativeOf(
  { route, workflow: { definition }, reading }: ReadRoute,
  asked: Pick<AutoSimulation, 'agent_count' | 'seed'>,
): Alternative {
  const [{ scenarioContext }] = scenariosOf(reading).scenarios;
  return {
    workflow_id: definition.workflow_id,
    name: definition.name,
    why: whyOf(route, definition),
    confidence: route.confidence,
    request: readyRequest(definition, scenarioContext, asked),
  };
}

export function readyRequest(
  { workflow_id }: WorkflowDefinition,
  scenarioContext: Record<string, unknown>,
  { agent_count, seed }: Pick<AutoSimulation, 'agent_count' | 'seed'>,
): ReadyRequest {
  return {
    workflow_id,
    scenario_context: scenarioContext as ReadyRequest['scenario_context'],
    ...(agent_count !== undefined && { agent_count }),
    ...(seed !== undefined && { seed }),
  };
}

function whyOf({ explanation: { words } }: RoutedVersion, { summary }: WorkflowDefinition): string {
  const [subject = summary] = /^.*?[.?!](?=\s|$)/s.exec(summary) ?? [];
  if (words.length === 0) return subject;
  return `${subject} Shared words: ${words.map((word) => `“${word}”`).join(', ')}.`;
}

/** What unused words and assumptions mean for the answer, one sentence each. A change that no parameter expresses is first. */
export function warningsOf(
  definition: WorkflowDefinition,
  { interpreted, not_read, scenarios }: PlannedScenarios,
  suggested: QuestionInterpretation['suggested'],
): string[] {
  const effect =
    interpreted.length > 0 || scenarios.length > 1 ? 'the results do not include it' : 'this is the baseline';
  const inexpressible = not_read.filter(({ reason }) => reason === 'no_parameter');
  const others = not_read.filter(({ reason }) => reason !== 'no_parameter');
  const { parameters } = definition.scenario;
  const assumed = interpreted.filter(({ source }) => source === 'assumed');
  return [
    ...inexpressible.map(
      (one) => `The workflow has no parameter for “${one.words}”; ${effect}.${otherText(parameters, one)}`,
    ),
    ...others.map((one) => `“${one.words}” ${reasonTexts[one.reason]}; ${effect}.${otherText(parameters, one)}`),
    ...(suggested
      ? [`The question asks for a value to find; ${effect}. Send \`meta.suggested\` to find the value.`]
      : []),
    ...assumed.flatMap(({ parameter: id, value, words }) => {
      const parameter = parameters.find((one) => one.id === id);
      return parameter ? [`“${words}” names no amount; assumed: ${changeText(parameter, value)}.`] : [];
    }),
  ];
}

/** Changes that are possible instead of words that were not used, as a question: ` Did you mean “Mailing: Neighbors' record”?`. */
function otherText(
  parameters: WorkflowDefinition['scenario']['parameters'],
  { candidates, nearest = [] }: PlannedScenarios['not_read'][number],
): string {
  const texts = [...candidates, ...nearest].map((values) => {
    const settings = Object.entries(values).map(([id, value]) => {
      const parameter = parameters.find((one) => one.id === id);
      return parameter ? `${parameter.label}: ${settingText(parameter, value)}` : `${id}: ${value}`;
    });
    return `“${settings.join(', ')}”`;
  });
  return texts.length > 0 ? ` Did you mean ${texts.join(' or ')}?` : '';
}

/** A sentence for each value outside the calibrated range. */
export function outsideWarnings(
  { scenario: { parameters } }: Pick<WorkflowDefinition, 'scenario'>,
  warnings: readonly ScenarioWarning[],
): string[] {
  const sentences = warnings.flatMap(({ parameter: id, value, calibrated_range: range }) => {
    const parameter = parameters.find((one) => one.id === id);
    if (!parameter) return [];
    const change = `${parameter.label} ${settingText(parameter, value)}`;
    return [`${change} is outside the data (${rangeText(parameter, range)}); the result is an extrapolation.`];
  });
  return [...new Set(sentences)];
}
