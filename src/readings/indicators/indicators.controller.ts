import { Controller, Get, Headers, Param, Query } from '@nestjs/common';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import type { StreamReply } from '../../common/http/stream-reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { simulationIdSchema } from '../../simulations/simulation.record.js';
import { simulationsTag } from '../../simulations/simulations.tag.js';
import { documentedTable, tableFormatsText } from '../../simulations/tables/table-replies.service.js';
import { elasticitiesSchema } from './elasticities.record.js';
import {
  elasticitiesQuerySchema,
  welfareQuerySchema,
  type ElasticitiesQuery,
  type WelfareQuery,
} from './indicators.query.js';
import { SimulationIndicators } from './simulation-indicators.service.js';
import { welfareSchema } from './welfare.record.js';

const parameters = { id: simulationIdSchema };
const documented = {
  parameters,
  ...documentedTable,
  errors: [
    ...(['simulation_not_found', 'simulation_not_complete', 'results_expired'] as const),
    ...(['analysis_not_available', 'not_acceptable', 'processor_limit_reached'] as const),
  ],
};

/** Economic indicators of completed simulations: elasticities and changes of welfare. */
@Controller('v1/simulations/:id')
@RequireScope('simulations:read')
@InTag(simulationsTag)
export class IndicatorsController {
  constructor(private readonly indicators: SimulationIndicators) {}

  @Get('elasticities')
  @Documented({
    summary: 'Read elasticities',
    description: `Returns own and cross elasticities of every outcome, outcome group and measure with respect to every numeric parameter: at the values of the scenario (\`point\`) and between two values (\`arc\`), with 95% intervals and the parts of their errors. At a value of 0, semi-elasticities take their place. \`group_by\` returns them by segment. Not available if agents interact. ${tableFormatsText}`,
    ...documented,
    data: elasticitiesSchema,
  })
  readElasticities(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query({ schema: elasticitiesQuerySchema }) query: ElasticitiesQuery,
    @Headers('accept') accept: string | undefined,
  ): Promise<StreamReply> {
    return this.indicators.readElasticities(caller, id, query, accept);
  }

  @Get('welfare')
  @Documented({
    summary: 'Read the welfare change',
    description: `Returns the change of the consumer surplus from the baseline to the scenario, by agent, in total, and by segment, with 95% intervals and the parts of their errors. It is an amount of money if the model has a cost, otherwise in units of utility. Only for workflows whose agents choose among alternatives. ${tableFormatsText}`,
    ...documented,
    data: welfareSchema,
  })
  readWelfare(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query({ schema: welfareQuerySchema }) query: WelfareQuery,
    @Headers('accept') accept: string | undefined,
  ): Promise<StreamReply> {
    return this.indicators.readWelfare(caller, id, query, accept);
  }
}
