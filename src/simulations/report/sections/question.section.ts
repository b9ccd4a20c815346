import { markup, type Html } from '../../../common/http/html.js';
import { isChoice, type Parameter } from '../../../engine/index.js';
import { table } from '../figure.js';
import { percent, range, setting } from '../format-numbers.js';
import { reasonTexts } from '../../reason-texts.js';
import type { ReportInput } from '../report-input.js';

/** The question and what was read from it, the workflow, the changed parameters and the warnings. */
export function questionSection({ definition, scenario, warnings, routedVia }: ReportInput): Html {
  const { parameters } = definition.scenario;
  const changed = parameters.filter(({ id, default: baseline }) => scenario[id] !== baseline);
  const left = parameters.length - changed.length;
  const others = `${left === 1 ? 'One other parameter has its' : `${left} other parameters have their`} calibrated default.`;
  return markup`${routedVia !== null && askedQuestion(routedVia, parameters)}
<section>
<h2>Scenario</h2>
<p>${definition.summary}</p>
${
  changed.length > 0
    ? table(
        'Changed parameters',
        ['Parameter', 'This scenario', 'Baseline', 'Calibrated range'],
        changed.map((parameter) => [
          parameter.label,
          valueOf(parameter, scenario[parameter.id]),
          valueOf(parameter, parameter.default),
          calibratedRangeOf(parameter),
        ]),
      )
    : undefined
}
<p>${changed.length === 0 ? 'The scenario is the baseline: all parameters have their calibrated defaults.' : left > 0 && others}</p>
${
  warnings.length > 0 &&
  markup`<aside>
<h3>Outside the calibrated range</h3>
<p>Results for these values are extrapolations, because the data contain no such values.</p>
<ul>${warnings.map(({ parameter, value, calibrated_range }) => markup`<li>${labelOf(parameters, parameter)}: ${setting(value)}; calibrated range: ${range(calibrated_range, setting)}</li>`)}</ul>
</aside>`
}
</section>`;
}

const labelOf = (parameters: readonly Parameter[], id: string) => parameters.find((one) => one.id === id)?.label ?? id;

function valueOf(parameter: Parameter, value: number | string | undefined): string {
  if (isChoice(parameter)) return parameter.options.find(({ id }) => id === value)?.label ?? String(value);
  return `${setting(Number(value))} ${parameter.unit}`;
}

function settingOf(parameters: readonly Parameter[], id: string, value: number | string): string {
  const parameter = parameters.find((one) => one.id === id);
  return parameter ? valueOf(parameter, value) : String(value);
}

function calibratedRangeOf(parameter: Parameter): string {
  return isChoice(parameter) ? `${parameter.options.length} options` : range(parameter.calibrated_range, setting);
}

type Routed = NonNullable<ReportInput['routedVia']>;

function askedQuestion(routed: Routed, parameters: readonly Parameter[]): Html {
  const { question, confidence, interpreted = [], not_interpreted: unread = [], comparison, range: varied } = routed;
  return markup`<section>
<h2>The question</h2>
<blockquote>${question}</blockquote>
<p>The service selected this workflow with a confidence of ${percent(confidence)}. Of all routes with this confidence, about this share is correct.</p>
${
  interpreted.length > 0 &&
  table(
    'Words that set a parameter',
    ['Words', 'Parameter', 'Value'],
    interpreted.map(({ from, parameter, value }) => [
      from,
      labelOf(parameters, parameter),
      settingOf(parameters, parameter, value),
    ]),
  )
}
${comparison ? comparedScenarios(comparison, parameters) : undefined}
${varied ? markup`<p>The words “${varied.from}” name a range. The parameter sweep of this simulation varies one parameter, ${labelOf(parameters, varied.parameter)}: ${varied.values.map(setting).join(', ')}.</p>` : undefined}
${
  unread.length > 0 &&
  table(
    'Words without effect on the simulation',
    ['Words', 'Reason'],
    unread.map(({ words, reason }) => [words, reasonTexts[reason]]),
  )
}
</section>`;
}

function comparedScenarios({ simulations }: NonNullable<Routed['comparison']>, parameters: readonly Parameter[]): Html {
  const textOf = (values: Record<string, number | string>) =>
    Object.entries(values)
      .map(([id, value]) => `${labelOf(parameters, id)}: ${settingOf(parameters, id, value)}`)
      .join('; ') || 'Baseline';
  return table(
    'Compared scenarios, with the same agents and seed',
    ['Words', 'Scenario', 'Simulation'],
    simulations.map(({ from, values, id }) => [from, textOf(values), id ?? '']),
  );
}
