import { Controller, Get, Param } from '@nestjs/common';
import type { Caller } from '../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../common/identity/identity.decorators.js';
import { Documented, InSection } from '../common/http/documented.decorators.js';
import { caseStudySchema, workflowIdSchema, type CaseStudy } from './case-study.record.js';
import { CaseStudies } from './case-studies.service.js';

@Controller('v1/case-studies')
@InSection({ name: 'Case studies', description: 'The calibrated workflows, and the proof that they predict people.' })
export class CaseStudiesController {
  constructor(private readonly caseStudies: CaseStudies) {}

  @Get(':workflow_id')
  @RequireScope('case_studies:read')
  @Documented({
    summary: 'Read a case study',
    description: 'What the workflow simulates, what can be turned and within which bounds, and its evidence.',
    parameters: { workflow_id: workflowIdSchema },
    data: caseStudySchema,
    withoutExample: true,
    errors: ['case_study_not_found'],
  })
  get(@CurrentCaller() caller: Caller, @Param('workflow_id') workflowId: string): Promise<CaseStudy> {
    return this.caseStudies.get(caller, workflowId);
  }
}
