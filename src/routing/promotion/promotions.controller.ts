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
import {
  promoteSchema,
  promotionSchema,
  type Promote,
  type Promotion,
  publishFitSchema,
  type PublishFit,
} from './promotion.schema.js';
import { Promotions, FitPublications } from './promotions.service.js';
import { kindNamed } from '../../simulations/kinds/index.js';
import { runIdSchema } from '../../simulations/run.record.js';

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

const fit = kindNamed('fit');

@Controller('v1/fits')
@InTag(fit.tag)
export class FitPublicationsController {
  constructor(private readonly publications: FitPublications) {}

  @Post(':fit_id/publish')
  @RequireScope('case_studies:write', 'simulations:read')
  @Documented({
    summary: 'Publish the workflow of a fit',
    description:
      'Publishes the definition of a completed fit as a workflow of the organization, with the same checks and limits as `POST /v1/case-studies`. `overlaps` leaves out example questions that the service wrote. The workflow can be simulated immediately. If the same definition is already published, the response is 200 and nothing changes.',
    parameters: { fit_id: runIdSchema(fit) },
    data: promotionSchema,
    otherStatuses: [200],
    headers: ['Location'],
    errors: [
      'processor_limit_reached',
      ...(['run_not_found', 'run_not_complete'] as const),
      ...(['invalid_definition', 'workflow_version_exists', 'workflow_version_too_low'] as const),
      ...(['workflow_id_taken', 'workflow_limit_reached', 'workflow_version_limit_reached'] as const),
    ],
  })
  async publish(
    @CurrentCaller() caller: Caller,
    @Param('fit_id') id: string,
    @Body({ schema: publishFitSchema.optional() }) body: PublishFit | undefined,
  ): Promise<Reply<Promotion>> {
    const { promotion, isNew } = await this.publications.publish(caller, id, body ?? {});
    const headers = { Location: `/v1/case-studies/${promotion.workflow_id}` };
    return isNew ? new Reply(promotion, { headers }) : new Reply(promotion, { status: 200 });
  }
}
