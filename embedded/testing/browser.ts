import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { chromium as playwright, type Browser, type BrowserServer, type LaunchOptions } from 'playwright-core';
import { installTool } from './tool-packages.js';

const systemBrowsers = [
  process.env['CHROME_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Starts the Chromium of the system, or else the one in the npm package `@sparticuz/chromium`. `CHROME_PATH=packaged` selects the latter. */
export async function startBrowser(): Promise<Browser> {
  return playwright.launch(await launchOptions());
}

/** The same, for other processes: they connect to its `wsEndpoint()`. */
export async function startBrowserServer(): Promise<BrowserServer> {
  return playwright.launchServer({ ...(await launchOptions()), host: '127.0.0.1' });
}

async function launchOptions(): Promise<LaunchOptions> {
  const usePackage = process.env['CHROME_PATH'] === 'packaged';
  const executablePath = usePackage ? undefined : systemBrowsers.find((path) => path !== undefined && existsSync(path));
  if (executablePath !== undefined) return { executablePath, args: ['--no-sandbox'] };
  const packaged = join(installTool('chromium'), '@sparticuz/chromium');
  const { default: chromium } = (await import(pathToFileURL(join(packaged, 'build/esm/index.js')).href)) as {
    default: { executablePath(): Promise<string> };
  };
  return {
    executablePath: await chromium.executablePath(),
    // Not the arguments of the package: with one process, Chromium would end when a test closes its page.
    args: ['--no-sandbox', '--disable-gpu'],
    env: { ...(process.env as Record<string, string>), LD_LIBRARY_PATH: unpackLibraries(packaged) },
  };
}

/** Unpacks the shared libraries of the package, which a machine without a browser lacks. Returns their folder. */
function unpackLibraries(packaged: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'chromium-libraries-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const archive = join(packaged, 'bin/al2023.tar.br');
  execFileSync('tar', ['-x', '-C', folder], { input: brotliDecompressSync(readFileSync(archive)) });
  return join(folder, 'lib');
}
