import { theContract } from './contract.js';

export interface ApiResponse<T = unknown> {
  status: number;
  headers: Headers;
  text: string;
  body: { data: T; error?: string; meta: Record<string, unknown> & { message?: string; request_id?: string } };
}

export interface RequestOptions {
  method?: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent unchanged. */
  raw?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

/** HTTP client of the service. Without a key it sends no credential. It rejects responses that violate the OpenAPI document. */
export class ApiClient {
  constructor(
    readonly url: string,
    readonly key?: string,
  ) {}

  async call<T = unknown>(
    path: string,
    { method = 'GET', json, raw, headers = {} }: RequestOptions = {},
  ): Promise<ApiResponse<T>> {
    const contract = theContract();
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
    return { status: response.status, headers: response.headers, text, body: parse(text) as ApiResponse<T>['body'] };
  }

  post<T = unknown>(path: string, json: unknown): Promise<ApiResponse<T>> {
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
