import { isChoice, type Parameter, type ScenarioWarning } from '../../../../model/definition.js';
import { missingText, reasonTexts, rangeText, settingText } from '../../result-words.js';
import { row, text, textTable, warning, section } from '../blocks.js';
import { percent } from '../format-numbers.js';
import { type Reference, allWarnings, changedParameters } from '../scenario-changes.js';
import type { ViewInput } from '../view-input.js';
import type { Block, Section } from '../view.schema.js';

/** How the question was read: the words that set parameters, other scenarios, and words without effect. */
export function questionSection({ definition, routedVia }: ViewInput): Section | undefined {
  if (routedVia === null) return undefined;
  const { parameters } = definition.scenario;
  const { confidence, coverage, interpreted = [], not_read: unread = [], also = [] } = routedVia;
  const missing = missingText(coverage ?? 'full', unread);
  const values = interpreted.map(({ words, parameter, value, source }) =>
    row(words ?? '–', labelOf(parameters, parameter), settingOf(parameters, parameter, value), sourceTexts[source]),
  );
  const withoutEffect = unread.map(({ words, reason }) => row(words, reasonTexts[reason]));
  return section(
    { id: 'question', title: 'How the question was read', part: 'answer' },
    missing !== '' && warning('Not all of the question is answered', missing, []),
    text(
      `The service selected this workflow with a confidence of ${percent(confidence)}. Of all routes with this confidence, about this share is correct.`,
    ),
    values.length > 0 && textTable('Values of the question', ['Words', 'Parameter', 'Value', 'Source'], values),
    also.length > 0 && otherScenarios(also, parameters),
    unread.length > 0 && textTable('Words without effect', ['Words', 'Reason'], withoutEffect),
  );
}

/** The workflow, the changed parameters and the warnings. */
export function scenarioSection(input: ViewInput, reference: Reference | null): Section {
  const { definition, scenario } = input;
  const { parameters } = definition.scenario;
  const changed = changedParameters(input, reference);
  const rows = changed.map((one) => {
    const values = [scenario, reference?.scenario].map((own) => settingText(one, own?.[one.id]));
    return row(one.label, ...values, calibratedRangeText(one));
  });
  return section(
    { id: 'scenario', title: 'Scenario', part: 'answer' },
    text([definition.summary, othersText(parameters.length - changed.length, reference)]),
    reference &&
      rows.length > 0 &&
      textTable('Changed parameters', ['Parameter', reference.seriesTitle, reference.title, 'Range in the data'], rows),
    outsideWarning(allWarnings(input), parameters),
  );
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

function outsideWarning(warnings: readonly ScenarioWarning[], parameters: readonly Parameter[]): Block | false {
  const items = warnings.flatMap(({ parameter: id, value }) => {
    const own = parameters.find((one) => one.id === id);
    return own ? [`${own.label}: ${settingText(own, value)}; range in the data: ${calibratedRangeText(own)}`] : [];
  });
  const description = 'Results for these values are extrapolations, because the data contain no such values.';
  return items.length > 0 && warning('Outside the data', description, items);
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

type Routed = NonNullable<ViewInput['routedVia']>;
type Value = NonNullable<Routed['interpreted']>[number];

const sourceTexts: Record<Value['source'], string> = {
  read: 'Stated in the question',
  assumed: 'Assumed, because the question names no amount',
  override: 'Set in the request',
};

function otherScenarios(also: NonNullable<Routed['also']>, parameters: readonly Parameter[]): Block {
  const textOf = (values: Record<string, number | string>) =>
    Object.entries(values)
      .map(([id, value]) => `${labelOf(parameters, id)}: ${settingOf(parameters, id, value)}`)
      .join('; ') || 'Baseline';
  return textTable(
    'Other scenarios of the question, with the same agents and seed',
    ['Words', 'Scenario', 'Simulation'],
    also.map(({ words, values, id }) => row(words, textOf(values), id ?? '')),
  );
}
