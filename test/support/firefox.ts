import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'undici';

/** `FIREFOX_PATH`, or the Firefox of the system. */
export const firefoxPath = [process.env['FIREFOX_PATH'], '/usr/bin/firefox-esr', '/usr/bin/firefox'].find(
  (path) => path !== undefined && existsSync(path),
);

export interface Firefox {
  open: (url: string) => Promise<void>;
  /** Runs a script in the page. */
  evaluate: <Value>(script: string) => Promise<Value>;
  close: () => Promise<void>;
}

interface Reply {
  id?: number;
  result?: unknown;
  message?: string;
}

/**
 * Starts a page of Firefox. The browser library of the other tests needs commands that the releases with long support lack, so that this speaks
 * WebDriver BiDi, the protocol of all of them, itself.
 */
export async function startFirefox(): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
  const options = ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile];
  const browser = spawn(firefoxPath!, options, {
    env: { ...process.env, HOME: profile },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => browser.once('exit', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    const lines: string[] = [];
    createInterface(browser.stderr).on('line', (line) => {
      lines.push(line);
      const [, found] = /BiDi listening on (ws:\S+)/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error(`Firefox ended: ${lines.join('\n')}`)));
  });
  const send = await connect(`${address}/session`);
  await send('session.new', { capabilities: {} });
  const tree = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const { context } = tree.contexts[0]!;
  return {
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    evaluate: async <Value>(script: string) => {
      const expression = `(async () => JSON.stringify(await (${script})))()`;
      const request = { expression, target: { context }, awaitPromise: true };
      const reply = await send<{ result?: { value: string }; exceptionDetails?: { text: string } }>(
        'script.evaluate',
        request,
      );
      if (!reply.result) throw new Error(reply.exceptionDetails?.text);
      return JSON.parse(reply.result.value) as Value;
    },
    close: async () => {
      browser.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Connects, and returns a function that sends a command and returns its result. */
async function connect(address: string) {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (reply: Reply) => void>();
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  let id = 0;
  return async <Result>(method: string, params: object): Promise<Result> => {
    const own = ++id;
    const replied = new Promise<Reply>((resolve) => waiting.set(own, resolve));
    socket.send(JSON.stringify({ id: own, method, params }));
    const { result, message } = await replied;
    if (message !== undefined) throw new Error(`${method}: ${message}`);
    return result as Result;
  };
}
