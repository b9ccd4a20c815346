import { Controller, Get, Param, Query } from '@nestjs/common';
import type { Caller } from '../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../common/identity/identity.decorators.js';
import { Documented, InSection } from '../common/http/documented.decorators.js';
import type { Reply } from '../common/http/reply.js';
import { pageMetaSchema } from '../common/pagination/page.js';
import {
  caseStudyEntrySchema,
  caseStudySchema,
  workflowIdSchema,
  workflowVersionSchema,
  type CaseStudy,
  type ListedCaseStudy,
  type WorkflowVersionRecord,
} from './case-study.record.js';
import {
  getCaseStudySchema,
  listCaseStudiesSchema,
  listVersionsSchema,
  type GetCaseStudy,
  type ListCaseStudies,
  type ListVersions,
} from './case-study.schema.js';
import { caseStudiesSection } from './case-studies.section.js';
import { CaseStudies } from './case-studies.service.js';

const parameters = { workflow_id: workflowIdSchema };

@Controller('v1/case-studies')
@InSection(caseStudiesSection)
export class CaseStudiesController {
  constructor(private readonly caseStudies: CaseStudies) {}

  @Get()
  @RequireScope('case_studies:read')
  @Documented({
    summary: 'List case studies',
    description:
      'The workflows that the organization can run in this tier: everybody’s and its own, in the order of their slugs; the filters may be combined.',
    data: caseStudyEntrySchema.array(),
    meta: pageMetaSchema,
    errors: ['invalid_cursor'],
  })
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: listCaseStudiesSchema }) query: ListCaseStudies,
  ): Promise<Reply<ListedCaseStudy[]>> {
    return this.caseStudies.list(caller, query);
  }

  @Get(':workflow_id')
  @RequireScope('case_studies:read')
  @Documented({
    summary: 'Read a case study',
    description:
      'What the workflow simulates, what can be turned and within which bounds, and its evidence. A deprecated one can still be read.',
    parameters,
    data: caseStudySchema,
    withoutExample: true,
    errors: ['case_study_not_found'],
  })
  get(
    @CurrentCaller() caller: Caller,
    @Param('workflow_id') workflowId: string,
    @Query({ schema: getCaseStudySchema }) { version }: GetCaseStudy,
  ): Promise<CaseStudy> {
    return this.caseStudies.get(caller, workflowId, version);
  }

  @Get(':workflow_id/versions')
  @RequireScope('case_studies:read')
  @Documented({
    summary: 'List the versions of a workflow',
    description: 'Newest first, deprecated ones too. A version never changes.',
    parameters,
    data: workflowVersionSchema.array(),
    meta: pageMetaSchema,
    errors: ['case_study_not_found', 'invalid_cursor'],
  })
  versions(
    @CurrentCaller() caller: Caller,
    @Param('workflow_id') workflowId: string,
    @Query({ schema: listVersionsSchema }) query: ListVersions,
  ): Promise<Reply<WorkflowVersionRecord[]>> {
    return this.caseStudies.versions(caller, workflowId, query);
  }
}
