import {
  docsUrlOf,
  errorOf,
  isRetryable,
  type ErrorCode,
  type MetaOf,
  type RunErrorCode,
  issueExample,
} from './error-codes.js';
import { nameFirstIssue, shortIssues, type Issue } from './zod-messages.js';
import { strictObject, z } from 'zod';

export type { Issue };

/** The codes whose `meta` has a required field. */
type WithRequiredMeta<Code extends ErrorCode> = Code extends ErrorCode
  ? Record<never, never> extends MetaOf<Code>
    ? never
    : Code
  : never;

/** The constructor arguments after `code`: `meta` may be omitted only if it has no required field. */
type Details<Code extends ErrorCode> = [WithRequiredMeta<Code>] extends [never]
  ? [meta?: MetaOf<Code>, options?: ErrorOptions]
  : [meta: MetaOf<Code>, options?: ErrorOptions];

/** The only error type that callers receive: an error code and the `meta` fields that the API documents for that code. */
export class AppError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'AppError';
  readonly meta: MetaOf<Code>;

  constructor(
    readonly code: Code,
    ...[meta, options]: Details<Code>
  ) {
    super(nameFirstIssue(errorOf(code).message, (meta as { issues?: Issue[] } | undefined)?.issues), options);
    this.meta = meta ?? ({} as MetaOf<Code>);
  }

  headers?: Record<string, string>;

  /** Replaces the default message of the code with one that names the details of this request. */
  withMessage(message: string): this {
    this.message = message;
    return this;
  }

  /**
   * Names the cause of a limit: the organization has not confirmed an email address. The message keeps the problem, and has another fix.
   */
  causedByUnverifiedEmail(): this {
    Object.assign(this.meta, { cause: 'email_unverified' });
    const [problem = ''] = this.message.split('. ');
    return this.withMessage(
      `${problem}. The limit is low because the email address is not confirmed (\`meta.cause\`). Open the link in the email from the sign-up, or request another link with POST /v1/auth/magic-link/request, and retry.`,
    );
  }

  withHeaders(headers: Record<string, string>): this {
    this.headers = headers;
    return this;
  }

  get status(): number {
    return errorOf(this.code).status;
  }

  responseHeaders(): Record<string, string> {
    const canRetry = isRetryable(this.code);
    const { status } = this;
    return {
      'Svc-Should-Retry': String(canRetry),
      ...(canRetry && { 'Retry-After': status === 503 ? '5' : '1' }),
      ...this.headers,
    };
  }

  /** @param publicUrl an address of the service, as callers reach it */
  responseBody(requestId: string, publicUrl: string): object {
    const { code, message, meta } = this;
    return { error: code, meta: { message, ...meta, docs_url: docsUrlOf(code, publicUrl), request_id: requestId } };
  }

  static validation(issues: readonly Issue[]): AppError<'validation_error'> {
    return AppError.withIssues('validation_error', issues);
  }

  /** Limits the number of issues and the length of their texts, so that the response stays short. */
  static withIssues<
    Code extends
      | 'validation_error'
      | 'invalid_scenario_context'
      | 'invalid_definition'
      | 'invalid_adjustment'
      | 'invalid_dataset'
      | 'invalid_spec'
      | RunErrorCode,
  >(code: Code, issues: readonly Issue[]): AppError<Code> {
    const meta = { issues: shortIssues(issues) };
    return new AppError<Code>(code, ...([meta] as unknown as Details<Code>));
  }
}

const schemas = new Map<ErrorCode, z.ZodType>();

export function errorSchema(code: ErrorCode): z.ZodType {
  const schema = schemas.get(code) ?? schemaOf(code);
  schemas.set(code, schema);
  return schema;
}

function schemaOf(code: ErrorCode): z.ZodType {
  const { message, meta: shape } = errorOf(code);
  const meta = strictObject({
    message: z.string().meta({
      description: 'Problem and fix, as readable text. The text can change; use `error` in programs.',
      examples: [shape && 'issues' in shape ? nameFirstIssue(message, [issueExample]) : message],
    }),
    ...shape,
    docs_url: z
      .string()
      .regex(new RegExp(`^https?://.*/docs/errors#${code}$`))
      .meta({
        description: 'Address of the description of the error.',
        examples: [docsUrlOf(code, 'https://api.example.com')],
      }),
    request_id: z
      .string()
      .regex(/^req_[0-9a-f]{32}$/)
      .meta({ description: 'Id of the request, for support.', examples: [`req_${'0'.repeat(31)}1`] }),
  });
  return strictObject({ error: z.literal(code), meta }).meta({ id: componentName(code), description: message });
}

/** Name of an error in the OpenAPI document: `ApiKeyNotFound` for `api_key_not_found`. */
export function componentName(code: string): string {
  return code.replace(/(^|_)([a-z])/g, (_match, _line, letter: string) => letter.toUpperCase());
}
