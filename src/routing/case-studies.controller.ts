import { Controller, Get, Param } from '@nestjs/common';
import { RequireScope } from '../common/identity/identity.decorators.js';
import { CaseStudies, type CaseStudy } from './case-studies.service.js';

@Controller('v1/case-studies')
export class CaseStudiesController {
  constructor(private readonly caseStudies: CaseStudies) {}

  @Get(':workflow_id')
  @RequireScope('case_studies:read')
  get(@Param('workflow_id') workflowId: string): CaseStudy {
    return this.caseStudies.get(workflowId);
  }
}
