import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { RequestThreads } from '../../platform/process/request-threads.service.js';
import type { Report as Page } from '../../../view/report.js';
import type { Simulator } from './simulator.js';

export interface Report extends Omit<Page, 'simulator'> {
  /** The page then has scripts. */
  simulator?: Simulator | undefined;
}

const file = join(import.meta.dirname, 'report.thread.js');

/** Renders reports in a thread, so that the process itself never loads the packages that draw plots. */
@Injectable()
export class ReportThreads {
  constructor(private readonly threads: RequestThreads) {}

  /** Returns the HTML page. Throws `AppError` `service_unavailable` if too many reports wait or the report takes too long. */
  render(organizationId: string, report: Report): Promise<string> {
    return this.threads.inTurn<Report, string, string>(file, organizationId, (run) => run(report));
  }
}
