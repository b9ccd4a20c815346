import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { BrowserServer } from 'playwright-core';

export default async function stopService(): Promise<void> {
  const { launcher, browsers } = globalThis as unknown as { launcher: ChildProcess; browsers: BrowserServer[] };
  for (const browser of browsers) await browser.close();
  const ended = once(launcher, 'exit');
  launcher.kill('SIGTERM');
  await ended;
  rmSync(process.env['SVC_TEST_DATA_DIR'] ?? '', { recursive: true, force: true });
}
