import type { Browser } from 'playwright-core';
import { openPage, signUp, startBrowser } from '../support/browser.js';

describe('the dashboard in a browser', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it('Each page of the navigation opens without script errors or violations of the Content-Security-Policy', async () => {
    const { context, page, problems } = await openPage(browser);
    await signUp(page);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    const names = (await links.allTextContents()).filter((name) => name !== 'API reference');
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    expect(problems).toEqual([]);
    await context.close();
  });
});
