import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AttackRequest } from './attack.thread.js';

interface Body {
  readonly json?: unknown;
  readonly text?: string;
  readonly type?: string;
}

/** The requests of one organization. */
export class Organization {
  constructor(
    readonly url: string,
    private readonly key?: string,
  ) {}

  request(method: string, path: string, { json, text, type }: Body = {}): Omit<AttackRequest, 'count'> {
    const body = json === undefined ? text : JSON.stringify(json);
    const contentType = json === undefined ? type : 'application/json';
    return {
      url: `${this.url}${path}`,
      method,
      headers: {
        ...(this.key !== undefined && { authorization: `Bearer ${this.key}` }),
        ...(contentType !== undefined && { 'content-type': contentType }),
      },
      ...(body !== undefined && { body }),
    };
  }

  /** Returns `data` of the response. Throws if its status is an error. */
  async call<Data>(method: string, path: string, body?: Body): Promise<Data> {
    const { url, ...init } = this.request(method, path, body);
    const response = await fetch(url, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} responded ${response.status}: ${text.slice(0, 500)}`);
    return (JSON.parse(text) as { data: Data }).data;
  }

  upload(csv: string): Promise<{ id: string }> {
    return this.call('POST', `/v1/datasets?name=${randomUUID()}`, { text: csv, type: 'text/csv' });
  }

  /** Waits until a run is completed. */
  async completed(path: string): Promise<void> {
    for (;;) {
      const { status } = await this.call<{ status: string }>('GET', path);
      if (status === 'completed') return;
      if (status !== 'queued' && status !== 'running') throw new Error(`${path} is ${status}`);
      await sleep(100);
    }
  }
}
