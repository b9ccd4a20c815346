import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/identity/caller.js';
import { ReportThreads } from '../report/report-threads.service.js';
import { Studies } from '../studies/studies.service.js';
import { toSensitivityRecord } from './sensitivity.record.js';

/** Renders reports of sensitivity analyses. */
@Injectable()
export class SensitivityReport {
  constructor(
    private readonly studies: Studies,
    private readonly reports: ReportThreads,
  ) {}

  /** Returns the HTML page. Throws {@link AppError} `sensitivity_not_found`, `sensitivity_not_complete`, `service_unavailable`. */
  async render(caller: Caller, id: string): Promise<string> {
    const { row, workflow } = await this.studies.findCompleted(caller, 'sensitivity', id);
    const { result, ...analysis } = toSensitivityRecord(row);
    if (!result) throw new Error(`the completed sensitivity analysis ${id} has no result`);
    const { definitionDigest, engineVersion } = row;
    const input = {
      definition: workflow.definition,
      definitionDigest,
      engineVersion,
      analysis: { ...analysis, result },
    };
    return this.reports.render(caller.organizationId, { kind: 'sensitivity', input });
  }
}
