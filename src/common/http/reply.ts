/** The result of a controller that also sets `meta`, headers or the status. */
export class Reply<T> {
  constructor(
    readonly data: T,
    readonly extras: {
      meta?: Record<string, unknown>;
      headers?: Record<string, string | string[]>;
      status?: number;
      /** Whether `data` contains a key, secret or token. The response is then not compressed. */
      hasSecret?: true;
    } = {},
  ) {}
}
