import { StandardSchemaValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import { AppError, type Issue } from '../errors/app-error.js';

interface SchemaIssue {
  message: string;
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined;
  /** zod names unknown fields here, all in one issue. */
  keys?: readonly string[];
}

/**
 * Nest would take `constructor` and `prototype` out of the value before it is checked. Here they are fields like all that the schema
 * does not know, and told to the caller; `__proto__` never comes this far in a body.
 */
class SchemaPipe extends StandardSchemaValidationPipe {
  /** Postgres holds no U+0000. A body with one was refused when it was parsed; an address may spell it, as `%00`. */
  override async transform<T>(value: T, metadata: ArgumentMetadata): Promise<T> {
    if (metadata.type === 'query') refuseNul(value);
    return super.transform<T>(value, metadata);
  }

  protected override stripProtoKeys(): void {
    // nothing is taken out
  }
}

/** Checks `@Body({ schema })` and `@Query({ schema })`; what does not fit is one `validation_error` with every issue. */
export function validationPipe(): StandardSchemaValidationPipe {
  return new SchemaPipe({
    exceptionFactory: (issues) => AppError.validation(issues.flatMap((issue) => toIssues(issue))),
  });
}

function refuseNul(query: unknown): void {
  const issues = Object.entries(query ?? {})
    .filter(([, value]) => [value].flat().some((one) => typeof one === 'string' && one.includes('\0')))
    .map(([path]) => ({ path, message: 'must not hold U+0000' }));
  if (issues.length > 0) throw AppError.validation(issues);
}

function toIssues(issue: SchemaIssue): Issue[] {
  const path = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part));
  if (issue.keys) return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'is not a known field' }));
  return [{ path: path.join('.'), message: issue.message }];
}
