// Loaded into every measured server before its own code (node --import): tells over the channel what the process has used so far,
// all its threads together, which works where there is no /proc and counts microseconds instead of ticks.
process.on('message', (message) => {
  if (message !== 'cpu') return;
  const { user, system } = process.cpuUsage();
  process.send?.({ type: 'cpu', seconds: (user + system) / 1e6, residentBytes: process.memoryUsage.rss() });
});
