/** Details of an error response. Each code has its own fields; the API reference lists them. */
export type FailureMeta = Record<string, unknown> & {
  message?: string;
  request_id?: string;
  issues?: { path: string; message: string }[];
};

/** An error response of the API, or no response at all (`code` is `unreachable`). */
export class ApiFailure extends Error {
  constructor(
    /** 0 without a response. */
    readonly status: number,
    readonly code: string,
    readonly meta: FailureMeta,
    /** From the header `Retry-After`. */
    readonly retryAfterSeconds?: number,
  ) {
    super(meta.message ?? code);
  }

  static unreachable(): ApiFailure {
    return new ApiFailure(0, 'unreachable', {
      message: 'The service did not respond. Check your connection, or try again in a moment.',
    });
  }

  get isUnreachable(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }

  get isSignedOut(): boolean {
    return this.code === 'authentication_required';
  }

  /** The message for one input of a form, by the path of the field in the request body. */
  fieldMessage(path: string): string | undefined {
    return this.meta.issues?.find((each) => each.path === path)?.message;
  }
}

export function isApiFailure(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure;
}
