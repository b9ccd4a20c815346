import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { AppError } from '../../common/errors/app-error.js';
import { readingHeader, type HeaderParameter } from '../../common/http/documented.decorators.js';

export const longestWaitSeconds = 30;

/** How long a caller is willing to wait for the end of a simulation. */
export interface Wait {
  seconds: number;
  /** When nobody is there any more to be answered. */
  closed: AbortSignal;
}

/**
 * The seconds of `wait=N` in a Prefer header (RFC 7240); undefined where it is not asked for. Preferences that are not known are
 * passed over, as the RFC says, and of several the first counts. Throws {@link AppError} for a number out of bounds.
 */
export function waitSecondsOf(header: string | undefined): number | undefined {
  const preferences = (header ?? '').split(',').map((preference) => preference.split(';')[0]?.trim() ?? '');
  const asked = preferences.find((preference) => /^wait\s*(=|$)/i.test(preference));
  if (asked === undefined) return undefined;
  const [, bare, quoted] = /^wait\s*=\s*(?:(\d{1,2})|"(\d{1,2})")$/i.exec(asked) ?? [];
  const seconds = Number(bare ?? quoted);
  if (seconds >= 1 && seconds <= longestWaitSeconds) return seconds;
  throw AppError.validation([
    { path: 'Prefer', message: `expected wait=N, where N is an integer from 1 to ${longestWaitSeconds} (seconds)` },
  ]);
}

const header: HeaderParameter = {
  name: 'Prefer',
  description: `\`wait=N\` delays the response until the simulation is finished, at most N seconds (1 to ${longestWaitSeconds}). If the simulation is still unfinished, the response shows its current state.`,
  required: false,
  schema: z.string().meta({ examples: ['wait=10'] }),
  errors: ['validation_error'],
};

const read = createParamDecorator((_: unknown, context: ExecutionContext): Wait | undefined => {
  const http = context.switchToHttp();
  const { headers } = http.getRequest<Request>();
  const seconds = waitSecondsOf(headers['prefer'] as string | undefined);
  return seconds === undefined ? undefined : { seconds, closed: closeOf(http.getResponse<Response>()) };
});

/** For routes that wait for the end of a simulation where they are asked to. */
export const PreferWait = () => readingHeader(header, read());

function closeOf(response: Response): AbortSignal {
  if (response.closed) return AbortSignal.abort();
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}
