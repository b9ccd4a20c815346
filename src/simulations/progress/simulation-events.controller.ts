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
import { Documented, InSection, readingHeader } from '../../common/http/documented.decorators.js';
import { Reply } from '../../common/http/reply.js';
import { simulationIdSchema } from '../simulation.record.js';
import { simulationsSection } from '../simulations.section.js';
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
        'The `id` of the last event that came: only what is newer is told. An EventSource sends it by itself.',
      required: false,
      schema: z.string().meta({ examples: ['1-1-500'] }),
      errors: [],
    },
    readLastEventId(),
  );
}

@Controller('v1/simulations')
@InSection(simulationsSection)
export class SimulationEventsController {
  constructor(private readonly events: SimulationEvents) {}

  @Get(':id/events')
  @RequireScope('simulations:read')
  // Proxies must hand each event on as it comes.
  @Header('Cache-Control', 'no-store')
  @Header('X-Accel-Buffering', 'no')
  @Documented({
    summary: 'Listen to a simulation',
    description:
      'Server-sent events: `state` with `{ id, status }`, `progress` with `{ agents_done, agents_total }`, and `done` with the record, after which the stream ends. 204 for who comes back after `done`. A stream ends after ten minutes at the latest; an EventSource comes back by itself.',
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
