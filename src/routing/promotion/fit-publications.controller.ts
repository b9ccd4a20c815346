import { Body, Controller, Param, Post } from '@nestjs/common';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import { Reply } from '../../common/http/reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { kindNamed } from '../../simulations/kinds/index.js';
import { runIdSchema } from '../../simulations/run.record.js';
import { FitPublications } from './fit-publications.service.js';
import { promotionSchema, publishFitSchema, type Promotion, type PublishFit } from './promotion.schema.js';

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
