import type { Type } from '@nestjs/common';
import { z } from 'zod';
import { TAG, WEBHOOKS, type ApiTag, type WebhookDocs } from '../common/http/documented.decorators.js';
import { exampleOf } from './example.js';
import type { SchemaBook } from './schema-book.js';

const signatureHeaders = {
  'webhook-id': 'Id of the event, the same in every attempt. Use it to ignore duplicates.',
  'webhook-timestamp': 'Time of the attempt, in seconds since 1970. Reject old values.',
  'webhook-signature': 'Signatures of the message (`v1,…`), separated by spaces. Verify one of them with the secret.',
};

/** Builds the `webhooks` of the OpenAPI document: one POST for each event that the controllers declare. */
export function webhooksOf(controllers: readonly Type[], book: SchemaBook): Record<string, { post: object }> {
  const events = controllers.flatMap((controller) => {
    const tag = Reflect.getMetadata(TAG, controller) as ApiTag | undefined;
    const declared = (Reflect.getMetadata(WEBHOOKS, controller) ?? []) as WebhookDocs[];
    return declared.map((docs): [string, { post: object }] => [docs.type, { post: webhook(docs, tag, book) }]);
  });
  return Object.fromEntries(events);
}

function webhook({ type, summary, description, data }: WebhookDocs, tag: ApiTag | undefined, book: SchemaBook): object {
  const payload = z.strictObject({
    type: z.literal(type),
    timestamp: z.iso.datetime().meta({ description: 'Time of the event.' }),
    data,
  });
  const schema = book.add(payload);
  return {
    operationId: type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary,
    description: `${description}\n\nRespond with a 2xx status within 15 seconds. Other responses are retried; 410 disables the endpoint.`,
    ...(tag && { tags: [tag.name] }),
    security: [],
    parameters: Object.entries(signatureHeaders).map(([name, text]) => ({
      name,
      in: 'header',
      required: true,
      description: text,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema, example: exampleOf(schema, book) } } },
    responses: {
      '2XX': { description: 'The event was received.' },
      '410': { description: 'The receiver wants no more events. The service disables the endpoint.' },
    },
  };
}
