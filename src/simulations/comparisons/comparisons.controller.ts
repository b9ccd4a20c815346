import { Controller, Get, Query } from '@nestjs/common';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { simulationsTag } from '../simulations.tag.js';
import {
  maxCompared,
  rankingQuerySchema,
  rankingSchema,
  type RankingQuery,
  type RankingRecord,
} from './ranking.schema.js';
import { SimulationRankings } from './simulation-rankings.service.js';

@Controller('v1/comparisons')
@RequireScope('simulations:read')
@InTag(simulationsTag)
export class ComparisonsController {
  constructor(private readonly rankings: SimulationRankings) {}

  @Get()
  @Documented({
    summary: 'Rank simulations',
    description: `Compares one figure of 2 to ${maxCompared} completed simulations agent by agent, and ranks them. The simulations need the same workflow version, seed and engine version, and the same population and coefficients; their parameters and alternatives can differ. Differences from the reference are paired. The response has the probability of each simulation to be the best, and the probability that the ranking is right.`,
    data: rankingSchema,
    errors: ['simulation_not_found', 'simulation_not_complete', 'results_expired', 'simulations_not_comparable'],
  })
  rank(
    @CurrentCaller() caller: Caller,
    @Query({ schema: rankingQuerySchema }) query: RankingQuery,
  ): Promise<RankingRecord> {
    return this.rankings.rank(caller, query);
  }
}
