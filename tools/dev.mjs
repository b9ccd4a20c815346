// `npm run dev`: starts the service like `npm start`, and the dashboard with hot reload. Ctrl-C ends both.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const service = spawn(process.execPath, ['dist/app/start.js'], {
  cwd: root,
  stdio: 'inherit',
  // The cookie also works in Safari, and the sign-in page shows the link of the email.
  env: { SVC_DEBUG: '1', ...process.env },
});
const vite = await createServer({ configFile: fileURLToPath(new URL('../dashboard/vite.config.ts', import.meta.url)) });
await vite.listen();
process.stdout.write(`\n  Dashboard with hot reload: ${vite.resolvedUrls?.local[0] ?? ''}\n\n`);

service.once('exit', (code) => process.exit(code ?? 1));
// The terminal sends Ctrl-C to both processes. The service stops its databases first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => service.kill(signal));
