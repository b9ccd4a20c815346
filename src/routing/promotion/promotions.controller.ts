import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import { Reply } from '../../common/http/reply.js';
import {
  caseStudiesTag,
  workflowIdSchema,
  workflowVersionSchema,
  type WorkflowVersionRecord,
} from '../../workflows/case-study.record.js';
import { promoteSchema, promotionSchema, type Promote, type Promotion } from './promotion.schema.js';
import { Promotions } from './promotions.service.js';

@Controller('v1/case-studies')
@InTag(caseStudiesTag)
export class PromotionsController {
  constructor(private readonly promotions: Promotions) {}

  @Post()
  @RequireScope('case_studies:write')
  @Documented({
    summary: 'Publish a workflow',
    description:
      'Checks a definition and its evidence, runs a small simulation, and publishes the version. The workflow can be simulated immediately. A published version never changes; publish changes as a higher version. If the same definition is already published, the response is 200 and nothing changes. Limits: 50 workflows and 500 versions per organization and tier.',
    withoutBodyExample: true,
    data: promotionSchema,
    otherStatuses: [200],
    headers: ['Location'],
    errors: [
      'processor_limit_reached',
      ...(['invalid_definition', 'operator_only', 'workflow_version_exists', 'workflow_version_too_low'] as const),
      ...(['workflow_id_taken', 'workflow_limit_reached', 'workflow_version_limit_reached'] as const),
    ],
  })
  async promote(
    @CurrentCaller() caller: Caller,
    @Body({ schema: promoteSchema }) body: Promote,
  ): Promise<Reply<Promotion>> {
    const { promotion, isNew } = await this.promotions.promote(caller, body);
    const headers = { Location: `/v1/case-studies/${promotion.workflow_id}` };
    return isNew ? new Reply(promotion, { headers }) : new Reply(promotion, { status: 200 });
  }

  @Post(':workflow_id/deprecate')
  @HttpCode(200)
  @RequireScope('case_studies:write')
  @Documented({
    summary: 'Deprecate a workflow',
    description:
      'Deprecates all versions of a workflow. New simulations are rejected immediately. Queued simulations still run, and results remain. Only the operator deprecates public workflows, with the operator CLI.',
    // Tools send examples: this one names no workflow that exists.
    parameters: { workflow_id: workflowIdSchema.meta({ examples: ['my-workflow'] }) },
    data: workflowVersionSchema,
    errors: ['case_study_not_found', 'operator_only'],
  })
  deprecate(@CurrentCaller() caller: Caller, @Param('workflow_id') workflowId: string): Promise<WorkflowVersionRecord> {
    return this.promotions.deprecate(caller, workflowId);
  }
}
