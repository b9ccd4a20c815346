import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { chromium as playwright, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { runFile } from './shared-service.js';

const systemBrowsers = [
  process.env['CHROME_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Starts the Chromium of the system, or else the one in the npm package `@sparticuz/chromium`. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = systemBrowsers.find((path) => path !== undefined && existsSync(path));
  if (executablePath !== undefined) return playwright.launch({ executablePath, args: ['--no-sandbox'] });
  const { default: chromium } = await import('@sparticuz/chromium');
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: chromium.args,
    env: { ...(process.env as Record<string, string>), LD_LIBRARY_PATH: unpackLibraries() },
  });
}

/** Unpacks the shared libraries of the package, which a machine without a browser lacks. Returns their folder. */
function unpackLibraries(): string {
  const folder = mkdtempSync(join(tmpdir(), 'chromium-libraries-'));
  const archive = join(dirname(require.resolve('@sparticuz/chromium')), '../../bin/al2023.tar.br');
  execFileSync('tar', ['-x', '-C', folder], { input: brotliDecompressSync(readFileSync(archive)) });
  return join(folder, 'lib');
}

export interface NewUser {
  email: string;
  password: string;
  name: string;
  organization: string;
}

/** A page of a new browser profile, and what went wrong on it: errors of scripts, and violations of the Content-Security-Policy. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ baseURL: runFile().url, locale: 'en-US', ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    // The browser reports each response with an error status, which the pages handle.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text());
  });
  return { context, page, problems };
}

/** Signs up in the browser's profile by a request, and opens the first page. */
export async function signUp(page: Page): Promise<NewUser> {
  const user: NewUser = {
    email: `${randomUUID()}@example.com`,
    password: `correct horse ${randomUUID()}`,
    name: 'Ada Lovelace',
    organization: `Browser ${randomUUID().slice(0, 8)}`,
  };
  await page.goto('/');
  const status = await page.evaluate(
    async (body) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      return (await fetch('/v1/auth/password/signup', init)).status;
    },
    { email: user.email, password: user.password, name: user.name, organization_name: user.organization },
  );
  if (status !== 201) throw new Error(`the sign-up failed with status ${status}`);
  await page.goto('/');
  return user;
}
