import { Controller, Get, Headers, Query } from '@nestjs/common';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import type { StreamReply } from '../../common/http/stream-reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { simulationsTag } from '../simulations.tag.js';
import { documentedTable, tableFormatsText } from '../tables/table.schema.js';
import { maxCompared, rankingQuerySchema, rankingSchema, type RankingQuery } from './ranking.schema.js';
import { SimulationRankings } from './simulation-rankings.service.js';

@Controller('v1/comparisons')
@RequireScope('simulations:read')
@InTag(simulationsTag)
export class ComparisonsController {
  constructor(private readonly rankings: SimulationRankings) {}

  @Get()
  @Documented({
    summary: 'Rank simulations',
    description: `Compares one figure of 2 to ${maxCompared} completed simulations agent by agent, and ranks them. The simulations need the same workflow version, seed and engine version, and the same population and coefficients; their parameters and alternatives can differ. Differences from the reference are paired. The response has the probability of each simulation to be the best, and the probability that the ranking is right. ${tableFormatsText} Tables have one row for each simulation, without adjustments.`,
    data: rankingSchema,
    ...documentedTable,
    errors: [
      ...(['simulation_not_found', 'simulation_not_complete', 'results_expired'] as const),
      ...(['simulations_not_comparable', 'not_acceptable'] as const),
    ],
  })
  rank(
    @CurrentCaller() caller: Caller,
    @Query({ schema: rankingQuerySchema }) query: RankingQuery,
    @Headers('accept') accept: string | undefined,
  ): Promise<StreamReply> {
    return this.rankings.readRanking(caller, query, accept);
  }
}
