import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';

export default async function stopService(): Promise<void> {
  const { launcher, stops } = globalThis as unknown as { launcher: ChildProcess; stops: (() => Promise<void>)[] };
  for (const stop of stops) await stop();
  const ended = once(launcher, 'exit');
  launcher.kill('SIGTERM');
  await ended;
  rmSync(process.env['SVC_TEST_DATA_DIR'] ?? '', { recursive: true, force: true });
}
