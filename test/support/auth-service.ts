import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { QueryResultRow } from 'pg';
import { ApiClient, type ApiResponse, type RequestOptions } from './api-client.js';
import { storedMails } from './mail-folder.js';
import { MailServer, newestWithLink, tokenIn, type Mailbox } from './mail-server.js';
import { newAddress } from './new-address.js';
import { projectFolder } from './operator.js';
import { sharedAddress } from './shared-address.js';
import { runFile, sharedDataDir } from './shared-service.js';
import { signInEnvironment } from './sign-in-environment.js';
import { sqlOf } from './sql-of.js';
import { untilAvailable } from './until-available.js';
import { waitUntil } from './wait-until.js';

export interface IdentityRecord {
  user: {
    user_id: string;
    email: string;
    name: string;
    email_verified: boolean;
    last_login_at: string | null;
    role: string;
  } | null;
  organization: { organization_id: string; name: string; plan_tier: string };
  organization_id: string;
  plan_tier: string;
  scopes: string[];
  auth: { method: string; tier: string; key_id: string | null; expires_at: string | null };
}

/** An unused email address. */
export const newEmail = () => `person-${randomUUID()}@example.com`;

/** An API process with a mail server, on the databases and the Redis server of the shared instance. */
export class AuthService<Mails extends Mailbox = Mailbox> {
  private constructor(
    readonly url: string,
    readonly mail: Mails,
    /** Output of the process, in chunks. */
    readonly log: readonly string[],
    readonly stop: () => Promise<void>,
    private readonly isShared = false,
  ) {}

  /** The process that all tests share, for tests without other settings. */
  static async shared(): Promise<AuthService> {
    const url = await sharedAddress('SIGN_IN');
    const mail = { mailsTo: (address: string) => storedMails(sharedDataDir(), address) };
    return new AuthService(url, mail, [], () => Promise.resolve(), true);
  }

  static async start(settings: Record<string, string> = {}): Promise<AuthService<MailServer>> {
    const mail = await MailServer.start();
    const env = { ...process.env, ...signInEnvironment(sharedDataDir(), runFile(), mail.url), ...settings };
    const child = fork(join(projectFolder, 'dist/app/main.js'), { env, silent: true });
    const log: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => log.push(chunk.toString()));
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`the API ended: ${log.join('')}`)));
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [{ url: string }];
    ended.catch(() => undefined); // from here on, tests stop the process
    // If a test fails before it stops the process, the runner must not wait. The process ends with the runner.
    for (const handle of [child, child.channel, child.stdout as Socket, child.stderr as Socket]) handle?.unref();
    const stop = async () => {
      // Unlike `exit`, `close` comes after the last output.
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      await closed;
      await mail.stop();
    };
    return new AuthService(message.url, mail, log, stop);
  }

  /** Waits for the first log line that contains the text: logs are written with a delay. */
  async waitForLogLine(text: string): Promise<string> {
    const matches = (line: string) => line.includes(text) && line.endsWith('}');
    const find = () => this.log.join('').split('\n').find(matches);
    await waitUntil(`a log line contains ${text}`, () => find() !== undefined);
    return find() ?? '';
  }

  /** Sends a POST from a new network address, unless `headers` sets one. */
  post<T = IdentityRecord>(path: string, json: unknown, headers: Record<string, string> = {}): Promise<ApiResponse<T>> {
    return this.call<T>(path, { method: 'POST', json, headers });
  }

  call<T = IdentityRecord>(path: string, { headers, ...call }: RequestOptions = {}): Promise<ApiResponse<T>> {
    const options = { ...call, headers: { 'x-forwarded-for': newAddress(), ...headers } };
    const send = () => new ApiClient(this.url).call<T>(path, options);
    return this.isShared ? untilAvailable(send) : send();
  }

  /** Requests a sign-in link and returns its token from the mail. */
  async newToken(email: string, names: { name?: string; organization_name?: string } = {}): Promise<string> {
    const { status, text } = await this.post('/v1/auth/magic-link/request', { email, ...names });
    if (status !== 202) throw new Error(`request responded ${status}: ${text}`);
    const mail = newestWithLink(this.mail.mailsTo(email));
    if (!mail) throw new Error(`no mail came for ${email}`);
    return tokenIn(mail);
  }

  verify(token: string): Promise<ApiResponse<IdentityRecord>> {
    return this.post('/v1/auth/magic-link/verify', { token });
  }

  /** Signs a user in by link, and returns the response and the cookie. */
  async signIn(email = newEmail()): Promise<{ response: ApiResponse<IdentityRecord>; cookie: string }> {
    const response = await this.verify(await this.newToken(email));
    return { response, cookie: cookieOf(response) };
  }

  /** Calls with a session, like a page of the same origin. */
  withSession<T = IdentityRecord>(
    path: string,
    cookie: string,
    { headers, ...call }: RequestOptions = {},
  ): Promise<ApiResponse<T>> {
    return this.call<T>(path, { ...call, headers: { cookie, 'sec-fetch-site': 'same-origin', ...headers } });
  }
}

/** The cookie `svc_session=…` as a browser sends it. */
export function cookieOf({ headers, status, text }: ApiResponse): string {
  const [cookie] = headers.getSetCookie();
  if (cookie === undefined) throw new Error(`no cookie was set: ${status} ${text}`);
  return cookie.slice(0, cookie.indexOf(';'));
}

/** The cookie `svc_browser=…`, by which the service recognizes a browser. */
export function browserCookieOf({ headers }: ApiResponse): string {
  const cookie = headers.getSetCookie().find((text) => text.startsWith('svc_browser='));
  if (cookie === undefined) throw new Error('no browser cookie was set');
  return cookie.slice(0, cookie.indexOf(';'));
}

/** Queries a database of the shared instance. */
export function queryDatabase<Row extends QueryResultRow>(
  tier: 'live' | 'sandbox',
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return sqlOf(runFile()[`${tier}_database_url`])<Row>(text, values);
}
