// Tests the Python client: npm run test:python [-- arguments of pytest]
// It uses the first of SVC_PYTHON, /usr/bin/python3 and python3 that has all packages, and tests against SVC_URL with SVC_API_KEY, or against
// a service that it starts. It installs only `httpx-sse`, which Debian 12 lacks, into a folder of the build. With --check, it only prints the
// Python, or what is missing.
import { spawn, spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writePythonSync } from './generate-python-sync.mjs';
import { pythonTypes } from './generate-python-types.mjs';
import { writeIfChanged } from './write-if-changed.mjs';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'clients/python');
const modules = ['httpx', 'httpx_sse', 'pandas', 'pytest', 'mypy'];
/** Exact, and without dependencies: 0.4.3 is the version that the tests prove. */
const installed = { folder: join(root, 'dist/test/python-packages'), package: 'httpx-sse==0.4.3' };
process.env.PYTHONPATH = [process.env.PYTHONPATH, installed.folder].filter(Boolean).join(delimiter);
const script = `
import sys
from importlib.util import find_spec
missing = [name for name in ${JSON.stringify(modules)} if find_spec(name) is None]
print(" ".join(["Python 3.10 or later"] * (sys.version_info < (3, 10)) + missing))
`;

/** The modules that a Python lacks; undefined if it does not run. */
function missingIn(command) {
  const { status, stdout } = spawnSync(command, ['-c', script], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Any pip can install it, because it has no compiled parts. */
function install() {
  const args = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--retries',
    '0',
    '--no-deps',
    '--target',
    installed.folder,
    installed.package,
  ];
  ['python3', '/usr/bin/python3'].some((command) => spawnSync(command, args).status === 0);
}

/** Returns the command of a Python that can run the tests, or what is missing. */
function findPython() {
  const { SVC_PYTHON } = process.env;
  const problems = [];
  for (const command of SVC_PYTHON ? [SVC_PYTHON] : ['/usr/bin/python3', 'python3']) {
    if (missingIn(command) === 'httpx_sse') install();
    const missing = missingIn(command);
    if (missing === '') return { command };
    problems.push(
      missing === undefined ? `${command} does not run` : `${command} has no ${missing.replaceAll(' ', ', ')}`,
    );
  }
  return { problem: problems.join('; ') };
}

/** Resolves to the exit code of pytest. */
async function test(command, args, url, apiKey) {
  // The types of the service under test, also if the client was never built.
  const file = join(folder, 'src/simulation_service/types.py');
  const types = pythonTypes(await (await fetch(`${url}/openapi.json`)).json());
  writeIfChanged(file, types);
  writePythonSync(join(folder, 'src/simulation_service'));
  const env = { ...process.env, SVC_URL: url, SVC_API_KEY: apiKey, PYTHONDONTWRITEBYTECODE: '1' };
  const child = spawn(command, ['-m', 'pytest', '-q', ...args], { cwd: folder, env, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** The same with a service of its own, which is stopped in the end. */
async function testOwnService(command, args) {
  const built = (name) => import(pathToFileURL(join(root, `dist/embedded/${name}.js`)).href);
  const [{ bootstrapKey, withTemporaryService }, { interruption }] = await Promise.all([
    built('temporary-service'),
    built('interruption'),
  ]);
  // The tests send requests faster than the plan permits.
  const settings = { SVC_PLAN_LIMITS: JSON.stringify({ growth: { requests_per_minute: 1_000_000 } }) };
  const signal = interruption();
  return withTemporaryService({ name: 'python', settings, signal }, async (service) => {
    const key = await bootstrapKey(service, 'Python client', signal);
    return test(command, args, service.running.url, key);
  });
}

const args = process.argv.slice(2);
const { command, problem } = findPython();
if (problem) {
  console.error(`The tests of the Python client need Python 3.10 with ${modules.join(', ')}: ${problem}.`);
  console.error('On Debian: apt-get install python3-httpx python3-pandas python3-pytest mypy. Or set SVC_PYTHON.');
  process.exit(1);
}
if (args.includes('--check')) console.log(command);
else {
  const { SVC_URL: url, SVC_API_KEY: apiKey } = process.env;
  process.exit(await (url && apiKey ? test(command, args, url, apiKey) : testOwnService(command, args)));
}
