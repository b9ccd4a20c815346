import { Controller, Get, Headers, Param, Query } from '@nestjs/common';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import type { StreamReply } from '../../common/http/stream-reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { simulationIdSchema } from '../../simulations/simulation.record.js';
import { simulationsTag } from '../../simulations/simulations.tag.js';
import { documentedTable, tableFormatsText } from '../../simulations/tables/table-replies.service.js';
import { effectsQuerySchema, effectsSchema, type EffectsQuery } from './effects.record.js';
import { SimulationEffects } from './simulation-effects.service.js';

/** Effects of the scenario of a completed simulation by group of agents. */
@Controller('v1/simulations/:id/effects')
@RequireScope('simulations:read')
@InTag(simulationsTag)
export class EffectsController {
  constructor(private readonly effects: SimulationEffects) {}

  @Get()
  @Documented({
    summary: 'Read effects by group',
    description: `Returns the effect of the scenario, compared with the baseline, on each outcome and measure in the groups of each attribute, largest first. Simultaneous intervals contain the true effects of all groups together with a probability of 95%. \`sources\` shows whether the data estimated differences between groups or the form of the model implies them. With \`where\`, only agents in these groups are analyzed. Works until the results expire. ${tableFormatsText} Tables have one row for all agents and one for each group. The excluded groups are in JSON only.`,
    parameters: { id: simulationIdSchema },
    data: effectsSchema,
    ...documentedTable,
    errors: [
      'simulation_not_found',
      'simulation_not_complete',
      'results_expired',
      'not_acceptable',
      'processor_limit_reached',
    ],
  })
  read(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query({ schema: effectsQuerySchema }) query: EffectsQuery,
    @Headers('accept') accept: string | undefined,
  ): Promise<StreamReply> {
    return this.effects.read(caller, id, query, accept);
  }
}
