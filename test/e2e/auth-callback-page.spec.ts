import { createHash, randomUUID } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { ApiClient } from '../support/api-client.js';
import { AuthService, cookieOf, newEmail, queryDatabase } from '../support/auth-service.js';
import { tokenIn } from '../support/mail-server.js';
import { newAddress } from '../support/new-address.js';
import { waitUntil } from '../support/wait-until.js';
import { createEndpoint } from '../support/webhooks.js';

/** The parts of a DOM element that the page's script uses. */
interface Element {
  textContent: string;
  disabled: boolean;
  hidden: boolean;
  href?: string;
  click?: () => Promise<void>;
}

describe('the sign-in page', () => {
  let service: AuthService;

  beforeAll(async () => (service = await AuthService.shared()));

  const load = async (token: string) => {
    const response = await fetch(`${service.url}/auth/callback?token=${token}`);
    return { response, html: await response.text() };
  };
  const inline = (html: string, tag: string) => new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(html)?.[1] ?? '';

  /** Loads the page and runs its script, like a browser with a cookie. Resolves when the page is ready for a click. */
  async function open(token: string, cookie = '') {
    const { html } = await load(token);
    const [button, keep, discard, password] = [newElement(), newElement(), newElement(), newElement()];
    const [title, account, found, output] = [newElement(), newElement(), newElement(), newElement()];
    const links = { open: newElement(), request: newElement() };
    const texts = { title, account, found, output };
    const elements: Record<string, Element> = { 'sign-in': button, keep, discard, password, ...texts, ...links };
    const stored: Record<string, string> = {};
    const opened: string[] = [];
    const go = (path: string) => opened.push(path);
    let requests = 0;
    let address = `/auth/callback?token=${token}`;
    const cookies: string[] = [];
    runInNewContext(inline(html, 'script'), {
      document: { getElementById: (id: string) => elements[id] },
      location: { search: `?token=${token}`, pathname: '/auth/callback', assign: go, replace: go },
      sessionStorage: { setItem: (name: string, value: string) => (stored[name] = value) },
      history: { replaceState: (_state: unknown, _title: string, path: string) => (address = path) },
      URLSearchParams,
      fetch: async (path: string, init: RequestInit & { headers: Record<string, string> }) => {
        const headers = { ...init.headers, cookie, 'sec-fetch-site': 'same-origin', 'x-forwarded-for': newAddress() };
        requests += 1;
        const response = await fetch(service.url + path, { ...init, headers });
        cookies.push(...response.headers.getSetCookie());
        return response;
      },
    });
    await waitUntil('the page is ready', () => account.textContent !== '' || output.textContent !== '');
    const click = async (clicked: Element) => {
      await clicked.click?.();
    };
    return {
      ...{ button, keep, discard, password, links, stored, opened, click, cookies },
      title: () => title.textContent,
      account: () => account.textContent,
      found: () => found.textContent,
      output: () => output.textContent,
      address: () => address,
      requests: () => requests,
    };
  }

  /** Requests a link like a browser, which stores the cookie of the response. */
  async function request(email: string) {
    const response = await service.post('/v1/auth/magic-link/request', { email });
    const [cookie = ''] = response.headers.getSetCookie();
    const token = tokenIn(service.mail.mailsTo(email).at(-1) ?? fail());
    return { token, cookie: cookie.split(';')[0] ?? '' };
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
    const { token, cookie } = await request(email);
    const page = await open(token, cookie);
    expect(page.account()).toBe(`You sign in as ${email}.`);
    expect(page.address()).toBe('/auth/callback');
    expect(page.button.disabled).toBe(false);
    expect(page.cookies).toEqual([]);
    await page.button.click?.();
    expect(page.output()).toContain(`Signed in as ${email}`);
    expect(page.button.hidden).toBe(true);
    expect(page.cookies[0]).toMatch(/^svc_session=/);
  });

  it('After the sign-in, the page opens the dashboard and offers a link to it', async () => {
    const { token, cookie } = await request(newEmail());
    const page = await open(token, cookie);
    expect(page.opened).toEqual([]);
    await page.click(page.button);
    expect(page.opened).toEqual(['/']);
    expect(page.links.open).toMatchObject({ href: '/', hidden: false });
  });

  it('The page for a new password gets the token from the storage of the tab, and the link stays valid', async () => {
    const { token, cookie } = await request(newEmail());
    const page = await open(token, cookie);
    expect(page.password.hidden).toBe(false);
    await page.click(page.password);
    expect([page.opened, page.stored]).toEqual([['/reset-password'], { 'reset-token': token }]);
    expect((await service.verify(token)).status).toBe(200);
  });

  it('The sign-in page shows an error for a used or missing token, and a link to request a new one', async () => {
    const token = await service.newToken(newEmail());
    await service.verify(token);
    const page = await open(token);
    expect(page.title()).toBe('This link does not work');
    expect(page.output()).toContain('already used');
    const incomplete = await open('');
    expect(incomplete.output()).toContain('request a new one');
    for (const { button, password, links } of [page, incomplete]) {
      expect([button.hidden, password.hidden]).toEqual([true, true]);
      expect(links.request).toMatchObject({ href: '/sign-in', hidden: false });
    }
  });

  it('A link that was opened in another browser than it was requested in signs in only after a second click', async () => {
    const [email, other] = [newEmail(), newEmail()];
    const { token } = await request(email);
    const { cookie } = await request(other);
    const page = await open(token, cookie);
    await page.click(page.button);
    expect(page.output()).toContain('requested in another browser');
    expect([page.requests(), page.cookies]).toEqual([1, []]);
    await page.click(page.button);
    expect(page.output()).toContain(`Signed in as ${email}`);
  });

  it.each([['keep'], ['discard']] as const)(
    'The sign-in page shows what an unconfirmed account contains and asks whether to keep it: %s',
    async (choice) => {
      const email = newEmail();
      const name = '<b>Engines</b>';
      const form = { email, password: 'a quiet sentence', name: 'Eve', organization_name: name };
      const session = cookieOf(await service.post('/v1/auth/password/signup', form));
      const json = { name: 'x', scopes: ['simulations:write'], is_test: true };
      const headers = { 'idempotency-key': randomUUID() };
      const created = await service.withSession<{ key: string }>('/v1/api-keys', session, {
        method: 'POST',
        json,
        headers,
      });
      const api = new ApiClient(service.url, created.body.data.key);
      await createEndpoint(api, { url: 'https://hooks.example.com' });

      const { token, cookie } = await request(email);
      const page = await open(token, cookie);
      expect(page.found()).toContain(`Organization: ${name}\nCreated: ${new Date().toISOString().slice(0, 10)}\n`);
      expect(page.found()).toContain('Contents: 1 API key, 1 webhook endpoint\n');
      expect([page.button.hidden, page.keep.hidden, page.discard.hidden]).toEqual([true, false, false]);
      await page.click(page[choice]);
      expect(page.output()).toContain(`Signed in as ${email}`);
      expect((await api.call('/v1/usage')).status).toBe(choice === 'keep' ? 200 : 401);
    },
  );

  it('In the browser that signed up, the page asks only to confirm the address, and the password ends', async () => {
    const email = newEmail();
    const form = { email, password: 'a quiet sentence', name: 'Ada', organization_name: 'Engines' };
    const session = cookieOf(await service.post('/v1/auth/password/signup', form));
    const { token } = await request(email);
    const page = await open(token, session);
    expect([page.found(), page.button.hidden]).toEqual(['', false]);
    expect([page.title(), page.button.textContent]).toEqual(['Confirm your email address', 'Confirm the address']);
    await page.click(page.button);
    expect(page.title()).toBe('Your address is confirmed');
    expect(page.output()).toContain(`Signed in as ${email}`);
    const logIn = await service.post('/v1/auth/password/login', { email, password: form.password });
    expect(logIn).toMatchObject({ status: 401, body: { error: 'invalid_credentials' } });
  });

  it('A preview of a link does not use it up, and does not show accounts to a client without the link', async () => {
    const { token } = await request(newEmail());
    const preview = (of: string) => service.post('/v1/auth/magic-link/preview', { token: of });
    for (let count = 0; count < 2; count++) expect((await preview(token)).status).toBe(200);
    expect((await service.verify(token)).status).toBe(200);
    for (const invalid of [token, 'x']) {
      expect(await preview(invalid)).toMatchObject({ status: 401, body: { error: 'magic_link_invalid' } });
    }
  });

  it('Only the newest link of an address works', async () => {
    const email = newEmail();
    const [older, newer] = [await service.newToken(email), await service.newToken(email)];
    expect(await service.verify(older)).toMatchObject({ status: 401, body: { error: 'magic_link_invalid' } });
    expect((await service.verify(newer)).status).toBe(200);
    expect((await service.verify(older)).status).toBe(401);
  });
});

function newElement(): Element & { addEventListener: (type: string, click: () => Promise<void>) => void } {
  const element: Element = { textContent: '', disabled: true, hidden: false };
  const addEventListener = (_: string, click: () => Promise<void>) => (element.click = click);
  return Object.assign(element, { addEventListener });
}

function fail(): never {
  throw new Error('the value is missing');
}
