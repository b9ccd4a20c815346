import { Injectable } from '@nestjs/common';
import { AppError } from '../common/errors/app-error.js';
import type { Caller } from '../common/identity/caller.js';
import { toCaseStudy, type CaseStudy } from './case-study.record.js';
import { WorkflowCatalog } from './workflow-catalog.service.js';

/** A workflow with what a caller needs to turn its parameters, and the proof that it predicts people. */
@Injectable()
export class CaseStudies {
  constructor(private readonly catalog: WorkflowCatalog) {}

  async get(caller: Caller, workflowId: string): Promise<CaseStudy> {
    const workflow = await this.catalog.published(caller, workflowId);
    if (!workflow) throw new AppError('case_study_not_found');
    return toCaseStudy(workflow);
  }
}
