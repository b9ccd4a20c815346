import type { ValidateFunction } from 'ajv';
import { errorSchema } from '../../src/common/errors/app-error.js';
import type { ErrorCode } from '../../src/common/errors/error-codes.js';

export interface Exchange {
  method: string;
  /** Includes the query. */
  path: string;
  status: number;
  headers: Headers;
  text: string;
}

interface Operation {
  parameters?: { name: string; in: 'path' | 'query' | 'header' }[];
  responses: Record<string, { headers?: Record<string, { $ref: string }>; content?: Record<string, object> }>;
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: {
    headers: Record<string, { required?: boolean; schema: { type: string } }>;
    examples: Record<string, { value: unknown }>;
  };
}

/** Errors of requests that the rate limiter does not count. */
const errorsWithoutRateLimit = new Set<unknown>([
  'request_timeout',
  'headers_too_large',
  'internal_error',
  'service_unavailable',
]);
/** Allowed errors of paths and methods that are not in the document. */
const undocumentedErrors = new Set<unknown>(['not_found', 'method_not_allowed', 'validation_error', 'rate_limited']);

declare global {
  /** Defined by `tools/test-environment.mjs`. */
  var sharedContract: () => { document: OpenApi; validatorAt: (reference: string) => ValidateFunction | undefined };
}

/** The OpenAPI document of the build. It checks that responses match the document. `e2e/openapi` compares it with the served document. */
export class Contract {
  private readonly shared = globalThis.sharedContract();
  /** The last valid body of each response: documents are large, and always the same. */
  private readonly validTexts = new Map<string, string>();
  readonly document = this.shared.document;
  private readonly templates = Object.keys(this.document.paths)
    .sort((a, b) => a.split('{').length - b.split('{').length)
    .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }));

  /** Throws an error that lists all problems of the response. */
  check(exchange: Exchange): void {
    const problems = this.problemsOf(exchange);
    if (problems.length === 0) return;
    const { method, path, status, text } = exchange;
    throw new Error(
      `${method} ${path} does not match the document: ${problems.join('; ')}\n${status} ${text.slice(0, 500)}`,
    );
  }

  /** The document's path template that matches a request. If several match, the first one with the method. */
  templateOf(path: string, method: string): string | undefined {
    const bare = path.replace(/\?.*$/s, '').replace(/(?<=[^/])\/$/, '');
    const matching = this.templates.filter(({ pattern }) => pattern.test(bare));
    const withMethod = matching.find((template) => this.document.paths[template.path]?.[method]);
    return (withMethod ?? matching[0])?.path;
  }

  private problemsOf(exchange: Exchange): string[] {
    const method = exchange.method === 'HEAD' ? 'get' : exchange.method.toLowerCase();
    const template = this.templateOf(exchange.path, method);
    const operation = template === undefined ? undefined : this.document.paths[template]?.[method];
    if (template === undefined || !operation)
      return [...undocumentedProblems(exchange), ...rateLimitProblems(exchange)];
    const response = operation.responses[exchange.status];
    if (!response) return [`the status ${exchange.status}`];
    const pointer = ['paths', template, method, 'responses', String(exchange.status)];
    return [
      ...(exchange.method === 'HEAD' ? [] : this.bodyProblems(exchange, response.content, pointer)),
      ...Object.keys(response.headers ?? {}).flatMap((name) => this.headerProblems(exchange, name)),
      ...rateLimitProblems(exchange),
    ];
  }

  /**
   * Compiles the schemas of all responses, which takes seconds. During a test, that would delay servers in this process, such as the mail
   * server, until their clients time out.
   */
  compileAll(): void {
    for (const [path, operations] of Object.entries(this.document.paths)) {
      for (const [method, { responses }] of Object.entries(operations)) {
        for (const [status, { content = {} }] of Object.entries(responses)) {
          const pointer = ['paths', path, method, 'responses', status, 'content'];
          for (const type of Object.keys(content)) this.validatorAt([...pointer, type, 'schema']);
        }
      }
    }
  }

  private bodyProblems(
    { headers, text }: Exchange,
    content: Record<string, object> | undefined,
    at: string[],
  ): string[] {
    if (!content) return text === '' ? [] : ['a body'];
    const type = headers.get('content-type')?.split(';')[0] ?? 'none';
    if (!content[type]) return [`the content type ${type}`];
    const pointer = [...at, 'content', type, 'schema'];
    const name = pointer.join('\n');
    if (this.validTexts.get(name) === text) return [];
    const problems = this.problems(pointer, /[/+]json$/.test(type) ? parse(text) : text);
    if (problems.length === 0) this.validTexts.set(name, text);
    return problems;
  }

  private validatorAt(pointer: string[]): ValidateFunction | undefined {
    const parts = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')));
    return this.shared.validatorAt(`/${parts.join('/')}`);
  }

  private headerProblems({ headers }: Exchange, name: string): string[] {
    const value = headers.get(name);
    const { required, schema } = this.document.components.headers[name] ?? { schema: { type: 'unknown' } };
    if (value === null) return required ? [`no header ${name}`] : [];
    const parsed = schema.type === 'integer' ? Number(value) : value;
    return this.problems(['components', 'headers', name, 'schema'], parsed).map((problem) => `${name}: ${problem}`);
  }

  /** The problems of a value, for the schema at a place in the document. */
  problems(pointer: string[], value: unknown): string[] {
    const validate = this.validatorAt(pointer);
    if (!validate) return [`there is no schema at ${pointer.join('/')}`];
    if (validate(value)) return [];
    return (validate.errors ?? [])
      .slice(0, 5)
      .map(({ instancePath, message = '', params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
  }
}

function undocumentedProblems({ method, status, text }: Exchange): string[] {
  if (method === 'HEAD') return [400, 404, 405, 429].includes(status) ? [] : [`the status ${status}`];
  const body = parse(text) as { error?: ErrorCode } | undefined;
  const code = body?.error;
  if (code === undefined || !undocumentedErrors.has(code)) return [`the error ${String(code)} where nothing is listed`];
  const checked = errorSchema(code).safeParse(body);
  return checked.success ? [] : [checked.error.message];
}

/** Every response under /v1 has a `RateLimit` header. */
function rateLimitProblems({ method, path, headers, text, status }: Exchange): string[] {
  if (!path.startsWith('/v1/') || headers.has('ratelimit')) return [];
  // Without a body, the error code is unknown.
  if (method === 'HEAD' && status >= 400) return [];
  const { error } = (parse(text) ?? {}) as { error?: string };
  return errorsWithoutRateLimit.has(error) ? [] : ['no header RateLimit'];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

let loaded: Contract | undefined;

export const theContract = (): Contract => (loaded ??= new Contract());
