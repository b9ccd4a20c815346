import { Injectable, StreamableFile } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import { toRecord } from '../simulation.record.js';
import { isFinished } from '../simulation.state.js';
import { Simulations } from '../simulations.service.js';
import { parseEventId, isNewer, eventsSince, positionOf, toEventId, type Position } from './event-position.js';
import { EventStream } from './event-stream.js';
import { SimulationWatch } from './simulation-watch.service.js';

/** Maximum open streams per organization, tier and process, because each stream uses a connection. */
export const maxStreams = 64;

/** Streams the progress of a simulation. */
@Injectable()
export class SimulationEvents {
  private readonly openStreams = new Map<string, number>();

  constructor(
    private readonly simulations: Simulations,
    private readonly watch: SimulationWatch,
  ) {}

  /** Returns undefined if the client already received the last event. Throws {@link AppError} before the stream starts. */
  async open(caller: Caller, id: string, lastEventId: string | undefined): Promise<StreamableFile | undefined> {
    const row = await this.simulations.find(caller, id);
    const last = parseEventId(lastEventId, row);
    if (isFinished(row.status) && last && eventsSince(last, row).length === 0) return undefined;
    const release = this.reserve(caller);
    const stream = new EventStream();
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

  private reserve({ tier, organizationId }: Caller): () => void {
    const key = `${tier} ${organizationId}`;
    const count = this.openStreams.get(key) ?? 0;
    if (count >= maxStreams) {
      throw new AppError('event_stream_limit_reached', { stream_limit: maxStreams }).withHeaders({
        'Retry-After': '5',
      });
    }
    this.openStreams.set(key, count + 1);
    return () => {
      const left = (this.openStreams.get(key) ?? 1) - 1;
      if (left === 0) this.openStreams.delete(key);
      else this.openStreams.set(key, left);
    };
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
