import { Controller, Get, Param, Query } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { agentsInteract, tradeOffsOf, tradeOffsShape } from '../../../model/analyses.js';
import { CaseStudies } from '../../workflows/case-studies.service.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import { caseStudiesTag, workflowIdSchema, versionSchema } from '../../workflows/case-study.record.js';
import { strictObject, z } from 'zod';

const tradeOffsQuerySchema = strictObject({
  version: versionSchema.optional().meta({ description: 'Version of the workflow. Default: the current version.' }),
  interval: z.enum(['fieller', 'delta']).default('fieller').meta({
    description:
      'Method of the intervals. `fieller` has the right coverage even if the coefficient of cost is imprecise; its set can then be unbounded. `delta` is always bounded, and too narrow in that case.',
  }),
});
type TradeOffsQuery = z.infer<typeof tradeOffsQuerySchema>;

export const tradeOffsSchema = strictObject({
  workflow_id: workflowIdSchema,
  version: versionSchema,
  ...tradeOffsShape,
}).meta({
  id: 'TradeOffs',
  description: 'What agents would pay for features of the alternatives: ratios of coefficients, with their units.',
});
export type TradeOffsRecord = z.infer<typeof tradeOffsSchema>;

@Controller('v1/case-studies/:workflow_id/trade-offs')
@InTag(caseStudiesTag)
export class TradeOffsController {
  constructor(private readonly caseStudies: CaseStudies) {}

  @Get()
  @RequireScope('case_studies:read')
  @Documented({
    summary: 'Read trade-offs',
    description:
      'Returns what agents would pay for features of the alternatives: ratios of a coefficient and the coefficient of cost, such as the value of time in CHF an hour, with 95% confidence sets. Interactions with categories of agents and latent classes have their own trade-offs. If a coefficient is random, the amounts above those of 10%, 50% and 90% of the agents. Only for workflows with an amount of money in their utilities.',
    parameters: { workflow_id: workflowIdSchema.meta({ examples: ['swissmetro-value-of-time'] }) },
    data: tradeOffsSchema,
    errors: ['case_study_not_found', 'analysis_not_available'],
  })
  async read(
    @CurrentCaller() caller: Caller,
    @Param('workflow_id') workflowId: string,
    @Query({ schema: tradeOffsQuerySchema }) { version, interval }: TradeOffsQuery,
  ): Promise<TradeOffsRecord> {
    const { workflow } = await this.caseStudies.find(caller, workflowId, version);
    const { definition } = workflow;
    const result = tradeOffsOf(definition, interval);
    if (!result) {
      const reason = agentsInteract(definition) ? 'interacting_agents' : 'no_cost';
      throw new AppError('analysis_not_available', { reason });
    }
    return { workflow_id: definition.workflow_id, version: definition.version, ...result };
  }
}
