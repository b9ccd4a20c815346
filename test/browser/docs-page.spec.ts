import type { Browser, Page } from 'playwright-core';
import { seriousProblems } from '../support/axe.js';
import { connectBrowser, openPage } from '../support/browser.js';
import { isLong } from '../support/long.js';
import { newCaller } from '../support/shared-service.js';

/** Removes each operation and error code whose elements have the tags, classes and attributes of others: axe reads a large page for long. */
const removeRepeatedParts = `
  const known = new Set();
  for (const part of document.querySelectorAll('article, .codes tbody tr')) {
    const kinds = [...part.querySelectorAll('*')].map(({ parentElement, tagName, className, attributes }) =>
      [parentElement.tagName, tagName, className, ...[...attributes].map(({ name }) => name)].join(' '),
    );
    if (kinds.every((kind) => known.has(kind))) part.remove();
    for (const kind of kinds) known.add(kind);
  }
`;

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

  it('A reader sends requests with a typed key, which the page sends to the service only and does not store', async () => {
    const api = await newCaller();
    const { context, page, problems } = await openPage(browser);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto('/docs');
    await form(page, 'usageReport').locator('summary').click();
    expect(await send(page, 'usageReport')).toBe('Enter an API key next to the search.');
    await page.locator('#key').fill(api.key ?? '');
    expect(await send(page, 'usageReport')).toMatch(/^Status 200 .*req_/);
    expect(await form(page, 'usageReport').locator('pre').textContent()).toContain('"plan_tier"');
    await form(page, 'simulationsCreate').locator('summary').click();
    expect(await send(page, 'simulationsCreate')).toMatch(/^Status 202 /);
    await form(page, 'simulationsCreate').locator('textarea').fill('{"agent_count": 0}');
    expect(await send(page, 'simulationsCreate')).toMatch(/^Status 400 /);
    expect(await form(page, 'simulationsCreate').locator('pre').textContent()).toContain('validation_error');
    expect(new Set(requests.map((url) => new URL(url).origin))).toEqual(new Set([new URL(page.url()).origin]));
    expect(await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]')).toEqual([0, 0, '']);
    await page.reload();
    expect(await page.locator('#key').inputValue()).toBe('');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('The search shows the operations and error codes with all words, and announces their number', async () => {
    const { context, page } = await openPage(browser);
    await page.goto('/docs');
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.fill('cancel a simulation');
    expect(await page.locator('#simulationsCancel').isVisible()).toBe(true);
    expect(await page.locator('#apiKeysCreate').isVisible()).toBe(false);
    expect(await page.locator('#found').textContent()).toMatch(/^\d+ matches$/);
    await search.fill('api_key_already_revoked');
    expect(await page.locator('.codes tbody tr:visible').count()).toBe(1);
    await search.fill('zzzz');
    expect(await page.locator('#found').textContent()).toBe('0 matches');
    await search.fill('');
    expect(await page.locator('#apiKeysCreate').isVisible()).toBe(true);
    await context.close();
  });

  it('At 390 pixels, axe finds no serious problem in both schemes', async () => {
    const { context, page } = await openPage(browser, { viewport: { width: 390, height: 900 }, bypassCSP: true });
    await page.goto('/docs');
    await form(page, 'simulationsCreate').locator('summary').click();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    const ids = await page.evaluate<string[]>('[...document.querySelectorAll("[id]")].map(({ id }) => id)');
    expect(ids).toHaveLength(new Set(ids).size);
    if (!isLong) await page.evaluate(removeRepeatedParts);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect([colorScheme, await seriousProblems(page)]).toEqual([colorScheme, []]);
    }
    await context.close();
  });
});
