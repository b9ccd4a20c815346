import { Controller, Get, Param, Query } from '@nestjs/common';
import type { Caller } from '../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../common/identity/identity.decorators.js';
import { Documented, InTag } from '../common/http/documented.decorators.js';
import type { Reply } from '../common/http/reply.js';
import type { StreamReply } from '../common/http/stream-reply.js';
import { pageMetaSchema } from '../common/pagination/page.js';
import {
  caseStudyEntrySchema,
  caseStudySchema,
  workflowIdSchema,
  workflowVersionSchema,
  type CaseStudy,
  type ListedCaseStudy,
  type WorkflowVersionRecord,
  getCaseStudySchema,
  listCaseStudiesSchema,
  listVersionsSchema,
  runnableDefinitionSchema,
  type GetCaseStudy,
  type ListCaseStudies,
  type ListVersions,
  caseStudiesTag,
} from './case-study.record.js';
import { CaseStudies } from './case-studies.service.js';

const parameters = { workflow_id: workflowIdSchema };

@Controller('v1/case-studies')
@InTag(caseStudiesTag)
export class CaseStudiesController {
  constructor(private readonly caseStudies: CaseStudies) {}

  @Get()
  @RequireScope('case_studies:read')
  @Documented({
    summary: 'List workflows',
    description:
      'Returns the workflows that the organization can run in this tier, public and private, ordered by slug. Filters are combined with AND.',
    data: caseStudyEntrySchema.array(),
    meta: pageMetaSchema,
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
    summary: 'Read a workflow',
    description:
      'Returns a workflow with its definition, its parameters and their ranges (`scenario_schema`), and its evidence. Deprecated workflows remain readable.',
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

  @Get(':workflow_id/definition')
  @RequireScope('case_studies:read')
  @Documented({
    summary: 'Read a definition for the engine',
    description:
      'Returns all that the engine needs to simulate a workflow outside the service, such as in a browser: the definition with its evidence and, for own data, the rows of its agents. The `ETag` follows from the digest, so that an unchanged definition is 304. With the same scenario, seed and number of agents, the engine computes the same digest as a simulation of the service.',
    parameters,
    data: runnableDefinitionSchema,
    withoutExample: true,
    headers: ['ETag', 'Cache-Control', 'Vary'],
    errors: ['case_study_not_found'],
  })
  definition(
    @CurrentCaller() caller: Caller,
    @Param('workflow_id') workflowId: string,
    @Query({ schema: getCaseStudySchema }) { version }: GetCaseStudy,
  ): Promise<StreamReply> {
    return this.caseStudies.definition(caller, workflowId, version);
  }

  @Get(':workflow_id/versions')
  @RequireScope('case_studies:read')
  @Documented({
    summary: 'List the versions of a workflow',
    description:
      'Returns all versions of a workflow, newest first, including deprecated versions. A version never changes.',
    parameters,
    data: workflowVersionSchema.array(),
    meta: pageMetaSchema,
    errors: ['case_study_not_found'],
  })
  versions(
    @CurrentCaller() caller: Caller,
    @Param('workflow_id') workflowId: string,
    @Query({ schema: listVersionsSchema }) query: ListVersions,
  ): Promise<Reply<WorkflowVersionRecord[]>> {
    return this.caseStudies.versions(caller, workflowId, query);
  }
}
