import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const { dependencies, devDependencies, scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const commands = [...Object.values(scripts), readFileSync(join(root, 'tools/tests/run-fast-level.mjs'), 'utf8')];

/** What the customer fixed: packages, files and modules of Nest. */
const required = {
  packages: [
    ...['@nestjs/core', '@nestjs/common', '@nestjs/platform-express', '@nestjs/bull', '@nestjs/throttler'],
    ...['@nestjs/terminus', '@prisma/client', 'ioredis', 'bull', 'passport', 'passport-http-bearer', 'nodemailer'],
  ],
  /** Packages whose commands the scripts run. */
  commands: ['prisma', 'jest'],
  files: [
    ...['package.json', 'nest-cli.json', 'tsconfig.json', 'src', 'prisma', 'test', 'docker-compose.yml'],
    '.env.example',
  ],
  modules: ['ApiKeys', 'Auth', 'Simulations', 'Routing', 'Usage', 'Health'],
};

/** The code of the service, with the client that Prisma generates. */
const code = readdirSync(join(root, 'src'), { recursive: true })
  .filter((path) => /(?<!\.spec)\.ts$/.test(path))
  .map((path) => readFileSync(join(root, 'src', path), 'utf8'));

describe('package.json', () => {
  it.each(required.packages)('%s is a pinned dependency that the service imports', (name) => {
    expect(dependencies[name]).toMatch(/^\d+\.\d+\.\d+$/);
    const imports = new RegExp(`\\b(from|import) ['"]${name}(/[^'"]*)?['"]`);
    expect(code.some((text) => imports.test(text))).toBe(true);
  });

  it.each(required.commands)('%s is a pinned development dependency whose command a script runs', (name) => {
    expect(devDependencies[name]).toMatch(/^\d+\.\d+\.\d+$/);
    const runs = new RegExp(`(^|&& |exec |supervise\\(')${name}\\b`);
    expect(commands.filter((text) => runs.test(text))).not.toEqual([]);
  });

  it.each(required.files)('%s is at the top level of the project', (name) =>
    expect(existsSync(join(root, name))).toBe(true),
  );

  it.each(required.modules)('The Nest module %s exists', (name) => {
    const declares = new RegExp(`\\bclass ${name}Module\\b`);
    expect(code.some((text) => declares.test(text))).toBe(true);
  });
});
