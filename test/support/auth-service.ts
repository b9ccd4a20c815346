import { fork, type ChildProcess } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { QueryResultRow } from 'pg';
import { Api, type Answer, type Call } from './api-client.js';
import { MailServer, tokenIn } from './mail-server.js';
import { projectFolder } from './operator.js';
import { runFile, sharedDataDir } from './shared-service.js';
import { sqlOf } from './sql-of.js';
import { until } from './wait-until.js';
import { wordsAlone } from './no-embeddings.js';

export const frontendUrl = 'https://app.example.test/welcome?from=mail';

export interface IdentityRecord {
  user: { user_id: string; email: string; name: string; email_verified: boolean; last_login_at: string | null } | null;
  organization: { organization_id: string; name: string; plan_tier: string };
  organization_id: string;
  plan_tier: string;
  scopes: string[];
  auth: { method: string; tier: string; key_id: string | null; expires_at: string | null };
}

/** An address that nobody has used. */
export const newEmail = () => `person-${randomUUID()}@example.com`;

// Where the last test file ended is not known; somewhere in 16 million addresses they hardly meet.
let address = randomInt(2 ** 24);

/** A network address of its own for each caller: the limits of one test leave the others alone. */
export function newAddress(): string {
  address = (address + 1) % 2 ** 24;
  return `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`;
}

/** An API process with mail, on the databases and the Redis of the shared instance. */
export class AuthService {
  private constructor(
    readonly url: string,
    readonly mail: MailServer,
    /** What it wrote, in pieces. */
    readonly log: readonly string[],
    private readonly child: ChildProcess,
  ) {}

  static async start(settings: Record<string, string> = {}): Promise<AuthService> {
    const mail = await MailServer.start();
    const run = runFile();
    const env = {
      ...process.env,
      NODE_ENV: 'test',
      PORT: '0',
      LOG_LEVEL: 'error',
      ...wordsAlone,
      SVC_DATA_DIR: sharedDataDir(),
      SANDBOX_DATABASE_URL: run.sandbox_database_url,
      LIVE_DATABASE_URL: run.live_database_url,
      REDIS_URL: run.redis_url,
      SMTP_URL: mail.url,
      SVC_FRONTEND_URL: frontendUrl,
      SVC_TRUSTED_PROXIES: 'loopback',
      ...settings,
    };
    const child = fork(join(projectFolder, 'dist/src/main.js'), { env, silent: true });
    const log: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => log.push(chunk.toString()));
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`the API ended: ${log.join('')}`)));
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [{ url: string }];
    ended.catch(() => undefined); // from here on its end is ours to cause
    // A test that fails before it stops its process must not keep the runner waiting; the process ends when the runner does.
    for (const handle of [child, child.channel, child.stdout as Socket, child.stderr as Socket]) handle?.unref();
    return new AuthService(message.url, mail, log, child);
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
    await this.mail.stop();
  }

  /** The first line of the log that holds the text; lines are written a moment late. */
  async logLine(text: string): Promise<string> {
    const isIt = (line: string) => line.includes(text) && line.endsWith('}');
    const find = () => this.log.join('').split('\n').find(isIt);
    await until(`the log says something of ${text}`, () => find() !== undefined);
    return find() ?? '';
  }

  /** A POST from an address of its own, unless the call says otherwise. */
  post<T = IdentityRecord>(path: string, json: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> {
    return this.call<T>(path, { method: 'POST', json, headers });
  }

  call<T = IdentityRecord>(path: string, { headers, ...call }: Call = {}): Promise<Answer<T>> {
    return new Api(this.url).call<T>(path, { ...call, headers: { 'x-forwarded-for': newAddress(), ...headers } });
  }

  /** Asks for a link and takes its token from the mail. */
  async newToken(email: string, names: { name?: string; organization_name?: string } = {}): Promise<string> {
    const { status, text } = await this.post('/v1/auth/magic-link/request', { email, ...names });
    if (status !== 202) throw new Error(`request answered ${status}: ${text}`);
    const mail = this.mail.mailsTo(email).at(-1);
    if (!mail) throw new Error(`no mail came for ${email}`);
    return tokenIn(mail);
  }

  verify(token: string): Promise<Answer<IdentityRecord>> {
    return this.post('/v1/auth/magic-link/verify', { token });
  }

  /** Signs a person in by link, and gives the answer and the value of the cookie. */
  async signIn(email = newEmail()): Promise<{ answer: Answer<IdentityRecord>; cookie: string }> {
    const answer = await this.verify(await this.newToken(email));
    return { answer, cookie: cookieOf(answer) };
  }

  /** A call with a session, as one of our own pages makes it. */
  withSession<T = IdentityRecord>(path: string, cookie: string, { headers, ...call }: Call = {}): Promise<Answer<T>> {
    return this.call<T>(path, { ...call, headers: { cookie, 'sec-fetch-site': 'same-origin', ...headers } });
  }
}

/** `svc_session=…` as a browser sends it back. */
export function cookieOf({ headers, status, text }: Answer): string {
  const [cookie] = headers.getSetCookie();
  if (cookie === undefined) throw new Error(`no cookie was set: ${status} ${text}`);
  return cookie.slice(0, cookie.indexOf(';'));
}

/** A look into a database of the shared instance. */
export function rowsOf<Row extends QueryResultRow>(
  tier: 'live' | 'sandbox',
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return sqlOf(runFile()[`${tier}_database_url`])<Row>(text, values);
}
