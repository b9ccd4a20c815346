import { markup, type Html } from '../../../common/http/html.js';
import { isChoice, type Parameter } from '../../../engine/index.js';
import { table } from '../figure.js';
import { range, setting } from '../format-numbers.js';
import type { ReportInput } from '../report-input.js';

/** The workflow, the changed parameters and the warnings. */
export function questionSection({ definition, scenario, warnings }: ReportInput): Html {
  const { parameters } = definition.scenario;
  const changed = parameters.filter(({ id, default: baseline }) => scenario[id] !== baseline);
  const left = parameters.length - changed.length;
  const others = `${left === 1 ? 'One other parameter has its' : `${left} other parameters have their`} calibrated default.`;
  return markup`<section>
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

function calibratedRangeOf(parameter: Parameter): string {
  return isChoice(parameter) ? `${parameter.options.length} options` : range(parameter.calibrated_range, setting);
}
