import { StandardSchemaValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import { AppError, type Issue } from '../errors/app-error.js';
import { usePlainZodMessages } from '../errors/zod-messages.js';

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
