// Loaded into every measured server before its own code (node --import). Reports CPU time and memory of the process over IPC.
// Unlike /proc, process.cpuUsage() works on every platform and counts microseconds.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 10 });
process.on('message', (message) => {
  if (message !== 'cpu') return;
  const { user, system } = process.cpuUsage();
  const used = { seconds: (user + system) / 1e6, residentBytes: process.memoryUsage.rss() };
  process.send?.({ type: 'cpu', ...used, loopDelayMs: delay.percentile(99) / 1e6 });
  delay.reset();
  // It would use processor time in benchmarks that count only that of requests.
  if (process.env.MEASURE_LOOP_DELAY === '1') delay.enable();
});
