import { z } from 'zod';

export const url = (protocols: string[], example: string) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be a URL like ${example}`,
    );
export const webUrl = url(['https:', 'http:'], 'https://app.example.com/auth/callback');
export const databaseUrl = url(['postgres:', 'postgresql:'], 'postgresql://user:password@host:5432/database');

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
