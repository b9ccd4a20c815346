// The page of an error code. Pure: the same code gives the same text.
import { table } from '../../tools/generated-docs.mjs';

/** Description and example of a field of `meta`, from its Zod schema. */
function describe(schema) {
  const { description = '', examples = [] } = schema.meta() ?? {};
  return { description, example: examples[0] };
}

/** The first sentence of a message: the problem, before the fix. */
export const problemOf = (message) => message.split(/(?<=\.) /, 1)[0];

/**
 * Markdown of the page of an error code.
 *
 * @param errors `isRetryable` and `docsUrlOf` of the built service
 */
export function errorPage(code, { status, message, meta = {} }, errors) {
  const fields = Object.entries(meta).map(([name, schema]) => ({ name, ...describe(schema) }));
  const canRetry = errors.isRetryable(code);
  const example = {
    error: code,
    meta: {
      message,
      ...Object.fromEntries(
        fields.filter((field) => field.example !== undefined).map((field) => [field.name, field.example]),
      ),
      docs_url: errors.docsUrlOf(code),
      request_id: 'req_01a1fae2cef9746e94bf622f92046e86',
    },
  };
  const retry = canRetry
    ? 'Yes. Send the same request again after the seconds of the header `Retry-After`, with the same `Idempotency-Key`. The response has `Svc-Should-Retry: true`.'
    : 'No. The same request fails again. The response has `Svc-Should-Retry: false`.';
  return [
    `# ${code}`,
    table(
      ['Property', 'Value'],
      [
        ['Status', status],
        ['Retry', retry],
      ],
    ),
    '## Message',
    message,
    ...(fields.length === 0
      ? []
      : [
          '## Fields of meta',
          table(
            ['Field', 'Meaning'],
            fields.map(({ name, description }) => [`\`meta.${name}\``, description.replaceAll('\n', ' ')]),
          ),
        ]),
    '## Response',
    `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
    '',
  ].join('\n\n');
}
