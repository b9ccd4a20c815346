import { errorCodes, type ErrorCode } from './error-codes.js';

/** One place of a request that is wrong: `path` like `scenario_context.train_cost_factor`, empty for the whole. */
export interface Issue {
  path: string;
  message: string;
}

const maxIssues = 100;
const maxPathCharacters = 200;

/** The one error type that reaches a caller: a code of the table, and what the code's `meta` holds. */
export class AppError extends Error {
  override readonly name = 'AppError';

  constructor(
    readonly code: ErrorCode,
    readonly meta: Record<string, unknown> = {},
    options?: ErrorOptions,
  ) {
    super(typeof meta['message'] === 'string' ? meta['message'] : errorCodes[code].message, options);
  }

  /** Headers that belong to the answer, such as Retry-After. */
  headers?: Record<string, string>;

  withHeaders(headers: Record<string, string>): this {
    this.headers = headers;
    return this;
  }

  get status(): number {
    return errorCodes[this.code].status;
  }

  static validation(issues: readonly Issue[]): AppError {
    return AppError.withIssues('validation_error', issues);
  }

  /** However much is wrong with a request, the answer to it stays short. */
  static withIssues(
    code: 'validation_error' | 'invalid_scenario_context' | 'invalid_definition',
    issues: readonly Issue[],
  ): AppError {
    const told = issues.slice(0, maxIssues);
    return new AppError(code, {
      issues: told.map(({ path, message }) => ({ path: path.slice(0, maxPathCharacters), message })),
    });
  }
}
