import { followEvents } from './events.js';

/** A stream whose connection is lost after its chunks, or ends. */
function streamOf(chunks: readonly string[], isLost = false): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const rest = chunks.map((chunk) => encoder.encode(chunk));
  return new ReadableStream({
    pull(controller) {
      const chunk = rest.shift();
      if (chunk) controller.enqueue(chunk);
      else if (isLost) controller.error(new Error('lost'));
      else controller.close();
    },
  });
}

const allOf = async (streams: ReadableStream<Uint8Array>[], opened: (string | undefined)[] = []) => {
  const events = [];
  const open = (lastEventId: string | undefined) => {
    opened.push(lastEventId);
    return Promise.resolve(streams.shift() ?? null);
  };
  for await (const event of followEvents(open)) events.push(event);
  return events;
};

describe('followEvents', () => {
  it.each(['\n', '\r\n', '\r'])(
    'Events are complete even if their text arrives in pieces, with lines that end with %j',
    async (end) => {
      const lines = [
        'retry: 1000',
        '',
        'event: state',
        'data: {"status":',
        'data: "running"}',
        '',
        ':',
        '',
        'data: "é"',
        '',
        '',
      ];
      const pieces = Array.from(lines.join(end));
      expect(
        await allOf([streamOf([...pieces, `event: done${end}data: 1${end}${end}`, 'event: late\ndata: 2\n\n'])]),
      ).toEqual([
        { event: 'state', data: { status: 'running' } },
        { event: 'message', data: 'é' },
        { event: 'done', data: 1 },
      ]);
    },
  );

  it('A lost stream continues after the last event, and its incomplete event is dropped', async () => {
    const opened: (string | undefined)[] = [];
    const first = ['event: progress\nid: 7\ndata: 1\n\nevent: state\ndata: {}\n\nevent: progress\nid: 8\nda'];
    const events = await allOf([streamOf(first, true), streamOf(['event: done\ndata: {"id":1}\n\n'])], opened);
    expect(events.map(({ event }) => event)).toEqual(['progress', 'state', 'done']);
    expect(opened).toEqual([undefined, '7']);
  });
});
