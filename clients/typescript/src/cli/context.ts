import { homedir } from 'node:os';
import { join } from 'node:path';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SimulationService } from '../client.js';

/** What `login` stores. */
interface StoredLogin {
  url: string;
  key: string;
  key_id: string;
}

/** Options of all commands. */
export interface CommonOptions {
  json?: boolean;
  quiet?: boolean;
  url?: string;
}

const folder = () => join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'simulation-service');
const loginFile = () => join(folder(), 'login.json');

export function storedLogin(): StoredLogin | undefined {
  try {
    return JSON.parse(readFileSync(loginFile(), 'utf8')) as StoredLogin;
  } catch {
    return undefined;
  }
}

/** Only this user can read the key. */
export function storeLogin(login: StoredLogin): void {
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  rmSync(loginFile(), { force: true });
  writeFileSync(loginFile(), `${JSON.stringify(login)}\n`, { mode: 0o600 });
}

export const forgetLogin = () => rmSync(loginFile(), { force: true });

export const urlOf = ({ url }: CommonOptions): string =>
  url ?? process.env['SVC_URL'] ?? storedLogin()?.url ?? 'http://127.0.0.1:3000';

/** The client with `SVC_API_KEY`, or with the key of `login`, which is only sent to the service that issued it. */
export function clientOf(options: CommonOptions): SimulationService {
  const baseUrl = urlOf(options);
  const login = storedLogin();
  const apiKey = process.env['SVC_API_KEY'] || (login?.url === baseUrl ? login.key : undefined);
  if (!apiKey) throw new NotSignedInError(`No API key for ${baseUrl}. Run “simulate login EMAIL”, or set SVC_API_KEY.`);
  return new SimulationService({ apiKey, baseUrl });
}

export class NotSignedInError extends Error {}

/** Stops waiting on Ctrl-C. The run goes on. */
export const interruption = new AbortController();

/** JSON escapes only some of the characters that a terminal obeys. */
const jsonText = (data: unknown) =>
  JSON.stringify(data, null, 2).replaceAll(/[\u007f-\u009f\p{Cf}]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, k) => `\\u${character.charCodeAt(k).toString(16).padStart(4, '0')}`,
    ).join(''),
  );

export function print(options: CommonOptions, data: unknown, text: () => string): void {
  process.stdout.write(`${options.json ? jsonText(data) : text()}\n`);
}

export const terminalWidth = () => process.stdout.columns || 100;

/** A progress bar in a terminal; nothing elsewhere. */
export function progressOf({
  quiet,
  json,
}: CommonOptions): ((progress: { agents_done?: number; agents_total?: number }) => void) | undefined {
  if (quiet || json || !process.stderr.isTTY) return undefined;
  return ({ agents_done: done = 0, agents_total: total = 0 }) => {
    if (total === 0) return;
    const share = done / total;
    const bar = '█'.repeat(Math.round(20 * share)).padEnd(20, '░');
    process.stderr.write(
      share < 1 ? `\r${bar} ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} agents` : '\r\u001b[K',
    );
  };
}
