import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { Documented, InSection } from '../../common/http/documented.decorators.js';
import { Reply } from '../../common/http/reply.js';
import { caseStudiesSection } from '../../workflows/case-studies.section.js';
import {
  workflowIdSchema,
  workflowVersionSchema,
  type WorkflowVersionRecord,
} from '../../workflows/case-study.record.js';
import { promoteSchema, promotionSchema, type Promote, type Promotion } from './promotion.schema.js';
import { Promotions } from './promotions.service.js';

@Controller('v1/case-studies')
@InSection(caseStudiesSection)
export class PromotionsController {
  constructor(private readonly promotions: Promotions) {}

  @Post()
  @RequireScope('case_studies:write')
  @Documented({
    summary: 'Promote a workflow',
    description:
      'The definition is checked, with its evidence, and simulated; then its version can be run under its slug, and never changes. A change is a higher version. The same definition once more answers 200.',
    data: promotionSchema,
    otherStatuses: [200],
    headers: ['Location'],
    errors: [
      ...(['invalid_definition', 'insufficient_scope', 'workflow_version_exists', 'workflow_version_too_low'] as const),
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
      'All of its versions: no simulation is created with it any more, from the answer on. What is queued runs, and results stay. A public one takes an operator’s key.',
    parameters: { workflow_id: workflowIdSchema },
    data: workflowVersionSchema,
    errors: ['case_study_not_found', 'insufficient_scope'],
  })
  deprecate(@CurrentCaller() caller: Caller, @Param('workflow_id') workflowId: string): Promise<WorkflowVersionRecord> {
    return this.promotions.deprecate(caller, workflowId);
  }
}
