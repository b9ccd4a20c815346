import { Controller, Get, Param, type StreamableFile } from '@nestjs/common';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { InTag } from '../../common/http/documented.decorators.js';
import type { Reply } from '../../common/http/reply.js';
import { simulationIdSchema, toRecord } from '../simulation.record.js';
import { Simulations } from '../simulations.service.js';
import { simulationsTag } from '../simulations.tag.js';
import { SimulationEvents } from './simulation-events.service.js';
import { LastEventId, StreamsEvents } from './streams-events.decorator.js';

@Controller('v1/simulations')
@InTag(simulationsTag)
export class SimulationEventsController {
  constructor(
    private readonly simulations: Simulations,
    private readonly events: SimulationEvents,
  ) {}

  @Get(':id/events')
  @RequireScope('simulations:read')
  @StreamsEvents({
    noun: 'simulation',
    progress: 'agents_done, agents_total',
    parameters: { id: simulationIdSchema },
    notFound: 'simulation_not_found',
  })
  async listen(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @LastEventId() lastEventId: string | undefined,
  ): Promise<StreamableFile | Reply<null>> {
    return this.events.open(caller, await this.simulations.find(caller, id), lastEventId, toRecord);
  }
}
