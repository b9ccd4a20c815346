import {
  Controller,
  createParamDecorator,
  Get,
  Header,
  Param,
  type ExecutionContext,
  type StreamableFile,
} from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { Documented, InTag, readingHeader } from '../../common/http/documented.decorators.js';
import { Reply } from '../../common/http/reply.js';
import { simulationIdSchema } from '../simulation.record.js';
import { simulationsTag } from '../simulations.tag.js';
import { SimulationEvents } from './simulation-events.service.js';

const readLastEventId = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<Request>().headers['last-event-id'] as string | undefined,
);

function LastEventId(): ParameterDecorator {
  return readingHeader(
    {
      name: 'Last-Event-ID',
      description:
        '`id` of the last received event. The stream starts after it. EventSource clients send it automatically.',
      required: false,
      schema: z.string().meta({ examples: ['1-1-500'] }),
      errors: [],
    },
    readLastEventId(),
  );
}

@Controller('v1/simulations')
@InTag(simulationsTag)
export class SimulationEventsController {
  constructor(private readonly events: SimulationEvents) {}

  @Get(':id/events')
  @RequireScope('simulations:read')
  // Proxies must forward each event immediately.
  @Header('Cache-Control', 'no-store')
  @Header('X-Accel-Buffering', 'no')
  @Documented({
    summary: 'Stream the events of a simulation',
    description:
      'Opens a stream of server-sent events: `state` with `{ id, status }`, `progress` with `{ agents_done, agents_total }`, and finally `done` with the simulation record. A stream lasts at most ten minutes; EventSource clients reconnect automatically. A client that reconnects after `done` receives 204. A stream ends within five seconds after its credential was revoked. Limit: 20 streaming responses per organization and server process, including downloads of results.',
    parameters: { id: simulationIdSchema },
    content: { 'text/event-stream': z.string().meta({ examples: ['event: state\ndata: {"status":"running"}\n\n'] }) },
    otherStatuses: [204],
    headers: ['Cache-Control'],
    errors: ['simulation_not_found', 'event_stream_limit_reached'],
  })
  async listen(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @LastEventId() lastEventId: string | undefined,
  ): Promise<StreamableFile | Reply<null>> {
    return (await this.events.open(caller, id, lastEventId)) ?? new Reply(null, { status: 204 });
  }
}
