import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Thread } from '../../common/thread.js';
import type { Report as Page } from '../../../view/report.js';
import type { Simulator } from './simulator.js';

export interface Report extends Omit<Page, 'simulator'> {
  /** The page then has scripts. */
  simulator?: Simulator | undefined;
}

/** Renders reports in a thread that starts with the first report, so that the process itself never loads the packages that draw plots. */
@Injectable()
export class ReportThreads implements OnApplicationShutdown {
  private readonly thread = new Thread<Report, string>(join(import.meta.dirname, 'report.thread.js'), {
    maxPerOrganization: 24,
    timeoutMs: 20_000,
  });

  /** Returns the HTML page. Throws `AppError` `service_unavailable` if too many reports wait or the report takes too long. */
  render(organizationId: string, report: Report): Promise<string> {
    return this.thread.inTurn(organizationId, (run) => run(report));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread.close();
  }
}
