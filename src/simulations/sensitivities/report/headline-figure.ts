import type { ReportedFigure } from './figure.section.js';
import type { SensitivityReportInput } from './sensitivity-report-input.js';

/** The headline of the workflow. Default: the figure that varies most. */
export function headlineOutcomeOf({ definition, analysis }: SensitivityReportInput): ReportedFigure {
  const { figures } = analysis.result;
  const varied = figures.toSorted((a, b) => b.standard_deviation - a.standard_deviation);
  return figures.find(({ id }) => id === definition.headline_outcome) ?? varied[0]!;
}
