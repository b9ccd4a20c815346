import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AuthService, newEmail } from '../support/auth-service.js';
import { isFull, itInFullLevel, rowsOf } from '../support/full-level.js';

const signUpPath = '/v1/auth/password/signup';
const breached = 'a breached sentence';
const padded = 'a padded sentence';
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();

/** A server with the range API of Have I Been Pwned. It knows one password, and pads its responses. */
class RangeServer {
  readonly paths: string[] = [];
  behavior: 'responds' | 'fails' | 'hangs' = 'responds';
  private readonly server: Server = createServer((request, response) => this.handle(request, response));

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/range`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private handle({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
    this.paths.push(url);
    if (this.behavior === 'hangs') return;
    if (this.behavior === 'fails' || headers['add-padding'] !== 'true') return void response.writeHead(503).end();
    const prefix = url.slice('/range/'.length);
    const known = [`${sha1(breached)}:37`, `${sha1(padded)}:0`].filter((line) => line.startsWith(prefix));
    const lines = [
      '0018A45C4D1DEF81644B54AB7F969B88D65:1',
      ...known.map((line) => line.slice(5)),
      'F'.repeat(35) + ':2',
    ];
    response.setHeader('content-type', 'text/plain').end(lines.join('\r\n'));
  }
}

describe('guessable passwords', () => {
  const ranges = new RangeServer();
  let service: AuthService;

  beforeAll(async () => {
    service = isFull
      ? await AuthService.start({ SVC_BREACHED_PASSWORDS_URL: await ranges.start() })
      : await AuthService.shared();
  });
  afterAll(async () => {
    await service.stop();
    if (isFull) ranges.stop();
  });

  const signUp = (password: string, organizationName = 'Weavers United', email = newEmail()) =>
    service.post(signUpPath, { email, password, name: 'Ada', organization_name: organizationName });
  const messageOf = async (attempt: ReturnType<typeof signUp>) => {
    const { status, body } = await attempt;
    const issues = body.meta?.['issues'] as { path: string; message: string }[] | undefined;
    return [status, issues?.[0]?.path, issues?.[0]?.message];
  };

  const guessable = rowsOf(
    [
      ['one of the 10,000 most common passwords of ten characters or more', 'tony123123', 'common'],
      ['the same in capital letters', 'TonyStewart', 'common'],
      ['the name of the service', 'Simulation-Service-1', 'the service'],
      ['the name of the organization', 'weavers-united-99', 'the organization'],
    ],
    [['a breached password', breached, 'breached']],
  );
  it.each(guessable)('An account cannot get a password that an attacker tries first: %s', async (_, password, text) => {
    const [status, path, message] = await messageOf(signUp(password));
    expect([status, path]).toEqual([400, 'password']);
    expect(message).toContain(text);
  });

  it('An account cannot get its email address as password', async () => {
    const email = `grace.hopper.${sha1(newEmail()).slice(0, 12).toLowerCase()}@example.com`;
    expect(await messageOf(signUp(email, 'Weavers', email))).toEqual([
      400,
      'password',
      expect.stringContaining('email'),
    ]);
  });

  itInFullLevel(
    'A server of breached passwords receives only 5 characters of a hash, and cannot reject passwords by padding',
    async () => {
      ranges.paths.length = 0;
      expect((await signUp(padded)).status).toBe(201);
      expect(ranges.paths).toEqual([`/range/${sha1(padded).slice(0, 5)}`]);
    },
  );

  itInFullLevel('A server of breached passwords that fails or hangs cannot prevent a sign-up', async () => {
    for (const behavior of ['fails', 'hangs'] as const) {
      ranges.behavior = behavior;
      expect((await signUp('seven quiet otters')).status).toBe(201);
    }
    ranges.behavior = 'responds';
  });
});
