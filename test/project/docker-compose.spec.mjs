import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { parseEnv } from '../../src/config/env.js';
import { projectFolder } from '../../embedded/project.js';

const parseYaml = (path) => parse(readFileSync(path, 'utf8'), { merge: true });

/** The settings that the service rejects if they are missing in production. */
function requiredInProduction() {
  try {
    parseEnv({ NODE_ENV: 'production' });
    return [];
  } catch (error) {
    return error.lines.flatMap((line) => /^(\w+): is required in production/.exec(line)?.slice(1) ?? []);
  }
}

describe('docs/operator/install.md', () => {
  it('The file of settings for docker run has each setting that production requires, with a valid value', () => {
    const page = readFileSync(join(projectFolder, 'docs/operator/install.md'), 'utf8');
    const [, file] = /`service\.env`[^]*?```text\n([^]*?)```/.exec(page);
    const settings = Object.fromEntries([...file.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
    const stores = ['LIVE_DATABASE_URL', 'REDIS_URL', 'SANDBOX_DATABASE_URL'];
    expect(Object.keys(settings).toSorted()).toEqual([...requiredInProduction(), ...stores].toSorted());
    const SVC_MASTER_KEY = randomBytes(32).toString('hex');
    expect(parseEnv({ NODE_ENV: 'production', ...settings, SVC_MASTER_KEY })).toMatchObject({ nodeEnv: 'production' });
  });
});

describe('docker-compose.yml', () => {
  const path = join(projectFolder, 'docker-compose.yml');
  const { services } = parseYaml(path);
  const entryPoints = ['api', 'worker', 'migrate'];

  it('No default hides a setting that production requires', () => {
    const required = requiredInProduction();
    expect(required).toEqual(expect.arrayContaining(['SMTP_URL', 'SVC_MAIL_FROM', 'SVC_FRONTEND_URL']));
    for (const name of entryPoints) {
      const { environment } = services[name];
      expect(environment.NODE_ENV).toBe('production');
      const values = required.map((setting) => [setting, environment[setting]]);
      expect(values).toEqual(
        required.map((setting) => [setting, expect.stringMatching(new RegExp(`^\\$\\{${setting}:\\?[^}]+\\}$`))]),
      );
    }
  });

  it('The mail server for development starts only with the profile dev', () => {
    expect(services.mailpit.profiles).toEqual(['dev']);
    for (const [name, { depends_on: dependencies = {} }] of Object.entries(services))
      expect([name, Object.keys(dependencies)]).toEqual([name, expect.not.arrayContaining(['mailpit'])]);
  });

  it('No container of a store reaches the internet, another store or a published port', () => {
    const { networks } = parseYaml(path);
    const stores = { 'sandbox-database': 'sandbox-store', 'live-database': 'live-store', redis: 'cache' };
    for (const [name, network] of Object.entries(stores)) {
      expect([name, services[name].networks]).toEqual([name, [network]]);
      expect(networks[network]).toEqual({ internal: true });
      expect(services[name].ports).toBeUndefined();
    }
  });

  it('Redis requires a password', () => {
    expect(services.redis.command.join(' ')).toContain('requirepass');
    for (const name of ['api', 'worker'])
      expect(services[name].environment.REDIS_URL).toMatch(/^redis:\/\/:\$\{REDIS_PASSWORD:\?/);
  });

  it('Only migrate knows the owners of the tables, and each tier has passwords of its own', () => {
    const example = readFileSync(join(projectFolder, '.env.example'), 'utf8');
    const ownerSettings = [...example.matchAll(/^\w*OWNER\w*(?==)/gm)].map(([name]) => name);
    expect(ownerSettings).toHaveLength(4);
    for (const name of ['api', 'worker']) {
      expect(JSON.stringify(services[name].environment)).not.toMatch(/\$\{\w*OWNER/);
      // An empty value hides the value of .env.
      expect(services[name].environment).toMatchObject(
        Object.fromEntries(ownerSettings.map((setting) => [setting, ''])),
      );
    }
    const { environment } = services.migrate;
    const names = [
      'SANDBOX_DATABASE_URL',
      'LIVE_DATABASE_URL',
      'SANDBOX_DATABASE_OWNER_URL',
      'LIVE_DATABASE_OWNER_URL',
    ];
    const passwords = names.map((name) => /\$\{(\w+):\?/.exec(environment[name])?.[1]);
    expect(new Set(passwords).size).toBe(4);
    for (const tier of ['sandbox', 'live']) {
      const owner = `\${${tier.toUpperCase()}_DATABASE_OWNER_PASSWORD:?set it in .env}`;
      expect(services[`${tier}-database`].environment.POSTGRES_PASSWORD).toBe(owner);
    }
  });

  it('Each container has limits on its memory and its processes', () => {
    for (const [name, { mem_limit: memory, pids_limit: processes }] of Object.entries(services))
      expect([name, memory, processes]).toEqual([name, expect.stringMatching(/^\d+[mg]$/), expect.any(Number)]);
  });

  it('.env.example lists each variable that docker-compose.yml requires', () => {
    const variables = [...readFileSync(path, 'utf8').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    const listed = readFileSync(join(projectFolder, '.env.example'), 'utf8');
    for (const name of new Set(variables)) expect(listed).toMatch(new RegExp(`^${name}=`, 'm'));
  });
});
