import type { Response } from 'express';

/** Statuses without a body. */
const emptyStatuses: readonly number[] = [204, 308];

/** Sends a value as JSON, without the freshness check and the ETag that Express would add. */
export function sendJson(response: Response, value: unknown): void {
  if (emptyStatuses.includes(response.statusCode)) {
    response.end();
    return;
  }
  const text = JSON.stringify(value);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}
