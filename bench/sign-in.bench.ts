import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { launch } from '../embedded/launcher.js';
import { median, type Benchmark, type Figure } from './figures.js';
import { environmentOf } from './service.js';

const accountCount = 80;
/** Below the limit of 5 requests per minute for one mailbox. */
const roundsPerAccount = 4;
const warmUp = 20;

/** Tests whether response times reveal accounts. Alternates addresses with and without an account, one request at a time. */
export const signIn: Benchmark = {
  name: 'sign-in',
  about: 'magic-link request and password login, addresses with an account compared with addresses without',
  run: () => withMail(measure),
};

async function measure(url: string): Promise<Figure[]> {
  const known = Array.from({ length: accountCount }, newEmail);
  for (const email of known) {
    const form = { email, password: 'a quiet sentence', name: 'Bench', organization_name: 'Bench' };
    await post(url, '/v1/auth/password/signup', form, 201);
  }
  const request = (email: string) => post(url, '/v1/auth/magic-link/request', { email }, 202);
  const logIn = (email: string) => post(url, '/v1/auth/password/login', { email, password: 'another sentence' }, 401);
  return [
    ...compare('magic-link request', await measureAlternately(known, request)),
    ...compare('login with a wrong password', await measureAlternately(known, logIn)),
  ];
}

interface Times {
  known: number[];
  unknown: number[];
}

async function measureAlternately(known: readonly string[], send: (email: string) => Promise<number>): Promise<Times> {
  for (let count = 0; count < warmUp; count++) await send(newEmail());
  const times: Times = { known: [], unknown: [] };
  for (let round = 0; round < roundsPerAccount; round++) {
    for (const email of known) {
      // Random order, so that the order does not affect the comparison.
      const pairs = [
        () => send(email).then((ms) => times.known.push(ms)),
        () => send(newEmail()).then((ms) => times.unknown.push(ms)),
      ];
      for (const next of Math.random() < 0.5 ? pairs : pairs.reverse()) await next();
    }
  }
  return times;
}

function compare(what: string, { known, unknown }: Times): Figure[] {
  const against = 'unknown address';
  const [knownMs, unknownMs] = [median(known), median(unknown)];
  return [
    { case: `${what}, ${against}, median`, value: unknownMs, unit: 'ms', against: null, ratio: null },
    { case: `${what}, known address, median`, value: knownMs, unit: 'ms', against, ratio: knownMs / unknownMs },
    {
      case: `${what}, known takes longer (expected: 50)`,
      value: 100 * longer(known, unknown),
      unit: '%',
      against: null,
      ratio: null,
    },
  ];
}

/** Share of all pairs in which the first time is longer. An observer of one response each could guess with this accuracy. */
function longer(first: readonly number[], second: readonly number[]): number {
  const wins = first.flatMap((a) => second.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)));
  return wins.reduce((sum: number, win) => sum + win, 0) / wins.length;
}

const newEmail = () => `bench-${randomUUID()}@example.com`;
let addresses = 0;

/** Returns the response time in milliseconds. Each request has its own client address, so that no rate limit applies. */
async function post(url: string, path: string, json: object, expected: number): Promise<number> {
  const from = ++addresses;
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${from >> 8}.${from & 255}` };
  const startedAt = performance.now();
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(json) });
  const text = await response.text();
  const durationMs = performance.now() - startedAt;
  if (response.status !== expected) throw new Error(`${path} responded with ${response.status}: ${text}`);
  return durationMs;
}

/** Runs `work` with a whole service and a mail server that accepts every email. */
async function withMail<T>(work: (url: string) => Promise<T>): Promise<T> {
  const sink = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData: (stream, _session, callback) => stream.resume().once('end', () => callback()),
  });
  sink.listen(0, '127.0.0.1');
  await once(sink.server, 'listening');
  const dataDir = await mkdtemp(join(tmpdir(), 'simulation-service-bench-'));
  const mail = {
    SMTP_URL: `smtp://127.0.0.1:${(sink.server.address() as AddressInfo).port}`,
    SVC_TRUSTED_PROXIES: 'loopback',
  };
  const running = await launch({ ...environmentOf(dataDir), ...mail }, { log: () => undefined, serviceOutput: 'file' });
  try {
    return await work(running.url);
  } finally {
    await running.stop();
    await rm(dataDir, { recursive: true, force: true });
    await new Promise<void>((resolve) => sink.close(resolve));
  }
}
