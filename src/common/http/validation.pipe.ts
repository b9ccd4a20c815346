import { StandardSchemaValidationPipe } from '@nestjs/common';
import { AppError, type Issue } from '../errors/app-error.js';

interface SchemaIssue {
  message: string;
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined;
  /** zod names unknown fields here, all in one issue. */
  keys?: readonly string[];
}

/** Checks `@Body({ schema })` and `@Query({ schema })`; what does not fit is one `validation_error` with every issue. */
export function validationPipe(): StandardSchemaValidationPipe {
  return new StandardSchemaValidationPipe({
    exceptionFactory: (issues) => AppError.validation(issues.flatMap((issue) => toIssues(issue))),
  });
}

function toIssues(issue: SchemaIssue): Issue[] {
  const path = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part));
  if (issue.keys) return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'is not a known field' }));
  return [{ path: path.join('.'), message: issue.message }];
}
