import { contractOf } from './contract.js';

export interface Answer<T = unknown> {
  status: number;
  headers: Headers;
  text: string;
  body: { data: T; error?: string; meta: Record<string, unknown> & { message?: string; request_id?: string } };
}

export interface Call {
  method?: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  raw?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

/** A caller of the service; without a key it sends no credential. Throws for an answer that the OpenAPI document does not describe. */
export class Api {
  constructor(
    readonly url: string,
    readonly key?: string,
  ) {}

  async call<T = unknown>(path: string, { method = 'GET', json, raw, headers = {} }: Call = {}): Promise<Answer<T>> {
    const contract = await contractOf(this.url);
    const response = await fetch(`${this.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(this.key !== undefined && { authorization: `Bearer ${this.key}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...((raw ?? json) !== undefined && { body: raw ?? JSON.stringify(json) }),
    });
    const text = await response.text();
    contract.check({ method, path, status: response.status, headers: response.headers, text });
    return { status: response.status, headers: response.headers, text, body: parse(text) as Answer<T>['body'] };
  }

  post<T = unknown>(path: string, json: unknown): Promise<Answer<T>> {
    return this.call<T>(path, { method: 'POST', json });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
