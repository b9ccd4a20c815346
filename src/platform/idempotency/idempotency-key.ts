import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import { AppError } from '../../common/errors/app-error.js';
import { readingHeader, type HeaderParameter } from '../../common/http/documented.decorators.js';
import { isUuid } from '../../common/crypto.js';
import { Reply } from '../../common/http/reply.js';

/** Returns the Idempotency-Key of a request, without quotes and in lowercase. Throws {@link AppError} if it is not a UUID. */
export function idempotencyKeyOf(request: Request): string | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  const key = /^"(.*)"$/.exec(String(header))?.[1] ?? String(header);
  if (!isUuid(key))
    throw AppError.validation([
      { path: 'Idempotency-Key', message: 'expected a UUID, such as 019aa0f5-5b6e-7c3a-9d55-2f0d7c1f4a10' },
    ]);
  return key.toLowerCase();
}

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<Request>();

const header: HeaderParameter = {
  name: 'Idempotency-Key',
  description:
    'UUID that identifies the request, bare or in double quotes. For 24 hours, a repeated request with the same key takes effect only once and returns the first response with `Idempotent-Replayed: true`.',
  required: false,
  schema: z.uuid(),
  errors: ['validation_error', 'idempotency_in_progress', 'idempotency_key_reused'],
};

const read = createParamDecorator((_: unknown, context: ExecutionContext) => idempotencyKeyOf(requestOf(context)));

export const IdempotencyKey = () => readingHeader(header, read());

const requiredHeader: HeaderParameter = {
  ...header,
  required: true,
  errors: [...header.errors, 'idempotency_key_required'],
};

const readRequired = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const key = idempotencyKeyOf(requestOf(context));
  if (key === undefined) throw new AppError('idempotency_key_required');
  return key;
});

/** For routes that require the header, because their response contains a secret that is shown once. */
export const RequiredIdempotencyKey = () => readingHeader(requiredHeader, readRequired());

export function replayHeaders(replayed: boolean): Record<string, string> {
  return replayed ? { 'Idempotent-Replayed': 'true' } : {};
}

/** A response with a key, secret or token, or the replay of one. Caches must not store it, and it is not compressed. */
export function secretReply<T>(data: T, replayed = false, headers: Record<string, string> = {}): Reply<T> {
  const allHeaders = { ...headers, 'Cache-Control': 'no-store', ...replayHeaders(replayed) };
  return new Reply(data, { hasSecret: true, headers: allHeaders });
}
