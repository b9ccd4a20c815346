import { StandardSchemaValidationPipe } from '@nestjs/common';
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

function toIssues(issue: SchemaIssue): Issue[] {
  const path = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part));
  if (issue.keys) return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'is not a known field' }));
  return [{ path: path.join('.'), message: issue.message }];
}
