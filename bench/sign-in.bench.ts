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

const people = 80;
/** Under the limit of 5 requests a minute for one mailbox. */
const roundsEach = 4;
const warmUp = 20;

/** Whether the time of an answer tells if an address has an account: known and unknown ones in turn, one at a time. */
export const signIn: Benchmark = {
  name: 'sign-in',
  about: 'magic-link request and password login, addresses that have an account beside ones that have none',
  run: () => withMail(measure),
};

async function measure(url: string): Promise<Figure[]> {
  const known = Array.from({ length: people }, newEmail);
  for (const email of known) {
    const form = { email, password: 'a quiet sentence', name: 'Bench', organization_name: 'Bench' };
    await post(url, '/v1/auth/password/signup', form, 201);
  }
  const request = (email: string) => post(url, '/v1/auth/magic-link/request', { email }, 202);
  const logIn = (email: string) => post(url, '/v1/auth/password/login', { email, password: 'another sentence' }, 401);
  return [
    ...compare('magic-link request', await inTurn(known, request)),
    ...compare('login with a wrong password', await inTurn(known, logIn)),
  ];
}

interface Times {
  known: number[];
  unknown: number[];
}

async function inTurn(known: readonly string[], ask: (email: string) => Promise<number>): Promise<Times> {
  for (let count = 0; count < warmUp; count++) await ask(newEmail());
  const times: Times = { known: [], unknown: [] };
  for (let round = 0; round < roundsEach; round++) {
    for (const email of known) {
      // Which one goes first changes, lest the order tells them apart.
      const pairs = [
        () => ask(email).then((ms) => times.known.push(ms)),
        () => ask(newEmail()).then((ms) => times.unknown.push(ms)),
      ];
      for (const next of Math.random() < 0.5 ? pairs : pairs.reverse()) await next();
    }
  }
  return times;
}

function compare(what: string, { known, unknown }: Times): Figure[] {
  const against = 'unknown address';
  const [mine, theirs] = [median(known), median(unknown)];
  return [
    { case: `${what}, ${against}, median`, value: theirs, unit: 'ms', against: null, ratio: null },
    { case: `${what}, known address, median`, value: mine, unit: 'ms', against, ratio: mine / theirs },
    {
      case: `${what}, known takes longer (chance: 50)`,
      value: 100 * longer(known, unknown),
      unit: '%',
      against: null,
      ratio: null,
    },
  ];
}

/** The share of all pairs in which the first is longer: what an observer could learn from one look at each. */
function longer(first: readonly number[], second: readonly number[]): number {
  const wins = first.flatMap((a) => second.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)));
  return wins.reduce((sum: number, win) => sum + win, 0) / wins.length;
}

const newEmail = () => `bench-${randomUUID()}@example.com`;
let addresses = 0;

/** How long the answer took, in milliseconds. Each request comes from an address of its own, so that none is limited. */
async function post(url: string, path: string, json: object, expected: number): Promise<number> {
  const from = ++addresses;
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${from >> 8}.${from & 255}` };
  const startedAt = performance.now();
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(json) });
  const text = await response.text();
  const tookMs = performance.now() - startedAt;
  if (response.status !== expected) throw new Error(`${path} answered ${response.status}: ${text}`);
  return tookMs;
}

/** Runs `work` against the whole service with a mail server that takes everything. */
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
