import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { webhooks } from './generated/schema.js';

/** An event that the service sends, by its `type`. */
export type WebhookEvent = {
  [Type in keyof webhooks]: webhooks[Type] extends {
    post: { requestBody: { content: { 'application/json': infer Body } } };
  }
    ? Body
    : never;
}[keyof webhooks];

export { WebhookVerificationError };

type HeadersOf = Headers | Readonly<Record<string, string | string[] | undefined>>;

/**
 * Verifies a delivery by Standard Webhooks, and returns its event.
 *
 * @param body the body as received, before it is parsed
 * @param secret `whsec_…`, from `GET /v1/webhook-endpoints/{endpoint_id}/secret`
 * @throws WebhookVerificationError if the signature is wrong, or is older than five minutes
 */
export function unwrap(body: string, headers: HeadersOf, secret: string): WebhookEvent {
  const read = (name: string) => (headers instanceof Headers ? headers.get(name) : headers[name])?.toString() ?? '';
  const known = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, read(name)]),
  );
  return new Webhook(secret).verify(body, known) as WebhookEvent;
}
