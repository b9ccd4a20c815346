import { isIP } from 'node:net';
import { z } from 'zod';
import { AppError } from '../../common/errors/app-error.js';
import type { Tier } from '../../common/identity/caller.js';
import type { Settings } from '../../config/settings.js';
import { isPublicAddress } from './public-address.js';

export const webhookUrlSchema = z
  .string()
  .max(2_000)
  .superRefine((text, context) => {
    const message = problemOf(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  })
  .meta({ format: 'uri', examples: ['https://hooks.example/simulations'] });

/** The characters of RFC 3986, without a fragment. The URL parser would also accept and repair invalid URLs. */
const webUrl = /^https?:\/\/(\[[\da-f:.]+\])?([\w\-.~:/?@!$&'()*+,;=]|%[\da-f]{2})*$/i;

function problemOf(text: string): string | undefined {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  const host = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1] ?? '';
  if (parsed && /[^\p{ASCII}]/u.test(host)) return `expected a host name in ASCII: write ${parsed.hostname} (Punycode)`;
  if (!parsed || !webUrl.test(text) || parsed.username !== '' || parsed.password !== '')
    return 'expected an http or https URL without user name, password or fragment';
  if (parsed.port === '0') return 'expected a port from 1 to 65535';
  return undefined;
}

/**
 * Rejects URLs that can never receive a delivery, so that the caller gets an error immediately. The connector checks the addresses of
 * a host name at each connection. Throws {@link AppError} `validation_error`.
 */
export function rejectUndeliverable(
  path: string,
  text: string,
  tier: Tier,
  { allowPrivateWebhooks }: Pick<Settings, 'allowPrivateWebhooks'>,
): void {
  if (allowPrivateWebhooks) return;
  const { protocol, hostname } = new URL(text);
  const message =
    protocol === 'http:' && tier === 'live'
      ? 'expected an https URL: the live tier does not deliver to http'
      : isLocal(hostname)
        ? 'expected a public host: the service does not deliver to private or local addresses'
        : undefined;
  if (message !== undefined) throw AppError.validation([{ path, message }]);
}

/** The URL parser has already normalized decimal, octal and hexadecimal spellings of addresses. */
function isLocal(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) === 0 ? /(^|\.)localhost\.?$/.test(hostname) : !isPublicAddress(address);
}
