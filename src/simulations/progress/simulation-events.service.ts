import { Injectable, StreamableFile } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import { toRecord } from '../simulation.record.js';
import { isFinished } from '../simulation.state.js';
import { Simulations } from '../simulations.service.js';
import { heardOf, isNewer, newsSince, positionOf, toEventId, type Position } from './event-position.js';
import { EventStream } from './event-stream.js';
import { SimulationWatch } from './simulation-watch.service.js';

/** How many may listen at once in one process for one organization in one tier: each holds a connection. */
export const maxListeners = 64;

/** Tells how a simulation moves while it moves. */
@Injectable()
export class SimulationEvents {
  private readonly listeners = new Map<string, number>();

  constructor(
    private readonly simulations: Simulations,
    private readonly watch: SimulationWatch,
  ) {}

  /** Undefined for who has heard the end: nothing will ever come. Throws {@link AppError} before the stream begins. */
  async open(caller: Caller, id: string, lastEventId: string | undefined): Promise<StreamableFile | undefined> {
    const row = await this.simulations.find(caller, id);
    const heard = heardOf(lastEventId, row);
    if (isFinished(row.status) && heard && newsSince(heard, row).length === 0) return undefined;
    const leave = this.enter(caller);
    const stream = new EventStream();
    stream.once('close', leave);
    this.follow(caller, { row, heard, stream });
    return new StreamableFile(stream, { type: 'text/event-stream; charset=utf-8' }).setErrorHandler(
      (_error, response) => response.destroy?.(),
    );
  }

  private follow(
    { tier }: Caller,
    { row, heard, stream }: { row: Simulation; heard: Position | undefined; stream: EventStream },
  ): void {
    let reported = heard;
    const changed = (now: Simulation) => {
      sendNews(stream, newsSince(reported, now), now);
      const position = positionOf(now);
      if (!reported || isNewer(position, reported)) reported = position;
    };
    changed(row);
    if (isFinished(row.status)) return;
    stream.once('close', this.watch.follow(tier, row.id, { changed, ended: () => stream.finish() }));
  }

  private enter({ tier, organizationId }: Caller): () => void {
    const key = `${tier} ${organizationId}`;
    const count = this.listeners.get(key) ?? 0;
    if (count >= maxListeners) {
      throw new AppError('event_stream_limit_reached', { stream_limit: maxListeners }).withHeaders({
        'Retry-After': '5',
      });
    }
    this.listeners.set(key, count + 1);
    return () => {
      const left = (this.listeners.get(key) ?? 1) - 1;
      if (left === 0) this.listeners.delete(key);
      else this.listeners.set(key, left);
    };
  }
}

/** The id stands at the last of them: who loses the connection in between is told all of them again. */
function sendNews(stream: EventStream, news: ReturnType<typeof newsSince>, row: Simulation): void {
  const { id, status } = row;
  const data = {
    state: () => ({ id, status }),
    progress: () => ({ agents_done: row.agentsDone, agents_total: row.agentCount }),
    done: () => toRecord(row),
  };
  news.forEach((event, index) => {
    const last = index === news.length - 1;
    stream.send({ event, ...(last && { id: toEventId(positionOf(row)) }), data: data[event]() });
  });
  if (isFinished(status) && news.length > 0) stream.finish();
}
