import { sha256 } from '../../common/crypto.js';
import { style } from './style.js';

/** The page runs no script and loads nothing. */
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
