import { kindNamed } from '../kinds/index.js';
import type { Reported } from '../run.kind.js';
import { loadPlots } from './plots/plot-library.js';
import type { ReportInput } from './report-input.js';
import { reportPage } from './report-page.js';
import { runPage } from './run-page.js';

export type ReportTask =
  | { kind: 'simulation'; input: ReportInput }
  /** Any other kind. */
  | { kind: string; input: Reported<object, object> };

const isSimulation = (task: ReportTask): task is Extract<ReportTask, { input: ReportInput }> =>
  task.kind === 'simulation';

/** Runs in a thread. Only this thread loads the packages that draw plots. */
export default async function report(task: ReportTask): Promise<string> {
  await loadPlots();
  return isSimulation(task) ? reportPage(task.input) : runPage(kindNamed(task.kind), task.input);
}
