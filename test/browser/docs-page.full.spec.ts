import type { Browser, Page } from 'playwright-core';
import { seriousProblems } from '../support/axe.js';
import { connectBrowser, openPage } from '../support/browser.js';
import { newCaller } from '../support/shared-service.js';

describe('the API reference page in a browser', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await connectBrowser();
  });
  afterAll(() => browser.close());

  const form = (page: Page, operationId: string) => page.locator(`#${operationId} .try`);

  async function send(page: Page, operationId: string): Promise<string> {
    const status = form(page, operationId).getByRole('status');
    await form(page, operationId).getByRole('button', { name: 'Send' }).click();
    await status.filter({ hasText: /^(?!Sending)./ }).waitFor();
    return (await status.textContent()) ?? '';
  }

  it('A reader sends requests with a typed key, which the page sends to the service only, keeps on other pages and does not store', async () => {
    const api = await newCaller();
    const { context, page, problems } = await openPage(browser);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto('/docs/usage');
    await form(page, 'usageReport').locator('summary').click();
    expect(await send(page, 'usageReport')).toBe('Enter an API key next to the search.');
    await page.locator('#key').fill(api.key ?? '');
    expect(await send(page, 'usageReport')).toMatch(/^Status 200 .*req_/);
    expect(await form(page, 'usageReport').locator('pre').textContent()).toContain('"plan_tier"');
    await page.getByRole('link', { name: 'Create a simulation', exact: true }).click();
    await page.waitForURL('/docs/simulations#simulationsCreate');
    await form(page, 'simulationsCreate').locator('summary').click();
    expect(await send(page, 'simulationsCreate')).toMatch(/^Status 202 /);
    await form(page, 'simulationsCreate').locator('textarea').fill('{"agent_count": 0}');
    expect(await send(page, 'simulationsCreate')).toMatch(/^Status 400 /);
    expect(await form(page, 'simulationsCreate').locator('pre').textContent()).toContain('validation_error');
    expect(new Set(requests.map((url) => new URL(url).origin))).toEqual(new Set([new URL(page.url()).origin]));
    expect(await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]')).toEqual([0, 0, '']);
    await page.goBack();
    await page.waitForURL('/docs/usage');
    await form(page, 'usageReport').waitFor();
    await page.reload();
    expect(await page.locator('#key').inputValue()).toBe('');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('The search finds operations, fields and error codes with all words, and announces their number', async () => {
    const { context, page, problems } = await openPage(browser);
    await page.goto('/docs');
    const results = page.getByRole('region', { name: 'Search results' });
    const search = async (words: string, count: RegExp) => {
      await page.getByRole('searchbox', { name: 'Search' }).fill(words);
      await page.locator('#found').filter({ hasText: count }).waitFor();
    };
    await search('cancel a simulation', /^\d+ matches$/);
    expect(await results.getByRole('link').first().textContent()).toBe('Cancel a simulation');
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(false);
    await search('zzzz', /^0 matches$/);
    await search('elasticity', /^[1-9]\d* match(es)?$/);
    const found = results.getByRole('listitem').filter({ hasText: '/v1/simulations/{id}/elasticities' });
    expect(await found.locator('small').textContent()).toMatch(/^Fields: .*\belasticities, kind\b/);
    await found.getByRole('link').click();
    await page.waitForURL(/\/docs\/[\w-]+#\w+$/);
    const article = page.locator(`article${new URL(page.url()).hash}`);
    expect(await article.textContent()).toContain('/v1/simulations/{id}/elasticities');
    await search('api_key_already_revoked', /^[1-9]/);
    await results.getByRole('link', { name: 'api_key_already_revoked' }).click();
    await page.waitForURL('/docs/errors#api_key_already_revoked');
    expect(await page.getByRole('heading', { level: 1, name: 'Errors' }).isVisible()).toBe(true);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('A link to an operation on the first page, which had all of them, opens the operation', async () => {
    const { context, page } = await openPage(browser);
    await page.goto('/docs#sweepsCreate');
    await page.waitForURL('/docs/sweeps#sweepsCreate');
    expect(await page.locator('#sweepsCreate').isVisible()).toBe(true);
    await context.close();
  });

  it('Without scripts, plain links lead to every section', async () => {
    const { context, page } = await openPage(browser, { javaScriptEnabled: false });
    await page.goto('/docs');
    await page.getByRole('link', { name: 'Cancel a simulation', exact: true }).click();
    await page.waitForURL('/docs/simulations#simulationsCancel');
    expect(await page.locator('#simulationsCancel').isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Errors', exact: true }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Errors');
    await context.close();
  });

  it.each(['/docs', '/docs/simulations', '/docs/errors'])(
    'At 390 pixels, axe finds no serious problem on %s in both schemes',
    async (path) => {
      const { context, page } = await openPage(browser, { viewport: { width: 390, height: 900 }, bypassCSP: true });
      await page.goto(path);
      if (path === '/docs/simulations') await form(page, 'simulationsCreate').locator('summary').click();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      const ids = await page.evaluate<string[]>('[...document.querySelectorAll("[id]")].map(({ id }) => id)');
      expect(ids).toHaveLength(new Set(ids).size);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect([colorScheme, await seriousProblems(page)]).toEqual([colorScheme, []]);
      }
      await context.close();
    },
  );
});
