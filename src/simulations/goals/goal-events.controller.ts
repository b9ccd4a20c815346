import { Controller, Get, Param, type StreamableFile } from '@nestjs/common';
import { InTag } from '../../common/http/documented.decorators.js';
import type { Reply } from '../../common/http/reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { SimulationEvents } from '../progress/simulation-events.service.js';
import { LastEventId, StreamsEvents } from '../progress/streams-events.decorator.js';
import { Studies } from '../studies/studies.service.js';
import { goalsTag } from './goals.tag.js';
import { goalIdSchema, toGoalRecord } from './goal.record.js';

@Controller('v1/goals')
@InTag(goalsTag)
export class GoalEventsController {
  constructor(
    private readonly studies: Studies,
    private readonly events: SimulationEvents,
  ) {}

  @Get(':goal_id/events')
  @RequireScope('simulations:read')
  @StreamsEvents({
    noun: 'goal',
    progress: 'evaluations_done, evaluations_max',
    parameters: { goal_id: goalIdSchema },
    notFound: 'goal_not_found',
  })
  async listen(
    @CurrentCaller() caller: Caller,
    @Param('goal_id') id: string,
    @LastEventId() lastEventId: string | undefined,
  ): Promise<StreamableFile | Reply<null>> {
    return this.events.open(caller, await this.studies.find(caller, 'goal', id), lastEventId, toGoalRecord);
  }
}
