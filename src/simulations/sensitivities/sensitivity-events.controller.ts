import { Controller, Get, Param, type StreamableFile } from '@nestjs/common';
import { InTag } from '../../common/http/documented.decorators.js';
import type { Reply } from '../../common/http/reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { SimulationEvents } from '../progress/simulation-events.service.js';
import { LastEventId, StreamsEvents } from '../progress/streams-events.decorator.js';
import { Studies } from '../studies/studies.service.js';
import { sensitivitiesTag } from './sensitivities.tag.js';
import { sensitivityIdSchema, toSensitivityRecord } from './sensitivity.record.js';

@Controller('v1/sensitivities')
@InTag(sensitivitiesTag)
export class SensitivityEventsController {
  constructor(
    private readonly studies: Studies,
    private readonly events: SimulationEvents,
  ) {}

  @Get(':sensitivity_id/events')
  @RequireScope('simulations:read')
  @StreamsEvents({
    noun: 'sensitivity analysis',
    progress: 'evaluations_done, evaluations_max',
    parameters: { sensitivity_id: sensitivityIdSchema },
    notFound: 'sensitivity_not_found',
  })
  async listen(
    @CurrentCaller() caller: Caller,
    @Param('sensitivity_id') id: string,
    @LastEventId() lastEventId: string | undefined,
  ): Promise<StreamableFile | Reply<null>> {
    return this.events.open(
      caller,
      await this.studies.find(caller, 'sensitivity', id),
      lastEventId,
      toSensitivityRecord,
    );
  }
}
