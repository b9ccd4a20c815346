import type { ReportInput } from './report-input.js';
import { reportPage } from './report-page.js';

/** Runs in a thread. Only this thread loads the packages that draw plots. */
export default function report(input: ReportInput): string {
  return reportPage(input);
}
