import { z } from 'zod';
import { docsUrlOf, errorOf, issueExample, type ErrorCode } from './error-codes.js';
import { nameFirstIssue } from './name-first-issue.js';

const schemas = new Map<ErrorCode, z.ZodType>();

/** Returns the schema of the complete response body for an error code. */
export function errorSchema(code: ErrorCode): z.ZodType {
  const schema = schemas.get(code) ?? schemaOf(code);
  schemas.set(code, schema);
  return schema;
}

function schemaOf(code: ErrorCode): z.ZodType {
  const { message, meta: shape } = errorOf(code);
  const meta = z.strictObject({
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
  return z.strictObject({ error: z.literal(code), meta }).meta({ id: componentName(code), description: message });
}

/** `api_key_not_found` → `ApiKeyNotFound`. */
function componentName(code: string): string {
  return code.replace(/(^|_)([a-z])/g, (_match, _line, letter: string) => letter.toUpperCase());
}
