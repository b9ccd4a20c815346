import {
  Injectable,
  SetMetadata,
  type CanActivate,
  type ExecutionContext,
  StandardSchemaValidationPipe,
  type ArgumentMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { AppError, type Issue } from '../errors/app-error.js';
import { turnFor } from '../event-loop-turns.js';
import { isPublic } from '../identity/identity.decorators.js';
import { perRoute, acceptsBody, DOCUMENTED, schemasOf } from './documented.decorators.js';
import { bodyLimitsOf, fileTypeOf, parseJsonBody } from './request-body.js';
import { z } from 'zod';
import { didYouMean } from '../texts.js';
import { usePlainZodMessages } from '../errors/zod-messages.js';
import { tooLong } from './list-limits.js';

const withoutBody = new Set(['GET', 'HEAD']);

const ANY_BODY = 'any_body';

export const AnyBody = () => SetMetadata(ANY_BODY, true);

const DEFINITION_BODY = 'definition_body';

/** For routes whose body contains a complete workflow definition, which has more fields than other bodies may have. */
export const DefinitionBody = () => SetMetadata(DEFINITION_BODY, true);

/** The last guard. Parses the body of an accepted caller as JSON, or rejects it. */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  private readonly acceptsAnyBody = perRoute(
    (context) => this.reflector.get<boolean | undefined>(ANY_BODY, context.getHandler()) === true,
  );
  private readonly acceptsDefinition = perRoute(
    (context) => this.reflector.get<boolean | undefined>(DEFINITION_BODY, context.getHandler()) === true,
  );
  private readonly acceptsBody = perRoute((context) => acceptsBody(context.getClass(), context.getHandler().name));

  constructor(private readonly reflector: Reflector) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    // The body of a GET request has no meaning (RFC 9110, 9.3.1).
    if (withoutBody.has(request.method) || this.acceptsAnyBody(context)) return true;
    if (fileTypeOf(request) !== undefined) return true;
    if (Buffer.isBuffer(request.body)) await turnFor(request.body.length);
    request.body = parseJsonBody(request, bodyLimitsOf(isPublic(context), this.acceptsDefinition(context)));
    if (request.body !== undefined && !this.acceptsBody(context)) rejectFields(request.body);
    return true;
  }
}

/** A route without a body schema accepts no body or an empty object. */
function rejectFields(body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw AppError.validation([
      { path: '', message: 'expected no body: this endpoint accepts only an empty body or {}' },
    ]);
  }
  const issues = Object.keys(body).map((path) => ({
    path,
    message: 'is not a known field: this endpoint accepts only an empty body or {}',
  }));
  if (issues.length > 0) throw AppError.validation(issues);
}

const ANY_QUERY = 'any_query';
const maxQuotedCharacters = 60;

/** For pages that users open from links: mail programs and link trackers add query parameters. */
export const AnyQuery = () => SetMetadata(ANY_QUERY, true);

/**
 * Rejects unknown query parameters on every documented route, including routes that read none: a client that misspells a filter must not
 * receive unfiltered data. The validation pipe then checks the values.
 */
@Injectable()
export class QueryGuard implements CanActivate {
  private readonly parametersOf = perRoute((context) => {
    const handler = context.getHandler();
    if (!this.has(DOCUMENTED, handler) || this.has(ANY_QUERY, handler)) return undefined;
    return parametersOf(schemasOf(context.getClass(), handler.name).query);
  });

  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const names = Object.keys(context.switchToHttp().getRequest<Request>().query);
    const known = names.length === 0 ? undefined : this.parametersOf(context);
    if (!known) return true;
    const unknown = names.filter((name) => !known.includes(withoutKey(name)));
    if (unknown.length === 0) return true;
    throw AppError.validation(unknown.map((path) => ({ path, message: unknownParameter(path, known) })));
  }

  private has(key: string, handler: ReturnType<ExecutionContext['getHandler']>): boolean {
    return Boolean(this.reflector.get<unknown>(key, handler));
  }
}

/** `where[income]` is a key of the parameter `where`. */
const withoutKey = (name: string) => name.replace(/\[[^[\]]*\]$/, '');

function parametersOf(schema: z.ZodType | undefined): string[] {
  const object = schema instanceof z.ZodPipe ? schema.out : schema;
  return object instanceof z.ZodObject ? Object.keys(object.shape) : [];
}

function unknownParameter(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'is not a known query parameter: this endpoint accepts none';
  const suggestion = name.length > maxQuotedCharacters ? undefined : didYouMean(withoutKey(name), known);
  const hint =
    suggestion === undefined ? `Known query parameters: ${known.join(', ')}` : `Did you mean "${suggestion}"?`;
  return `is not a known query parameter. ${hint}`;
}

interface SchemaIssue {
  message: string;
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined;
  /** Unknown fields. Zod reports all of them in one issue, whose message has one line for each of the first fields. */
  keys?: readonly string[];
}

/**
 * Nest's pipe would silently remove `constructor` and `prototype` before validation. Here they are rejected like any unknown field.
 * The JSON parser rejects `__proto__` earlier.
 */
class SchemaPipe extends StandardSchemaValidationPipe {
  /** Postgres cannot store U+0000. The JSON parser rejects it in bodies; a query string can contain it as `%00`. */
  override async transform<T>(value: T, metadata: ArgumentMetadata): Promise<T> {
    if (metadata.type === 'query') rejectNul(value);
    const issue = metadata.schema instanceof z.ZodType ? tooLong(metadata.schema, value) : undefined;
    if (issue) throw AppError.validation([issue]);
    return super.transform<T>(value, metadata);
  }

  protected override stripProtoKeys(): void {
    // Removes nothing.
  }
}

/** Validates `@Body({ schema })` and `@Query({ schema })`. Throws one `validation_error` that lists every issue. */
export function validationPipe(): StandardSchemaValidationPipe {
  usePlainZodMessages();
  return new SchemaPipe({
    exceptionFactory: (issues) => AppError.validation(issues.flatMap((issue) => toIssues(issue))),
  });
}

function rejectNul(query: unknown): void {
  const issues = Object.entries(query ?? {})
    .filter(([, value]) => [value].flat().some((one) => typeof one === 'string' && one.includes('\0')))
    .map(([path]) => ({ path, message: 'must not contain the character U+0000' }));
  if (issues.length > 0) throw AppError.validation(issues);
}

function toIssues(issue: SchemaIssue): Issue[] {
  const path = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part));
  if (issue.keys) {
    const messages = issue.message.split('\n');
    return issue.keys.map((key, index) => ({
      path: [...path, key].join('.'),
      message: messages[index] ?? 'is not a known field',
    }));
  }
  return [{ path: path.join('.'), message: issue.message }];
}
