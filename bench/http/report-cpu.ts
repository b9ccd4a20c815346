// Loaded into every measured server before its own code (node --import). Reports CPU time and memory of the process over IPC.
// Unlike /proc, process.cpuUsage() works on every platform and counts microseconds.
process.on('message', (message) => {
  if (message !== 'cpu') return;
  const { user, system } = process.cpuUsage();
  process.send?.({ type: 'cpu', seconds: (user + system) / 1e6, residentBytes: process.memoryUsage.rss() });
});
