import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import { DefinitionBody } from '../../common/http/input.guard.js';
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
import { Promotions } from './promotions.service.js';
import { fittedDefinition, type FitResult } from '../../simulations/kinds/fit/result.schema.js';
import type { FitPlan } from '../../simulations/kinds/fit/request.schema.js';
import { statesExamples } from '../../simulations/kinds/fit/shared-fit.js';
import { kindNamed } from '../../simulations/kinds/index.js';
import { RunStore } from '../../simulations/run-store.service.js';
import { runIdSchema } from '../../simulations/run.record.js';

const publicationErrors = [
  ...(['invalid_definition', 'workflow_version_exists', 'workflow_version_too_low'] as const),
  ...(['workflow_id_taken', 'workflow_limit_reached', 'workflow_version_limit_reached'] as const),
];

@Controller('v1/case-studies')
@InTag(caseStudiesTag)
export class PromotionsController {
  constructor(private readonly promotions: Promotions) {}

  @Post()
  @RequireScope('case_studies:write')
  @DefinitionBody()
  @Documented({
    summary: 'Publish a workflow',
    description:
      'Checks a definition and its evidence, runs a small simulation, and publishes the version. The workflow can be simulated immediately. A published version never changes; publish changes as a higher version. If the same definition is already published, the response is 200 and nothing changes. Limits: 50 workflows and 500 versions per organization and tier.',
    withoutBodyExample: true,
    data: promotionSchema,
    otherStatuses: [200],
    headers: ['Location'],
    errors: ['processor_limit_reached', 'operator_only', ...publicationErrors],
  })
  async promote(
    @CurrentCaller() caller: Caller,
    @Body({ schema: promoteSchema }) body: Promote,
  ): Promise<Reply<Promotion>> {
    return replyWith(await this.promotions.promote(caller, body));
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
  constructor(
    private readonly store: RunStore,
    private readonly promotions: Promotions,
  ) {}

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
    errors: ['processor_limit_reached', ...(['run_not_found', 'run_not_complete'] as const), ...publicationErrors],
  })
  async publish(
    @CurrentCaller() caller: Caller,
    @Param('fit_id') id: string,
    @Body({ schema: publishFitSchema.optional() }) { version, examples }: PublishFit = {},
  ): Promise<Reply<Promotion>> {
    const row = await this.store.findCompleted(caller, fit, id);
    const definition = fittedDefinition((await this.store.resultOf(caller, fit, row)) as FitResult);
    const { routing } = definition;
    const { promotion, isNew } = await this.promotions.promote(caller, {
      definition: {
        ...definition,
        ...(version !== undefined && { version }),
        ...(examples && { routing: { ...routing, examples } }),
      },
    });
    const { spec } = fit.planOf(row) as FitPlan;
    const drafted = statesExamples(spec) ? [] : routing.examples;
    const overlaps = overlapsWithout(promotion.overlaps, new Set(drafted));
    return replyWith({ promotion: { ...promotion, overlaps }, isNew });
  }
}

function replyWith({ promotion, isNew }: { promotion: Promotion; isNew: boolean }): Reply<Promotion> {
  const headers = { Location: `/v1/case-studies/${promotion.workflow_id}` };
  return new Reply(promotion, isNew ? { headers } : { status: 200 });
}

type Overlaps = Promotion['overlaps'];

/** @param drafted example questions that the service wrote: a user who has not read them cannot make them more specific */
function overlapsWithout(overlaps: Overlaps, drafted: ReadonlySet<string>): Overlaps {
  return overlaps
    .map((overlap) => ({ ...overlap, questions: overlap.questions.filter(({ question }) => !drafted.has(question)) }))
    .filter(({ questions, taken }) => questions.length + taken.length > 0);
}
