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

const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/**
 * Verifies a delivery by Standard Webhooks, and returns its event.
 *
 * @param body the body as received, before it is parsed
 * @param headers in any case, as frameworks and gateways pass them
 * @param secrets `whsec_…`, from `GET /v1/webhook-endpoints/{endpoint_id}/secret`; several during a rotation
 * @throws WebhookVerificationError if no signature is valid, or if it is older than five minutes
 */
export function unwrap(body: string, headers: HeadersOf, secrets: string | readonly string[]): WebhookEvent {
  const entries = headers instanceof Headers ? Array.from(headers) : Object.entries(headers);
  const lowercase = new Map(entries.map(([name, value]) => [name.toLowerCase(), value?.toString() ?? '']));
  const known = Object.fromEntries(names.map((name) => [name, lowercase.get(name) ?? '']));
  const webhooks = [secrets].flat().map((secret) => new Webhook(secret));
  if (webhooks.length === 0) throw new TypeError('There is no webhook secret.');
  const failures: unknown[] = [];
  for (const webhook of webhooks)
    try {
      return webhook.verify(body, known) as WebhookEvent;
    } catch (error) {
      failures.push(error);
    }
  throw failures[0];
}
