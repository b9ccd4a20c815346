import type { WorkflowDefinition } from '../../../engine/definition.js';
import type { Reported, RunView } from '../../run.kind.js';
import type { Errors } from '../../summary.schema.js';
import { row, table, text } from '../../view/blocks.js';
import { setting } from '../../view/format-numbers.js';
import { transportText } from '../../view/transport-text.js';
import type { Section } from '../../view/view.schema.js';
import { figureSection, findingOf, tornadoFigure, type ReportedFigure } from './figure.section.js';
import type { SensitivityPlan } from './request.schema.js';
import type { SensitivityResult } from './result.schema.js';

type ReportedSensitivity = Reported<SensitivityPlan, SensitivityResult>;

/** The content of the view of a sensitivity analysis. */
export function sensitivityView(input: ReportedSensitivity): RunView {
  const { definition, plan, result } = input;
  const headline = headlineFigure(definition, result.figures);
  const others = result.figures.filter((own) => own !== headline);
  return {
    headline: findingOf(headline),
    varied: plan.parameters.map(({ name }) => name),
    chart: tornadoFigure(headline),
    sections: [
      figureSection(headline, true),
      ...others.map((own) => figureSection(own, false)),
      rangesSection(input),
      limitsSection(input),
    ],
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
  const rows = plan.parameters.map(({ name, from, to, options }) =>
    row(
      labelOf(name),
      options?.join(', ') ?? `${setting(from!)} to ${setting(to!)}`,
      result.screened_out.includes(name) ? 'screened out' : 'has indices',
    ),
  );
  const ranges = table('Ranges of the parameters', ['Parameter', 'Range', 'State'], rows);
  return { id: 'ranges', title: 'Ranges', part: 'answer', blocks: [ranges] };
}

const missingTexts: Record<keyof Errors, string> = {
  simulation: 'simulation, the error of a finite number of agents',
  estimation: 'estimation, the error of the coefficients, which do not vary',
  population: 'population, which is fixed',
  model: 'model, because its form is fixed',
  targets: 'calibration targets, because the constants that match them do not vary',
};

function limitsSection({ definition, result }: ReportedSensitivity): Section {
  const { includes_coefficients: hasCoefficients, missing_parts: missing } = result;
  return {
    id: 'indices',
    title: 'How to read the indices',
    part: 'certainty',
    blocks: [
      text([
        'The indices are shares of the variance if all parameters are independent and equally likely everywhere in their ranges. Wider ranges give a parameter larger indices.',
        hasCoefficients
          ? 'The coefficients are correlated, so they are one input: all of them, drawn from their estimated distribution.'
          : 'The coefficients of the model are fixed.',
      ]),
      text('Intervals contain the error of the samples only. The values in the tornado charts have no intervals.'),
      text(`${missing.map((part) => missingTexts[part]).join('; ')}.`, 'Missing:'),
      transportText(definition.evidence.data),
    ],
  };
}
