import type { ApiClient } from './api-client.js';

export interface ReceivedEvent {
  event: string;
  id: string | undefined;
  data: Record<string, unknown>;
}

/** Subscribes to the events of a run and collects them. */
export class EventListener {
  readonly events: ReceivedEvent[] = [];
  /** Whether the service has ended the stream. */
  ended = false;
  private readonly controller = new AbortController();

  private constructor(readonly status: number) {}

  static async open(api: ApiClient, id: string, lastEventId?: string): Promise<EventListener> {
    const controller = new AbortController();
    const response = await fetch(`${api.url}/v1/${id.startsWith('sim_') ? 'simulations' : 'runs'}/${id}/events`, {
      headers: {
        ...(api.key !== undefined && { authorization: `Bearer ${api.key}` }),
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
      signal: controller.signal,
    });
    const listener = new EventListener(response.status);
    listener.controller.signal.addEventListener('abort', () => controller.abort());
    void listener.read(response);
    return listener;
  }

  close(): void {
    this.controller.abort();
  }

  private async read(response: Response): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? []) {
        const blocks = (text + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) if (/^event: /m.test(block)) this.events.push(parse(block));
      }
      this.ended = true;
    } catch (error) {
      if (!this.controller.signal.aborted) throw error;
    }
  }
}

function parse(block: string): ReceivedEvent {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
  return {
    event: field('event') ?? '',
    id: field('id'),
    data: JSON.parse(field('data') ?? 'null') as Record<string, unknown>,
  };
}
