import { markup, type Html } from '../../../common/http/html.js';
import { isChoice, type Parameter, type ScenarioWarning } from '../../../engine/definition.js';
import { wordTable } from '../figure.js';
import { percent } from '../format-numbers.js';
import { reasonTexts } from '../../reason-texts.js';
import { rangeText, settingText } from '../../setting-words.js';
import type { Reference } from '../reference.js';
import type { ReportInput } from '../report-input.js';
import { allWarnings, changedParameters } from '../scenario-changes.js';
import type { Section } from '../section.js';

/** The question and the parts of it that set parameters. */
export function questionSection({
  definition,
  routedVia,
}: Pick<ReportInput, 'definition' | 'routedVia'>): Section | undefined {
  if (routedVia === null) return undefined;
  return { id: 'question', title: 'The question', content: askedQuestion(routedVia, definition.scenario.parameters) };
}

/** The workflow, the changed parameters and the warnings. */
export function scenarioSection(input: ReportInput, reference: Reference | null): Section {
  const { definition, scenario } = input;
  const { parameters } = definition.scenario;
  const changed = changedParameters(input, reference);
  const head = ['Parameter', reference?.seriesTitle ?? '', reference?.title ?? '', 'Calibrated range'];
  const content = markup`<p>${definition.summary}</p>
${
  reference !== null &&
  changed.length > 0 &&
  wordTable(
    'Changed parameters',
    head,
    changed.map((parameter) => [
      parameter.label,
      settingText(parameter, scenario[parameter.id]),
      settingText(parameter, reference.scenario[parameter.id]),
      calibratedRangeText(parameter),
    ]),
  )
}
<p>${othersText(parameters.length - changed.length, reference)}</p>
${warningsBox(allWarnings(input), parameters)}`;
  return { id: 'scenario', title: 'Scenario', content };
}

function othersText(left: number, reference: Reference | null): string {
  if (reference === null) return 'The scenario is the baseline: all parameters have their calibrated defaults.';
  if (reference.isSimulation) {
    return left === 0
      ? 'All parameters have different values in the two simulations.'
      : `${left === 1 ? 'One parameter has' : `${left} parameters have`} the same value in both simulations.`;
  }
  if (left === 0) return '';
  return `${left === 1 ? 'One other parameter has its' : `${left} other parameters have their`} calibrated default.`;
}

function warningsBox(warnings: readonly ScenarioWarning[], parameters: readonly Parameter[]): Html | undefined {
  if (warnings.length === 0) return undefined;
  return markup`<aside class="warning">
<h3>Outside the calibrated range</h3>
<p>Results for these values are extrapolations, because the data contain no such values.</p>
<ul>${warnings.map(({ parameter: id, value }) => {
    const parameter = parameters.find((one) => one.id === id);
    return (
      parameter &&
      markup`<li>${parameter.label}: ${settingText(parameter, value)}; calibrated range: ${calibratedRangeText(parameter)}</li>`
    );
  })}</ul>
</aside>`;
}

/** A choice has the number of its options in place of a range. */
function calibratedRangeText(parameter: Parameter): string {
  return isChoice(parameter) ? `${parameter.options.length} options` : rangeText(parameter, parameter.calibrated_range);
}

const labelOf = (parameters: readonly Parameter[], id: string) => parameters.find((one) => one.id === id)?.label ?? id;

function settingOf(parameters: readonly Parameter[], id: string, value: number | string): string {
  const parameter = parameters.find((one) => one.id === id);
  return parameter ? settingText(parameter, value) : String(value);
}

type Routed = NonNullable<ReportInput['routedVia']>;

function askedQuestion(routed: Routed, parameters: readonly Parameter[]): Html {
  const { question, confidence, interpreted = [], not_read: unread = [], also = [] } = routed;
  return markup`<blockquote>${question}</blockquote>
<p>The service selected this workflow with a confidence of ${percent(confidence)}. Of all routes with this confidence, about this share is correct.</p>
${
  interpreted.length > 0 &&
  wordTable(
    'Values of the question',
    ['Words', 'Parameter', 'Value', 'Source'],
    interpreted.map(({ words, parameter, value, source }) => [
      words ?? '–',
      labelOf(parameters, parameter),
      settingOf(parameters, parameter, value),
      sourceTexts[source],
    ]),
  )
}
${also.length > 0 && otherScenarios(also, parameters)}
${
  unread.length > 0 &&
  wordTable(
    'Words without effect',
    ['Words', 'Reason'],
    unread.map(({ words, reason }) => [words, `${reasonTexts[reason]}`]),
  )
}`;
}

type Value = NonNullable<Routed['interpreted']>[number];

const sourceTexts: Record<Value['source'], string> = {
  read: 'Stated in the question',
  assumed: 'Assumed, because the question names no amount',
  override: 'Set in the request',
};

function otherScenarios(also: NonNullable<Routed['also']>, parameters: readonly Parameter[]): Html {
  const textOf = (values: Record<string, number | string>) =>
    Object.entries(values)
      .map(([id, value]) => `${labelOf(parameters, id)}: ${settingOf(parameters, id, value)}`)
      .join('; ') || 'Baseline';
  return wordTable(
    'Other scenarios of the question, with the same agents and seed',
    ['Words', 'Scenario', 'Simulation'],
    also.map(({ words, values, id }) => [words, textOf(values), id ?? '']),
  );
}
