import type { ScenarioWarning, WorkflowDefinition } from '../../engine/definition.js';
import type { QuestionInterpretation } from '../../simulations/question-interpretation.schema.js';
import { reasonTexts } from '../../simulations/reason-texts.js';
import { changeText, rangeText, settingText } from '../../simulations/setting-words.js';
import type { PlannedScenarios } from './planned-scenarios.js';

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
    ...inexpressible.map(({ words }) => `The workflow has no parameter for “${words}”; ${effect}.`),
    ...others.map(({ words, reason }) => `“${words}” ${reasonTexts[reason]}; ${effect}.`),
    ...(suggested
      ? [`The question asks for a value to find; ${effect}. Send \`meta.suggested\` to find the value.`]
      : []),
    ...assumed.flatMap(({ parameter: id, value, words }) => {
      const parameter = parameters.find((one) => one.id === id);
      return parameter ? [`“${words}” names no amount; assumed: ${changeText(parameter, value)}.`] : [];
    }),
  ];
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
