import type { GoalReportInput } from '../goals/report/goal-report-input.js';
import { goalPage } from '../goals/report/goal-page.js';
import { sensitivityPage } from '../sensitivities/report/sensitivity-page.js';
import type { SensitivityReportInput } from '../sensitivities/report/sensitivity-report-input.js';
import type { ReportInput } from './report-input.js';
import { reportPage } from './report-page.js';

export type ReportTask =
  | { kind: 'simulation'; input: ReportInput }
  | { kind: 'goal'; input: GoalReportInput }
  | { kind: 'sensitivity'; input: SensitivityReportInput };

/** Runs in a thread. Only this thread loads the packages that draw plots. */
export default function report(task: ReportTask): string {
  switch (task.kind) {
    case 'simulation':
      return reportPage(task.input);
    case 'goal':
      return goalPage(task.input);
    case 'sensitivity':
      return sensitivityPage(task.input);
  }
}
