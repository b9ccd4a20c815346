import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { readingHeader, type HeaderParameter } from '../../common/http/documented.decorators.js';

export const maxWaitSeconds = 30;

/** The request of a caller to wait until a run is finished. */
export interface Wait {
  seconds: number;
  /** Aborts when the client disconnects. */
  closed: AbortSignal;
}

/**
 * Returns the seconds of `wait=N` in a Prefer header (RFC 7240), or undefined if there is none. As the RFC requires, unknown and malformed
 * preferences are ignored, and the first of several applies. A longer wait is shortened.
 */
export function waitSecondsOf(header: string | undefined): number | undefined {
  const preferences = (header ?? '').split(',').map((preference) => preference.split(';')[0]?.trim() ?? '');
  const waitPreference = preferences.find((preference) => /^wait\s*(=|$)/i.test(preference));
  const [, bare, quoted] = /^wait\s*=\s*(?:(\d{1,9})|"(\d{1,9})")$/i.exec(waitPreference ?? '') ?? [];
  const seconds = Number(bare ?? quoted ?? 0);
  return seconds > 0 ? Math.min(seconds, maxWaitSeconds) : undefined;
}

const header: HeaderParameter = {
  name: 'Prefer',
  description: `\`wait=N\` delays the response until the run is finished, at most N seconds, and at most ${maxWaitSeconds}. If it is still unfinished, the response shows its current state. For a comparison and for a sweep, all simulations count.`,
  required: false,
  schema: z.string().meta({ examples: ['wait=10'] }),
  errors: [],
};

const read = createParamDecorator((_: unknown, context: ExecutionContext): Wait | undefined => {
  const http = context.switchToHttp();
  const { headers } = http.getRequest<Request>();
  const seconds = waitSecondsOf(headers['prefer'] as string | undefined);
  return seconds === undefined ? undefined : { seconds, closed: closeOf(http.getResponse<Response>()) };
});

/** For routes that can wait until a run is finished. */
export const PreferWait = () => readingHeader(header, read());

function closeOf(response: Response): AbortSignal {
  if (response.closed) return AbortSignal.abort();
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}
