import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { AuthService, newAddress, newEmail, queryDatabase } from '../support/auth-service.js';

/** As much of a browser as the page's script touches. */
interface Element {
  textContent: string;
  disabled: boolean;
  hidden: boolean;
  click?: () => Promise<void>;
}

describe('the page that a sign-in link opens', () => {
  let service: AuthService;

  beforeAll(async () => {
    service = await AuthService.start();
  });
  afterAll(() => service.stop());

  const load = async (token: string) => {
    const response = await fetch(`${service.url}/auth/callback?token=${token}`);
    return { response, html: await response.text() };
  };
  const inline = (html: string, tag: string) => new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(html)?.[1] ?? '';

  /** Opens the page as a browser would, and runs its script. */
  async function open(token: string) {
    const { html } = await load(token);
    const elements: Record<string, Element> = {
      'sign-in': { textContent: 'Sign in', disabled: true, hidden: false },
      output: { textContent: '', disabled: false, hidden: false },
    };
    const button = elements['sign-in'] ?? fail();
    Object.assign(button, { addEventListener: (_: string, click: () => Promise<void>) => (button.click = click) });
    let address = `/auth/callback?token=${token}`;
    const cookies: string[] = [];
    runInNewContext(inline(html, 'script'), {
      document: { getElementById: (id: string) => elements[id] },
      location: { search: `?token=${token}`, pathname: '/auth/callback' },
      history: { replaceState: (_state: unknown, _title: string, path: string) => (address = path) },
      URLSearchParams,
      fetch: async (path: string, init: RequestInit & { headers: Record<string, string> }) => {
        const headers = { ...init.headers, 'sec-fetch-site': 'same-origin', 'x-forwarded-for': newAddress() };
        const response = await fetch(service.url + path, { ...init, headers });
        cookies.push(...response.headers.getSetCookie());
        return response;
      },
    });
    return { button, output: () => elements['output']?.textContent, address: () => address, cookies };
  }

  it('is HTML in no envelope, kept by nobody, telling nobody where it was opened from', async () => {
    const { response, html } = await load('x');
    expect(response.status).toBe(200);
    expect(html).toMatch(/^<!doctype html>/);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  it('runs and loads nothing but what stands in it', async () => {
    const { response, html } = await load('"><script>alert(1)</script>');
    const policy = response.headers.get('content-security-policy') ?? '';
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(policy).toContain(`default-src 'none'`);
    expect(policy).toContain(`script-src ${hash(inline(html, 'script'))};`);
    expect(policy).toContain(`style-src ${hash(inline(html, 'style'))};`);
    expect(policy).not.toContain('unsafe');
    expect(html).not.toContain('alert(1)');
    expect(html).not.toMatch(/\b(src|href|style|on\w+)=/);
  });

  it('spends no token when a mail scanner opens it, however often', async () => {
    const email = newEmail();
    const token = await service.newToken(email);
    for (const method of ['GET', 'HEAD', 'GET']) await fetch(`${service.url}/auth/callback?token=${token}`, { method });
    expect(await queryDatabase('live', 'SELECT consumed_at FROM magic_link_tokens WHERE email = $1', [email])).toEqual([
      { consumed_at: null },
    ]);
    expect((await service.verify(token)).status).toBe(200);
  });

  it('signs in at a click, says as whom, and takes the token out of the address bar', async () => {
    const email = newEmail();
    const page = await open(await service.newToken(email));
    expect(page.address()).toBe('/auth/callback');
    expect(page.button.disabled).toBe(false);
    expect(page.cookies).toEqual([]);
    await page.button.click?.();
    expect(page.output()).toContain(`signed in as ${email}`);
    expect(page.button.hidden).toBe(true);
    expect(page.cookies[0]).toMatch(/^svc_session=/);
  });

  it('says so when the link was used before, or is none', async () => {
    const token = await service.newToken(newEmail());
    await service.verify(token);
    const page = await open(token);
    await page.button.click?.();
    expect(page.output()).toContain('used before');
    expect(page.button.disabled).toBe(true);
    expect((await open('')).output()).toContain('ask for a new one');
  });

  it('is what links lead to where no frontend is named', async () => {
    const plain = await AuthService.start({ SVC_FRONTEND_URL: '' });
    const email = newEmail();
    await plain.newToken(email);
    expect(plain.mail.mailsTo(email)[0]?.text).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/auth\/callback\?token=/m);
    await plain.stop();
  });
});

function fail(): never {
  throw new Error('there is none');
}
