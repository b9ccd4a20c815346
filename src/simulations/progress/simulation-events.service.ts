import { Injectable, StreamableFile } from '@nestjs/common';
import type { Caller } from '../../common/identity/caller.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import { ResponseStreams } from '../../platform/streams/response-streams.service.js';
import { toRecord } from '../simulation.record.js';
import { isFinished } from '../simulation.state.js';
import { Simulations } from '../simulations.service.js';
import { parseEventId, isNewer, eventsSince, positionOf, toEventId, type Position } from './event-position.js';
import { EventStream } from './event-stream.js';
import { SimulationWatch } from './simulation-watch.service.js';

/** Streams the progress of a simulation. */
@Injectable()
export class SimulationEvents {
  constructor(
    private readonly simulations: Simulations,
    private readonly watch: SimulationWatch,
    private readonly streams: ResponseStreams,
  ) {}

  /** Returns undefined if the client already received the last event. Throws {@link AppError} before the stream starts. */
  async open(caller: Caller, id: string, lastEventId: string | undefined): Promise<StreamableFile | undefined> {
    const row = await this.simulations.find(caller, id);
    const last = parseEventId(lastEventId, row);
    if (isFinished(row.status) && last && eventsSince(last, row).length === 0) return undefined;
    let stream: EventStream | undefined = undefined;
    const release = this.streams.openEvents({ caller, end: () => stream?.finish() });
    stream = new EventStream();
    stream.once('close', release);
    this.follow(caller, { row, last, stream });
    return new StreamableFile(stream, { type: 'text/event-stream; charset=utf-8' }).setErrorHandler(
      (_error, response) => response.destroy?.(),
    );
  }

  private follow(
    { tier }: Caller,
    { row, last, stream }: { row: Simulation; last: Position | undefined; stream: EventStream },
  ): void {
    let reported = last;
    const changed = (now: Simulation) => {
      sendEvents(stream, eventsSince(reported, now), now);
      const position = positionOf(now);
      if (!reported || isNewer(position, reported)) reported = position;
    };
    changed(row);
    if (isFinished(row.status)) return;
    stream.once('close', this.watch.follow(tier, row.id, { changed, ended: () => stream.finish() }));
  }
}

/** Only the last event has an id, so that a client that disconnects in between receives all of them again. */
function sendEvents(stream: EventStream, events: ReturnType<typeof eventsSince>, row: Simulation): void {
  const { id, status } = row;
  const data = {
    state: () => ({ id, status }),
    progress: () => ({ agents_done: row.agentsDone, agents_total: row.agentCount }),
    done: () => toRecord(row),
  };
  events.forEach((event, index) => {
    const isLast = index === events.length - 1;
    stream.send({ event, ...(isLast && { id: toEventId(positionOf(row)) }), data: data[event]() });
  });
  if (isFinished(status) && events.length > 0) stream.finish();
}
