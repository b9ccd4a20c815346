import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { SingleThread } from '../../common/single-thread.js';
import type { ReportTask } from './report.thread.js';

/** Renders reports in a thread that starts with the first report, so that the process itself never loads the packages that draw plots. */
@Injectable()
export class ReportThreads implements OnApplicationShutdown {
  private readonly thread = new SingleThread<ReportTask, string>({
    filename: join(import.meta.dirname, 'report.thread.js'),
    work: 'a report',
    maxPerOrganization: 24,
    computeTimeoutMs: 20_000,
  });

  /** Returns the HTML page. Throws `AppError` `service_unavailable` if too many reports wait or the report takes too long. */
  render(organizationId: string, task: ReportTask): Promise<string> {
    return this.thread.inTurn(organizationId, (run) => run(task));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread.close();
  }
}
