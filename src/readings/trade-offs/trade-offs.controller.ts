import { Controller, Get, Param, Query } from '@nestjs/common';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import { caseStudiesTag } from '../../workflows/case-studies.tag.js';
import { workflowIdSchema } from '../../workflows/case-study.record.js';
import {
  tradeOffsQuerySchema,
  tradeOffsSchema,
  type TradeOffsQuery,
  type TradeOffsRecord,
} from './trade-offs.schema.js';
import { TradeOffs } from './trade-offs.service.js';

@Controller('v1/case-studies/:workflow_id/trade-offs')
@InTag(caseStudiesTag)
export class TradeOffsController {
  constructor(private readonly tradeOffs: TradeOffs) {}

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
  read(
    @CurrentCaller() caller: Caller,
    @Param('workflow_id') workflowId: string,
    @Query({ schema: tradeOffsQuerySchema }) query: TradeOffsQuery,
  ): Promise<TradeOffsRecord> {
    return this.tradeOffs.read(caller, workflowId, query);
  }
}
