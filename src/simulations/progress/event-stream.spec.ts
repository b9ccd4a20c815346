import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { EventStream } from './event-stream.js';

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
