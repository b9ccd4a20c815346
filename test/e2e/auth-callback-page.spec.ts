import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { AuthService, newAddress, newEmail, queryDatabase } from '../support/auth-service.js';

/** The parts of a DOM element that the page's script uses. */
interface Element {
  textContent: string;
  disabled: boolean;
  hidden: boolean;
  click?: () => Promise<void>;
}

describe('the sign-in page', () => {
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

  /** Loads the page and runs its script, like a browser. */
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

  it('The sign-in page is HTML that is not cached and sends no referrer', async () => {
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

  it('The sign-in page runs and loads only its inline script and style', async () => {
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

  it('Opening the sign-in page repeatedly, like a mail scanner, does not use the token', async () => {
    const email = newEmail();
    const token = await service.newToken(email);
    for (const method of ['GET', 'HEAD', 'GET']) await fetch(`${service.url}/auth/callback?token=${token}`, { method });
    expect(await queryDatabase('live', 'SELECT consumed_at FROM magic_link_tokens WHERE email = $1', [email])).toEqual([
      { consumed_at: null },
    ]);
    expect((await service.verify(token)).status).toBe(200);
  });

  it('A click on the sign-in page signs the user in, shows the email address and removes the token from the URL', async () => {
    const email = newEmail();
    const page = await open(await service.newToken(email));
    expect(page.address()).toBe('/auth/callback');
    expect(page.button.disabled).toBe(false);
    expect(page.cookies).toEqual([]);
    await page.button.click?.();
    expect(page.output()).toContain(`Signed in as ${email}`);
    expect(page.button.hidden).toBe(true);
    expect(page.cookies[0]).toMatch(/^svc_session=/);
  });

  it('The sign-in page shows an error for a used or missing token', async () => {
    const token = await service.newToken(newEmail());
    await service.verify(token);
    const page = await open(token);
    await page.button.click?.();
    expect(page.output()).toContain('already used');
    expect(page.button.disabled).toBe(true);
    expect((await open('')).output()).toContain('request a new one');
  });

  it('Sign-in links lead to this page if no frontend is configured', async () => {
    const withoutFrontend = await AuthService.start({ SVC_FRONTEND_URL: '' });
    const email = newEmail();
    await withoutFrontend.newToken(email);
    expect(withoutFrontend.mail.mailsTo(email)[0]?.text).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/auth\/callback\?token=/m);
    await withoutFrontend.stop();
  });
});

function fail(): never {
  throw new Error('the value is missing');
}
