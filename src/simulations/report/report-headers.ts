import { sha256 } from '../../common/crypto.js';
import { style } from './style.js';

/** Nothing runs on the page, and nothing is fetched for it. */
export const reportHeaders: Record<string, string> = {
  'Content-Security-Policy': [
    `default-src 'none'`,
    `style-src 'sha256-${sha256(style).toString('base64')}'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; '),
  'Cache-Control': 'private, no-cache',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};
