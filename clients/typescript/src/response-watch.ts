import { ConnectionError, TimeoutError } from './errors.js';

/** Bodies that callers read as a whole: they are received before the response is returned, so that a lost one is requested again. */
const isWhole = ({ ok, headers }: Response) =>
  !ok || /^(application\/json|text\/html)\b/.test(headers.get('content-type') ?? '');

const statusesWithoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/** Ends a response in which the service sends nothing for too long. The time in which the caller does not read is not counted. */
export class ResponseWatch {
  private readonly timeout = new AbortController();
  /** Aborts if the service is silent, or if the caller aborts. */
  readonly signal: AbortSignal;

  constructor(
    private readonly baseUrl: string,
    private readonly timeoutMs: number,
    private readonly caller: AbortSignal,
  ) {
    this.signal = AbortSignal.any([caller, this.timeout.signal]);
  }

  /** Waits for one step of the service. */
  async within<Result>(step: Promise<Result>): Promise<Result> {
    const timer = setTimeout(() => this.timeout.abort(), this.timeoutMs);
    try {
      return await step;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The same response, whose body is received, or ends with an error of this client. */
  async receive(response: Response): Promise<Response> {
    const { status, statusText, headers, url } = response;
    // Browsers give these an empty body, with which no response can be made.
    if (!response.body || statusesWithoutBody.has(status)) return response;
    const copyOf = (body: ReadableStream | ArrayBuffer) =>
      Object.defineProperty(new Response(body, { status, statusText, headers }), 'url', { value: url });
    const watched = copyOf(this.bodyOf(response.body));
    return isWhole(response) ? copyOf(await watched.arrayBuffer()) : watched;
  }

  /** The error of a step that failed. */
  failureOf(error: unknown, problem = 'did not respond. Check the address and your connection.'): ConnectionError {
    if (error instanceof ConnectionError) return error;
    if (this.timeout.signal.aborted)
      return new TimeoutError(`The service at ${this.baseUrl} sent nothing for ${this.timeoutMs} ms.`);
    return new ConnectionError(`The service at ${this.baseUrl} ${problem}`, { cause: error });
  }

  private bodyOf(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    return new ReadableStream(
      {
        pull: async (controller) => {
          try {
            const { done, value } = await this.within(reader.read());
            if (done) controller.close();
            else controller.enqueue(value);
          } catch (error) {
            throw this.caller.aborted ? error : this.failureOf(error, 'sent an incomplete response.');
          }
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }
}
