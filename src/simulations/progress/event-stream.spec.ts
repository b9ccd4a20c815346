import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { EventStream, parseEventId, eventsSince, positionOf, toEventId } from './event-stream.js';

describe('EventStream', () => {
  afterEach(() => jest.useRealTimers());

  it('A stream starts with the retry delay, and each event has one line of data, as an EventSource expects', async () => {
    const stream = new EventStream();
    stream.send({ event: 'state', data: { status: 'queued' } });
    stream.send({ event: 'done', id: '1-2-3', data: { note: 'two\nlines' } });
    stream.finish();
    expect(await text(stream)).toBe(
      'retry: 1000\n\nevent: state\ndata: {"status":"queued"}\n\nevent: done\nid: 1-2-3\ndata: {"note":"two\\nlines"}\n\n',
    );
  });

  it('A stream sends comments as heartbeats and ends after ten minutes', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const stream = new EventStream();
    const whole = text(stream);
    for (let beats = 0; beats < 41; beats++) {
      await new Promise((resolve) => setImmediate(resolve));
      jest.advanceTimersByTime(15_000);
    }
    expect((await whole).match(/^:$/gm)?.length).toBeGreaterThanOrEqual(39);
  });

  it('A stream disconnects a client that has not read since the last heartbeat', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const stream = new EventStream();
    const dropped = once(stream, 'error');
    jest.advanceTimersByTime(15_000);
    expect(await dropped).toMatchObject([{ message: 'the client does not read the stream' }]);
  });

  it('A stream disconnects a client that leaves more than about 64 KiB unread', async () => {
    const stream = new EventStream();
    const dropped = once(stream, 'error');
    for (let k = 0; k < 100 && !stream.destroyed; k++)
      stream.send({ event: 'progress', data: { text: 'x'.repeat(1_000) } });
    expect(await dropped).toMatchObject([{ message: 'the client does not read the stream' }]);
  });
});

const queued = { attempt: 0, status: 'queued', agentsDone: 0 } as const;
const started = { attempt: 1, status: 'running', agentsDone: 0 } as const;
const half = { attempt: 1, status: 'running', agentsDone: 500 } as const;
const takenOver = { attempt: 2, status: 'running', agentsDone: 0 } as const;
const completed = { attempt: 2, status: 'completed', agentsDone: 1_000 } as const;

describe('event positions', () => {
  it('A new client receives the current state of the simulation', () => {
    expect(eventsSince(undefined, queued)).toEqual(['state']);
    expect(eventsSince(undefined, half)).toEqual(['state', 'progress']);
    expect(eventsSince(undefined, completed)).toEqual(['state', 'done']);
  });

  it('A client that reconnects receives only newer events, and no event twice', () => {
    expect(eventsSince(positionOf(queued), queued)).toEqual([]);
    expect(eventsSince(positionOf(queued), started)).toEqual(['state']);
    expect(eventsSince(positionOf(started), half)).toEqual(['progress']);
    expect(eventsSince(positionOf(half), started)).toEqual([]);
    expect(eventsSince(positionOf(half), takenOver)).toEqual(['state']);
    expect(eventsSince(positionOf(takenOver), completed)).toEqual(['state', 'done']);
    expect(eventsSince(positionOf(completed), completed)).toEqual([]);
  });

  it('A stream resumes after the id of the last event, and starts over after an unknown id', () => {
    for (const row of [queued, half, completed])
      expect(parseEventId(toEventId(positionOf(row)), row)).toEqual(positionOf(row));
    for (const id of [undefined, '', 'x', '1-1', '1-1-500-', '-1-1-1', '1-1-1e3', '9-9-999999999']) {
      expect(parseEventId(id, half)).toBeUndefined();
    }
    expect(parseEventId(toEventId(positionOf(completed)), half)).toBeUndefined();
  });
});
