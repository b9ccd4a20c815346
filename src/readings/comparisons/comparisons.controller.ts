import { Controller, Get, Headers, Query } from '@nestjs/common';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import type { StreamReply } from '../../common/http/stream-reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { simulationsTag } from '../../simulations/simulations.tag.js';
import { documentedTable, tableFormatsText } from '../../simulations/tables/table-replies.service.js';
import { comparisonQuerySchema, comparisonsSchema, maxCompared, type ComparisonQuery } from './comparison.record.js';
import { SimulationComparisons } from './simulation-comparisons.service.js';

@Controller('v1/comparisons')
@RequireScope('simulations:read')
@InTag(simulationsTag)
export class ComparisonsController {
  constructor(private readonly comparisons: SimulationComparisons) {}

  @Get()
  @Documented({
    summary: 'Compare simulations',
    description: `Compares 2 to ${maxCompared} completed simulations agent by agent: each one with the first one, the reference. All need the same workflow version, adjustments and engine version. A comparison uses the same agents with common random numbers, so differences result only from the parameters. If the reference has another seed than a simulation, its scenario is evaluated on the agents of that simulation. Figures, differences and intervals have the four parts of the error. If only the agent counts differ, the agents in both simulations are compared; if agents interact, the scenario of the reference is evaluated on the agents of the other simulation. With \`where\`, only the agents in these groups are compared, without curves. ${tableFormatsText} Tables have one row for each outcome, outcome group and measure of each simulation.`,
    data: comparisonsSchema,
    ...documentedTable,
    errors: [
      'processor_limit_reached',
      ...(['simulation_not_found', 'simulation_not_complete', 'results_expired'] as const),
      ...(['simulations_not_comparable', 'not_acceptable'] as const),
    ],
  })
  compare(
    @CurrentCaller() caller: Caller,
    @Query({ schema: comparisonQuerySchema }) query: ComparisonQuery,
    @Headers('accept') accept: string | undefined,
  ): Promise<StreamReply> {
    return this.comparisons.read(caller, query, accept);
  }
}
