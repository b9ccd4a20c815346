import { Injectable, StreamableFile } from '@nestjs/common';
import { Reply } from '../../common/http/reply.js';
import type { Caller } from '../../common/identity/caller.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import { ResponseStreams } from '../../platform/streams/response-streams.service.js';
import { isFinished } from '../simulation.state.js';
import { parseEventId, isNewer, eventsSince, positionOf, toEventId, type Position } from './event-position.js';
import { EventStream } from './event-stream.js';
import { SimulationWatch } from './simulation-watch.service.js';

/** Converts a row to the record that its events show. */
type RecordOf = (row: Simulation) => { progress: object };

/** Streams the progress of rows in the queue. */
@Injectable()
export class SimulationEvents {
  constructor(
    private readonly watch: SimulationWatch,
    private readonly streams: ResponseStreams,
  ) {}

  /**
   * Returns the stream, or 204 if the client already received the last event. Throws {@link AppError} `event_stream_limit_reached` before
   * the stream starts.
   *
   * @param row a row that the caller may read
   */
  open(
    caller: Caller,
    row: Simulation,
    lastEventId: string | undefined,
    recordOf: RecordOf,
  ): StreamableFile | Reply<null> {
    const last = parseEventId(lastEventId, row);
    if (isFinished(row.status) && last && eventsSince(last, row).length === 0) return new Reply(null, { status: 204 });
    let stream: EventStream | undefined = undefined;
    const release = this.streams.openEvents({ caller, end: () => stream?.finish() });
    stream = new EventStream();
    stream.once('close', release);
    this.follow(caller, { row, last, stream, recordOf });
    return new StreamableFile(stream, { type: 'text/event-stream; charset=utf-8' }).setErrorHandler(
      (_error, response) => response.destroy?.(),
    );
  }

  private follow(
    { tier }: Caller,
    {
      row,
      last,
      stream,
      recordOf,
    }: { row: Simulation; last: Position | undefined; stream: EventStream; recordOf: RecordOf },
  ): void {
    let reported = last;
    const changed = (now: Simulation) => {
      sendEvents(stream, eventsSince(reported, now), now, recordOf);
      const position = positionOf(now);
      if (!reported || isNewer(position, reported)) reported = position;
    };
    changed(row);
    if (isFinished(row.status)) return;
    stream.once('close', this.watch.follow(tier, row.id, { changed, ended: () => stream.finish() }));
  }
}

/** Only the last event has an id, so that a client that disconnects in between receives all of them again. */
function sendEvents(
  stream: EventStream,
  events: ReturnType<typeof eventsSince>,
  row: Simulation,
  recordOf: RecordOf,
): void {
  const { id, status } = row;
  const data = {
    state: () => ({ id, status }),
    progress: () => recordOf(row).progress,
    done: () => recordOf(row),
  };
  events.forEach((event, index) => {
    const isLast = index === events.length - 1;
    stream.send({ event, ...(isLast && { id: toEventId(positionOf(row)) }), data: data[event]() });
  });
  if (isFinished(status) && events.length > 0) stream.finish();
}
