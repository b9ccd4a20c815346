import type { Organization, User } from '../platform/database/generated/client.js';
import { sha256 } from '../common/crypto.js';
import type { Transaction } from '../platform/database/databases.service.js';
import type { Request } from 'express';
import { AppError } from '../common/errors/app-error.js';
import { tiers, type Tier } from '../common/identity/caller.js';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { isLoopback, networkOf } from '../platform/rate-limit/limit.guard.js';
import emailModule from 'validator/lib/isEmail.js';
import { nameText } from '../common/schemas.js';
import { z } from 'zod';

/** Order matters: browsers name others for compatibility. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
const maxCharacters = 300;

/** Such as `Firefox on Linux`. Only known names, because the client chooses the text of its `User-Agent` header. */
function browserName(userAgent = ''): string {
  const text = userAgent.slice(0, maxCharacters);
  const nameIn = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(text))?.[1];
  return `${nameIn(browsers) ?? 'Another program'} on ${nameIn(systems) ?? 'another system'}`;
}

/** A user and the organization, as stored in the live database. */
export type Account = User & { organization: Organization };

export interface Session {
  /** The value of the cookie. It is not stored. */
  token: string;
  /** The name of the session in Redis. */
  key: string;
  /** The time at which the session ends, unless it is used before. */
  expiresAt: Date;
}

/** The result of a successful link verification, sign-up or login. */
export interface SignIn {
  account: Account;
  session: Session;
}

/** Until the transaction ends, no other transaction creates, verifies or erases an account with this email address. */
export async function lockAccount(tx: Transaction, email: string): Promise<void> {
  const lock = sha256(`account\n${email}`).readBigInt64BE();
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(${lock})::text`;
}

/** Returns the tier in the `Svc-Tier` header, undefined without the header, or the error for an invalid tier. */
export function namedTier(request: Request): Tier | AppError | undefined {
  const value = request.headers['svc-tier'];
  if (value === undefined) return undefined;
  const tier = tiers.find((candidate) => candidate === value);
  return tier ?? AppError.validation([{ path: 'Svc-Tier', message: `expected ${tiers.join(' or ')}` }]);
}

/** The client of a sign-in, before it has an identity. */
export interface Visitor {
  address: string;
  /** The name of the browser, such as `Firefox on Linux`. */
  browser: string;
  cookies: string | undefined;
}

/** The client of a route that signs in. */
export const CurrentVisitor = createParamDecorator((_: unknown, context: ExecutionContext): Visitor => {
  const { address, headers } = context.switchToHttp().getRequest<Request>();
  return { address, browser: browserName(headers['user-agent']), cookies: headers.cookie };
});

/**
 * The owner of work for a visitor, see `ConcurrencyLimit`. The network, because a visitor chooses any email address and has no organization.
 * Undefined for a client on the same machine, for example the tests.
 */
export const networkOfVisitor = ({ address }: Visitor): string | undefined =>
  isLoopback(address) ? undefined : networkOf(address);

// Its types describe a module with a default export.
const isEmail = emailModule.default;

/** Addresses of SMTP without its extension SMTPUTF8. Quoted parts are valid too, but unusual, and could contain spaces and other addresses. */
const isAddress = (text: string) =>
  /^\p{ASCII}*$/u.test(text) && isEmail(text, { allow_utf8_local_part: false, blacklisted_chars: '"' });

/** Converted to lowercase, so that all spellings of an address belong to one account. */
export const emailSchema = z
  .string()
  .trim()
  .max(254, { abort: true })
  // Before the conversion, in which other signs become letters of ASCII, such as that of Kelvin.
  .refine(isAddress, 'expected an email address in ASCII, such as ada@example.com')
  .toLowerCase()
  .meta({
    format: 'email',
    description: 'Email address, at most 254 characters. Case and spaces around it are ignored.',
    examples: ['ada@example.com'],
  });

/** An address in a response. */
export const emailFieldSchema = z.string().meta({ format: 'email', examples: ['ada@example.com'] });

/** The name of a user or an organization: one line, not blank. */
export const nameSchema = nameText()
  .max(200)
  .regex(/\S/, 'must not be blank')
  .meta({ examples: ['Ada Lovelace'] });
