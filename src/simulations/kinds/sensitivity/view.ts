import { markup } from '../../../common/http/html.js';
import type { WorkflowDefinition } from '../../../engine/definition.js';
import { table, type Row } from '../../report/figure.js';
import { setting } from '../../report/format-numbers.js';
import type { Section } from '../../report/section.js';
import type { Reported, ReportView } from '../../run.kind.js';
import { transportText } from '../../report/transport-text.js';
import { figureSection, findingOf, type ReportedFigure } from './figure.section.js';
import type { Errors } from '../../summary.schema.js';
import type { SensitivityPlan } from './request.schema.js';
import type { SensitivityResult } from './result.schema.js';

type ReportedSensitivity = Reported<SensitivityPlan, SensitivityResult>;

/** The content of the report of a sensitivity analysis. */
export function sensitivityView(input: ReportedSensitivity): ReportView {
  const { definition, result } = input;
  const headline = headlineFigure(definition, result.figures);
  const ordered = [headline, ...result.figures.filter((own) => own !== headline)];
  return {
    headline: findingOf(headline),
    sections: [...ordered.map(figureSection), rangesSection(input), limitsSection(input)],
  };
}

/** The headline of the workflow. Default: the figure that varies most. */
function headlineFigure(
  { headline_outcome: id }: WorkflowDefinition,
  figures: readonly ReportedFigure[],
): ReportedFigure {
  const varied = figures.toSorted((a, b) => b.standard_deviation - a.standard_deviation);
  return figures.find((own) => own.id === id) ?? varied[0]!;
}

function rangesSection({ definition, plan, result }: ReportedSensitivity): Section {
  const labelOf = (name: string) => definition.scenario.parameters.find(({ id }) => id === name)?.label ?? name;
  const rows = plan.parameters.map(({ name, from, to, options }): Row => [
    labelOf(name),
    options?.join(', ') ?? `${setting(from!)} to ${setting(to!)}`,
    result.screened_out.includes(name) ? 'screened out' : 'has indices',
  ]);
  const content = table('Ranges of the parameters', ['Parameter', 'Range', 'State'], rows);
  return { id: 'ranges', title: 'Ranges', content };
}

const missingTexts: Record<keyof Errors, string> = {
  simulation: 'simulation, the error of a finite number of agents',
  estimation: 'estimation, the error of the coefficients, which do not vary',
  population: 'population, which is fixed',
  model: 'model, because its form is fixed',
  targets: 'calibration targets, because the constants that match them do not vary',
};

function limitsSection({ definition, result }: ReportedSensitivity): Section {
  const { data } = definition.evidence;
  const { includes_coefficients: hasCoefficients, missing_parts: missing } = result;
  const content = markup`<p>The indices are shares of the variance if all parameters are independent and equally likely everywhere in their ranges. Wider ranges give a parameter larger indices. ${hasCoefficients ? 'The coefficients are correlated, so they are one input: all of them, drawn from their estimated distribution.' : 'The coefficients of the model are fixed.'}</p>
<p>Intervals contain the error of the samples only. The values in the tornado charts have no intervals.</p>
<p><strong>Missing:</strong> ${missing.map((part) => missingTexts[part]).join('; ')}.</p>
${transportText(data)}`;
  return { id: 'limits', title: 'How to read the indices', content };
}
