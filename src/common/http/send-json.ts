import type { Response } from 'express';
import { sendBody } from './content-encoding.js';

/** Statuses without a body. */
const emptyStatuses: readonly number[] = [204, 308];

/** Sends a value as JSON, without the freshness check and the ETag that Express would add. */
export function sendJson(response: Response, value: unknown, hasSecret?: boolean): void {
  if (emptyStatuses.includes(response.statusCode)) {
    response.end();
    return;
  }
  sendBody(response, { type: 'application/json; charset=utf-8', text: JSON.stringify(value), hasSecret });
}
