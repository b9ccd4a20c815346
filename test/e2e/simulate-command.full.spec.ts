import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuthService, newEmail } from '../support/auth-service.js';
import { tokenIn } from '../support/mail-server.js';
import { newAddress } from '../support/new-address.js';
import { projectFolder } from '../support/operator.js';
import { whileQueuePaused } from '../support/pause-queue.js';
import { bootstrap, newCaller, runFile } from '../support/shared-service.js';
import { publishWorkflow, testDefinition } from '../support/definitions.js';
import { waitUntil } from '../support/wait-until.js';

const command = join(projectFolder, 'dist/clients/typescript/src/cli/main.js');
const workflow = 'swissmetro-mode-choice';
const small = ['--agents', '100', '--seed', '1'];

describe('the command simulate', () => {
  const { url } = runFile();
  const home = mkdtempSync(join(tmpdir(), 'simulate-'));
  let key: string;

  /** Starts the command. `feed` is called with the output so far and returns what is typed. */
  const start = (args: string[], env: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [command, ...args], {
      env: { PATH: process.env['PATH'], SVC_URL: url, SVC_API_KEY: key, XDG_CONFIG_HOME: home, ...env },
    });
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (bytes: Buffer) => (output.stdout += bytes.toString()));
    child.stderr.on('data', (bytes: Buffer) => (output.stderr += bytes.toString()));
    const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
      child.once('close', (code) => resolve({ code, ...output }));
    });
    return { child, output, ended };
  };
  const simulate = (args: string[], env?: Record<string, string>) => {
    const { child, ended } = start(args, env);
    child.stdin.end();
    return ended;
  };
  /** Runs a script of bash in which `simulate` is the command. */
  const bash = (script: string) =>
    new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
      const child = spawn(
        'bash',
        ['--norc', '-c', `simulate() { "${process.execPath}" "${command}" "$@"; }\n${script}`],
        {
          env: { PATH: process.env['PATH'], SVC_URL: url, SVC_API_KEY: key, XDG_CONFIG_HOME: home },
        },
      );
      const output = { stdout: '', stderr: '' };
      child.stdout.on('data', (bytes: Buffer) => (output.stdout += bytes.toString()));
      child.stderr.on('data', (bytes: Buffer) => (output.stderr += bytes.toString()));
      child.once('close', (code) => resolve({ code, ...output }));
    });
  const json = async <Data>(...args: string[]): Promise<Data> => {
    const { code, stdout, stderr } = await simulate([...args, '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout) as Data;
  };

  beforeAll(async () => {
    ({ key } = await bootstrap());
  });

  it('A user asks, runs, compares, shows and downloads', async () => {
    const scenario = 'swissmetro_cost_factor=0.8';
    const [asked, first, second] = await Promise.all([
      simulate(['ask', 'How many travelers take the Swissmetro if it costs 20% less?', ...small]),
      json<{ id: string; agent_count: number; seed: number }>('run', workflow, ...small),
      json<{ id: string; scenario_context: object }>('run', workflow, scenario, ...small),
    ]);
    expect(asked).toMatchObject({ code: 0, stdout: expect.stringMatching(/95% interval/) as unknown });
    expect(first).toMatchObject({ agent_count: 100, seed: 1 });
    expect(second.scenario_context).toMatchObject({ swissmetro_cost_factor: 0.8 });

    const [shown, compared, agents, report, listed, none, wrong] = await Promise.all([
      simulate(['show', second.id]),
      simulate(['compare', first.id, second.id]),
      simulate(['results', second.id, '--format', 'csv']),
      simulate(['report', second.id, '--out', join(home, 'report.html')]),
      simulate(['list', '--limit', '2', '--status', 'completed', '--created-by', 'me']),
      simulate(['list', '--kind', 'simulation', '--status', 'failed', '--json']),
      simulate(['list', '--status', 'broken']),
    ]);
    expect(shown.stdout).toMatch(/Swissmetro +\+\d\.\d +\+\d\.\d to \+\d+\.\d .*├─*●─*┤/);
    expect(compared.stdout).toMatch(/Swissmetro +\d+\.\d% +\d+\.\d% to \d+\.\d% +\+\d\.\d/);
    // Held-out respondents tested the fares, so that all parts of the error are known.
    expect(compared.stdout).toMatch(/\+\d+\.\d to \+\d+\.\d\n/);
    expect(compared.stdout).not.toContain('Without the parts of the error that are not known');
    expect(agents.stdout.trim().split('\n')).toHaveLength(101);
    expect(report.code).toBe(0);
    expect(readFileSync(join(home, 'report.html'), 'utf8')).toMatch(/^<!doctype html>/i);
    expect(listed.stdout.trim().split('\n')).toHaveLength(4);
    expect([JSON.parse(none.stdout), wrong.code]).toEqual([[], 2]);
  });

  it('A sweep has a chart, a goal its value, and a dry run its cost', async () => {
    const [sweep, goal, dryRun, dryQuestion] = await Promise.all([
      simulate(['sweep', workflow, 'train_cost_factor=0.8..1.2:3', ...small]),
      simulate(['goal', workflow, 'swissmetro_cost_factor', '--share', 'swissmetro', '--target', '0.62', ...small]),
      simulate(['run', workflow, '--dry-run', ...small]),
      simulate(['ask', 'How many take the Swissmetro if it costs 20% less?', '--dry-run']),
    ]);
    expect(sweep.stdout.match(/├─*●─*┤/g)).toHaveLength(3);
    expect(goal.stdout).toMatch(/62/);
    expect(dryRun.stdout).toMatch(/^100 agents, 1 of [\d]+ simulations left/);
    expect(dryQuestion.stdout).toMatch(/swissmetro_cost_factor +0\.8/);
  });

  it('The exit code shows the kind of an error, and the message has the fix', async () => {
    const cases: [number, RegExp, string[], Record<string, string>?][] = [
      [2, /price.*has no value/, ['run', workflow, 'price']],
      [2, /unknown option/, ['run', workflow, '--agent', '3']],
      [2, /invalid_scenario_context[^]*ticket_price[^]*Help: http/, ['run', workflow, 'ticket_price=3']],
      [2, /routing_low_confidence[^]*simulate run [a-z-]+/, ['ask', 'What will the weather be in the mountains?']],
      [3, /simulate login/, ['list'], { SVC_API_KEY: '' }],
      [3, /invalid_or_revoked_api_key/, ['list'], { SVC_API_KEY: `sk_test_${'0'.repeat(64)}` }],
      [4, /run_not_found/, ['show', `sim_${'0'.repeat(32)}`]],
      [1, /did not respond/, ['list', '--url', 'http://127.0.0.1:9']],
      [0, /^$/, ['--help']],
    ];
    const outputs = await Promise.all(cases.map(([, , args, env]) => simulate(args, env)));
    outputs.forEach(({ code, stderr }, k) => {
      const [expected, message, args] = cases[k]!;
      expect([args, code, stderr]).toEqual([args, expected, expect.stringMatching(message)]);
    });
  });

  it('Ctrl-C ends the command, not the run', async () => {
    await whileQueuePaused(async () => {
      const { child, output, ended } = start(['run', workflow, ...small]);
      await waitUntil('the run is created', async () => {
        const { stdout } = await simulate(['list', '--json', '--limit', '1']);
        return (JSON.parse(stdout) as { status: string }[])[0]?.status === 'queued';
      });
      child.kill('SIGINT');
      expect((await ended).code).toBe(130);
      expect(output.stderr).toMatch(/The run goes on: simulate show (sim_\w+)/);
    });
    const [latest] = await json<{ status: string }[]>('list', '--limit', '1');
    expect(latest!.status).not.toBe('canceled');
  });

  it('A user signs in by link, works with the stored key, which only they can read, and signs out', async () => {
    const { url: signInUrl, mail } = await AuthService.shared();
    const email = newEmail();
    const stored = join(home, 'simulation-service/login.json');
    const noKey = { SVC_API_KEY: '', SVC_URL: signInUrl };
    const { child, output, ended } = start(['login', email], noKey);
    await waitUntil('the link is asked for', () => Promise.resolve(output.stderr.includes('Paste it here')));
    await waitUntil('the mail arrives', () => Promise.resolve(mail.mailsTo(email).length > 0));
    const link = `${signInUrl}/auth/callback#token=${tokenIn(mail.mailsTo(email)[0]!)}`;
    child.stdin.end(`${link}\n`);
    expect(await ended).toMatchObject({ code: 0 });
    expect(statSync(stored).mode & 0o777).toBe(0o600);
    const { key: own } = JSON.parse(readFileSync(stored, 'utf8')) as { key: string };

    const created = await simulate(['run', workflow, '--agents', '50'], noKey);
    expect(created.code).toBe(0);
    const elsewhere = await simulate(['list', '--url', 'http://127.0.0.1:9'], noKey);
    expect(elsewhere).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/No API key for http:\/\/127\.0\.0\.1:9/) as unknown,
    });
    const keys = await simulate(['keys', 'list', '--json'], noKey);
    expect((JSON.parse(keys.stdout) as { name: string }[]).map(({ name }) => name)).toEqual([
      expect.stringMatching(/^simulate on /),
    ]);

    expect((await simulate(['logout'], noKey)).code).toBe(0);
    expect(existsSync(stored)).toBe(false);
    expect((await simulate(['list'], { ...noKey, SVC_API_KEY: own })).code).toBe(3);
  });

  it('A link for another address is rejected, and an account that a third party created is discarded unless the user keeps it', async () => {
    const service = await AuthService.shared();
    const [email, other] = [newEmail(), newEmail()];
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': newAddress() };
    const signedUp = await fetch(`${service.url}/v1/auth/password/signup`, {
      ...{ method: 'POST', headers },
      body: JSON.stringify({
        email,
        password: 'correct horse battery staple',
        name: 'Ada',
        organization_name: 'Engines',
      }),
    });
    expect(signedUp.status).toBe(201);
    const cookie = signedUp.headers
      .getSetCookie()
      .map((one) => one.split(';')[0]!)
      .join('; ');
    const env = { SVC_API_KEY: '', SVC_URL: service.url, XDG_CONFIG_HOME: join(home, 'unverified') };
    const login = async (address: string, answers: string[]) => {
      const { child, output, ended } = start(['login', address], env);
      await waitUntil('the link is asked for', () => Promise.resolve(output.stderr.includes('Paste it here')));
      child.stdin.write(`${await service.newToken(email)}\n`);
      for (const answer of answers) {
        await waitUntil('the account is asked for', () => Promise.resolve(output.stderr.includes('never verified')));
        child.stdin.write(`${answer}\n`);
      }
      return ended;
    };
    expect(await login(other, [])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/The link is for/) as unknown,
    });
    expect(await login(email, [''])).toMatchObject({ code: 0 });
    expect((await fetch(`${service.url}/v1/auth/me`, { headers: { cookie } })).status).toBe(401);
    expect((await simulate(['logout'], env)).code).toBe(0);
  });

  it('Keys are created with few scopes, and revoked', async () => {
    const created = await json<{ key: string; key_id: string; scopes: string[] }>(
      'keys',
      'create',
      'reader',
      '--scope',
      'simulations:read',
    );
    expect(created.scopes).toEqual(['simulations:read']);
    expect((await simulate(['list'], { SVC_API_KEY: created.key })).code).toBe(0);
    expect((await simulate(['run', workflow], { SVC_API_KEY: created.key })).code).toBe(3);
    expect((await simulate(['keys', 'revoke', created.key_id])).code).toBe(0);
    expect((await simulate(['list'], { SVC_API_KEY: created.key })).code).toBe(3);
  });

  it('Names with escape sequences cannot change the terminal', async () => {
    const api = await newCaller();
    const name = 'Weavers\u001b[2J\u001b]0;owned\u0007\u202e';
    const { status } = await publishWorkflow(api, testDefinition('escaping-weavers', { name }));
    expect(status).toBe(201);
    const outputs = await Promise.all(
      [['workflows'], ['workflows', 'escaping-weavers'], ['run', 'escaping-weavers', '--agents', '50']].map((args) =>
        simulate(args, { SVC_API_KEY: api.key! }),
      ),
    );
    for (const { code, stdout } of outputs) {
      expect([code, stdout]).toEqual([0, expect.stringContaining('Weavers')]);
      expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    }
  });

  it('The completion of each shell names the commands', async () => {
    for (const shell of ['bash', 'zsh', 'fish'])
      expect((await simulate(['completion', shell])).stdout).toMatch(/\bsweep\b[^]*\bagents\b/);
    expect((await simulate(['completion', 'tcsh'])).code).toBe(2);
  });

  it('The completion of bash knows the workflows and their parameters', async () => {
    const completed = (...words: string[]) =>
      bash(`source <(simulate completion bash); COMP_WORDS=(simulate ${words.join(' ')}); COMP_CWORD=${words.length}
        _simulate; echo "\${COMPREPLY[*]}"`);
    expect(await completed('ru')).toMatchObject({ stdout: 'run\n' });
    expect(await completed('run', 'swissmetro-m')).toMatchObject({ stdout: `${workflow}\n` });
    expect(await completed('run', workflow, 'train_c')).toMatchObject({ stdout: 'train_cost_factor=\n' });
    expect(await completed('show', '--j')).toMatchObject({ stdout: '--json\n' });
  });

  it('A reader that ends early is no error', async () => {
    for (const command of ['workflows | head -1', 'completion bash | head -1', 'list --json | true'])
      expect(await bash(`set -o pipefail; simulate ${command} >/dev/null`)).toEqual({
        code: 0,
        stdout: '',
        stderr: '',
      });
  });

  it('Without an input, a sign-in fails', async () => {
    const { url: signInUrl } = await AuthService.shared();
    const { code, stderr } = await simulate(['login', newEmail()], { SVC_API_KEY: '', SVC_URL: signInUrl });
    expect([code, stderr]).toEqual([1, expect.stringContaining('Run “simulate login” in a terminal')]);
  });
});
