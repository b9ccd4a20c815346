import { Injectable } from '@nestjs/common';
import { AppError } from '../common/errors/app-error.js';
import { toCaseStudy, type CaseStudy } from './case-study.record.js';
import { WorkflowCatalog } from './workflow-catalog.service.js';

/** A workflow with what a caller needs to turn its parameters, and the proof that it predicts people. */
@Injectable()
export class CaseStudies {
  constructor(private readonly catalog: WorkflowCatalog) {}

  get(workflowId: string): CaseStudy {
    const workflow = this.catalog.find(workflowId);
    if (!workflow) throw new AppError('case_study_not_found');
    return toCaseStudy(workflow);
  }
}
