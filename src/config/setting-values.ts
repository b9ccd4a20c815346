import { z } from 'zod';
import { isIP } from 'node:net';
import proxyAddr from 'proxy-addr';

export const url = (protocols: string[], example: string) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be a URL like ${example}`,
    );
export const webUrl = url(['https:', 'http:'], 'https://app.example.com/auth/callback');
export const databaseUrl = url(['postgres:', 'postgresql:'], 'postgresql://user:password@host:5432/database').refine(
  (value) => !URL.canParse(value) || !new URL(value).searchParams.has('schema'),
  'must not have the parameter schema: the tables are in the schema public of the database',
);

export const masterKey = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal characters; make one with: openssl rand -hex 32');
export const listOf = <S extends z.ZodType<unknown, string>>(schema: S) =>
  z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .pipe(z.array(schema));

export const portNumber = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a whole number')
  .transform(Number)
  .pipe(z.int().max(65_535));

export const wholeNumber = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(low).max(high));

/** A URL to which the service appends a path. An error of the HTTP client could contain a password in it. */
export const baseUrl = (example: string, elsewhere = '') =>
  url(['https:', 'http:'], example).refine(
    (value) => !URL.canParse(value) || isBare(new URL(value)),
    `must have no user, password, query or fragment${elsewhere}`,
  );
const isBare = ({ username, password, search, hash }: URL) => username + password + search + hash === '';

export const jsonLike = (example: string) =>
  z.string().transform((value, context) => {
    try {
      return JSON.parse(value) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: `must be JSON like ${example}` });
      return z.NEVER;
    }
  });

const days = z.int().min(1).max(36_500);

const retentionSchema = z.strictObject({
  /** Agent-level results, and datasets. The record and the summary of a simulation are never deleted. */
  sandbox_results: days,
  live_results: days,
  /** Webhook events with their deliveries and attempts. */
  webhooks: days,
  /** Audit events. The database deletes none that is younger than 30 days. */
  audit: days.min(30),
  /** Outbox messages that could not be processed. */
  outbox: days,
});

export type Retention = z.infer<typeof retentionSchema>;

export const defaultRetention: Retention = {
  sandbox_results: 30,
  live_results: 365,
  webhooks: 30,
  audit: 400,
  outbox: 30,
};

/** The value of `SVC_RETENTION_DAYS`. Omitted periods have their default. */
export const retentionOverrideSchema = retentionSchema.partial();

export function withDefaultRetention(override: z.infer<typeof retentionOverrideSchema> | undefined): Retention {
  return { ...defaultRetention, ...override };
}

/** Whether each entry is an address, a network in CIDR form, `loopback`, `linklocal` or `uniquelocal`. */
export function areTrustedProxies(entries: readonly string[]): boolean {
  return entries.every(isTrustedProxy);
}

/** Returns a function that states whether the entries contain an address. */
export function trustIn(entries: readonly string[]): (address: string) => boolean {
  const trust = proxyAddr.compile([...entries]);
  return (address) => trust(address, 0);
}

function isTrustedProxy(entry: string): boolean {
  const [address = ''] = entry.split('/');
  // proxy-addr reads "1" as 0.0.0.1, but an operator who writes it means a number of proxies.
  if (isIP(address) === 0 && !/^[a-z]+$/.test(address)) return false;
  try {
    proxyAddr.compile(entry);
    return true;
  } catch {
    return false;
  }
}
