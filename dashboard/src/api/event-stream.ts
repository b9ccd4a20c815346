export interface ServerSentEvent {
  event: string;
  data: unknown;
}

/** Reads server-sent events (WHATWG HTML, 9.2) from chunks of text. `EventSource` cannot send the header that selects the tier. */
export class EventReader {
  private buffer = '';
  /** `id` of the latest event, from which the next connection continues. */
  lastEventId: string | undefined;

  /** Returns the events that this chunk completes. */
  read(chunk: string): ServerSentEvent[] {
    const blocks = (this.buffer + chunk.replaceAll('\r\n', '\n')).split('\n\n');
    this.buffer = blocks.pop() ?? '';
    return blocks.flatMap((block) => this.eventOf(block));
  }

  /** Call this when a connection ends. The service sends an incomplete event again. */
  reset(): void {
    this.buffer = '';
  }

  private eventOf(block: string): ServerSentEvent[] {
    const fields = new Map(
      block
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith(':'))
        .map((line) => [line.split(':', 1)[0]!, line.slice(line.indexOf(':') + 1).replace(/^ /, '')]),
    );
    this.lastEventId = fields.get('id') ?? this.lastEventId;
    const data = fields.get('data');
    return data === undefined ? [] : [{ event: fields.get('event') ?? 'message', data: JSON.parse(data) as unknown }];
  }
}
