import { Injectable, StreamableFile } from '@nestjs/common';
import { Reply } from '../../common/http/reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { ResponseStreams } from '../../platform/streams/response-streams.service.js';
import type { RegisteredKind, RunRecord } from '../run.kind.js';
import type { RunRow } from '../run.row.js';
import { isFinished } from '../run.state.js';
import { RunStore } from '../run-store.service.js';
import { eventsSince, isNewer, parseEventId, positionOf, toEventId, EventStream } from './event-stream.js';
import type { Wait } from './prefer-wait.js';
import { RunSubscriptions } from './run-subscriptions.service.js';

/** Delays responses until a run is finished, and streams its progress. */
@Injectable()
export class RunProgress {
  constructor(
    private readonly watch: RunSubscriptions,
    private readonly streams: ResponseStreams,
    private readonly store: RunStore,
  ) {}

  /**
   * Returns the latest record when the run is finished, the time is over, the client disconnects or the process stops. Throws
   * {@link AppError} `…_not_found`, as a read does, if a replayed create names a run that was deleted.
   */
  async wait<Record extends RunRecord>(
    caller: Caller,
    kind: RegisteredKind,
    { record, replayed }: { record: Record; replayed: boolean },
    wait: Wait | undefined,
  ): Promise<{ record: Record; headers: { [name: string]: string } }> {
    if (replayed) await this.store.find(caller, kind, record.id);
    const latest = wait && !isFinished(record.status) ? await this.latest(caller, record.id, wait) : undefined;
    return { record: latest ? (kind.format.of(latest) as Record) : record, headers: appliedOf(wait) };
  }

  /** The same for a row. */
  async waitForRow(
    caller: Caller,
    row: RunRow,
    wait: Wait | undefined,
  ): Promise<{ row: RunRow; headers: { [name: string]: string } }> {
    const latest = wait && !isFinished(row.status) ? await this.latest(caller, row.id, wait) : undefined;
    return { row: latest ?? row, headers: appliedOf(wait) };
  }

  /**
   * Returns the stream, or 204 if the client already received the last event. Throws {@link AppError} `event_stream_limit_reached` before
   * the stream starts.
   *
   * @param row a row that the caller may read
   */
  stream(
    caller: Caller,
    { format }: RegisteredKind,
    row: RunRow,
    lastEventId: string | undefined,
  ): StreamableFile | Reply<null> {
    let reported = parseEventId(lastEventId, row);
    if (isFinished(row.status) && reported && eventsSince(reported, row).length === 0)
      return new Reply(null, { status: 204 });
    let stream: EventStream | undefined = undefined;
    const release = this.streams.openEvents({ caller, scope: 'simulations:read', end: () => stream?.finish() });
    const opened = new EventStream();
    stream = opened;
    opened.once('close', release);
    const changed = (now: RunRow) => {
      const { id, status } = now;
      const position = positionOf(now);
      const events = eventsSince(reported, now);
      const dataOf = {
        state: () => ({ id, status }),
        progress: () => format.of(now).progress,
        done: () => format.of(now),
      };
      // Only the last event has an id, so that a client that disconnects in between receives all of them again.
      for (const [index, event] of events.entries())
        opened.send({
          event,
          ...(index === events.length - 1 && { id: toEventId(position) }),
          data: dataOf[event](),
        });
      if (isFinished(status) && events.length > 0) opened.finish();
      if (!reported || isNewer(position, reported)) reported = position;
    };
    changed(row);
    if (!isFinished(row.status))
      opened.once('close', this.watch.follow(caller.tier, row.id, { changed, ended: () => opened.finish() }));
    return new StreamableFile(opened, { type: 'text/event-stream; charset=utf-8' }).setErrorHandler(
      (_error, response) => response.destroy?.(),
    );
  }

  /** Undefined if the run did not change. */
  private latest({ tier }: Caller, id: string, { seconds, closed }: Wait): Promise<RunRow | undefined> {
    return new Promise((resolve) => {
      let latest: RunRow | undefined;
      const end = () => {
        clearTimeout(timer);
        unfollow();
        closed.removeEventListener('abort', end);
        resolve(latest);
      };
      const timer = setTimeout(end, 1_000 * seconds);
      let unfollow = () => {};
      unfollow = this.watch.follow(tier, id, {
        changed: (row) => {
          latest = row;
          if (isFinished(row.status)) end();
        },
        ended: end,
      });
      if (closed.aborted) end();
      else closed.addEventListener('abort', end);
    });
  }
}

const appliedOf = (wait: Wait | undefined): { [name: string]: string } =>
  wait ? { 'Preference-Applied': `wait=${wait.seconds}` } : {};
