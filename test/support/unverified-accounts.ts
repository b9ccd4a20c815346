import { randomUUID } from 'node:crypto';
import { newEmail, type AuthService } from './auth-service.js';
import type { ApiKeyRecord } from './keys.js';

/** Signs up a user by password, whose organization is unverified until the user opens an email link. */
export function signUpUnverified(service: AuthService, email = newEmail(), headers: Record<string, string> = {}) {
  const form = { email, password: 'a quiet sentence', name: 'Ada', organization_name: 'Engines' };
  return service.post('/v1/auth/password/signup', form, headers);
}

/** Sends concurrent creates with a session. */
export function createAll(
  service: AuthService,
  cookie: string,
  total: number,
  path: string,
  bodyOf: (index: number) => unknown,
) {
  return Promise.all(
    Array.from({ length: total }, (_, index) =>
      service.withSession<ApiKeyRecord>(path, cookie, {
        method: 'POST',
        json: bodyOf(index),
        headers: { 'idempotency-key': randomUUID() },
      }),
    ),
  );
}

export const countOf = (responses: { status: number }[], status: number) =>
  responses.filter((response) => response.status === status).length;
