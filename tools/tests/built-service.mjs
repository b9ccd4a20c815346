// Before tests that start programs of the build: builds what is stale, so that they also run in a fresh clone.
import { ensureBuilt } from '../ensure-built.mjs';

export default async function buildService() {
  const code = await ensureBuilt(['service', 'dashboard', 'client']);
  if (code !== 0) throw new Error(`the build failed with exit code ${code}`);
}
