import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { ApiClient } from '../support/api-client.js';
import { seriousProblems } from '../support/axe.js';
import { connectBrowser, openPage } from '../support/browser.js';
import { newCaller } from '../support/shared-service.js';
import { simulate } from '../support/simulations.js';

/** Workflows with many limits, groups or curves. */
const longReports: [string, Record<string, number | string>][] = [
  ['alt-fuel-vehicle-choice', { electric_range: 123.4 }],
  ['conservation-wtp', { price: 2 }],
  ['technology-adoption-bass', { technology: 'internet' }],
  ['gotv-social-pressure', { mailing: 'neighbors' }],
  ['swissmetro-mode-choice', { swissmetro_cost_factor: 0.8 }],
];

describe('the report in a browser', () => {
  let browser: Browser;
  let api: ApiClient;
  /** The reports of one simulation, and of a comparison of two. */
  let paths: string[];

  beforeAll(async () => {
    browser = await connectBrowser();
    api = await newCaller();
    const [first, second] = await Promise.all(
      [0.8, 1.2].map((factor) => simulate(api, { scenario_context: { train_cost_factor: factor }, seed: 3 })),
    );
    paths = ['', `?with=${second!.id}`].map((query) => `/v1/simulations/${first!.id}/report${query}`);
  });
  afterAll(() => browser.close());

  const open = (options: BrowserContextOptions) =>
    openPage(browser, { ...options, extraHTTPHeaders: { Authorization: `Bearer ${api.key}` } });

  it.each([360, 390, 1440, 3840])(
    'At %i pixels, the report needs no sideways scroll, its charts have readable text, and its policy blocks nothing',
    async (width) => {
      const { context, page, problems } = await open({ viewport: { width, height: 900 } });
      for (const path of paths) {
        await page.goto(path);
        for (const summary of await page.locator('summary').all()) await summary.click();
        const scrollWidth = await page.evaluate('document.documentElement.scrollWidth');
        const fontSizes = await page.evaluate<number[]>(
          `[...document.querySelectorAll('svg')].map((svg) => (12 * svg.getBoundingClientRect().width) / svg.viewBox.baseVal.width).filter((size) => size > 0)`,
        );
        expect(scrollWidth).toBe(width);
        expect(fontSizes.length).toBeGreaterThan(3);
        expect(Math.min(...fontSizes)).toBeGreaterThanOrEqual(11);
      }
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  it.each(['light', 'dark'] as const)(
    'axe finds no serious problem in a report in the %s scheme',
    async (colorScheme) => {
      const { context, page } = await open({ colorScheme, bypassCSP: true });
      for (const path of paths) {
        await page.goto(path);
        expect(await seriousProblems(page)).toEqual([]);
      }
      await context.close();
    },
  );

  it('A printed report is light, and leaves out the folded tables', async () => {
    const { context, page } = await open({ colorScheme: 'dark' });
    await page.goto(paths[0]!);
    const table = page.locator('details table').first();
    expect(await table.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await table.isVisible()).toBe(false);
    const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(background).toBe('rgb(255, 255, 255)');
    await context.close();
  });

  it('Printed reports with many limits, groups or curves have at most eight A4 pages, and the first one has the answer, its chart, its trust and its limits', async () => {
    const { context, page } = await open({ viewport: { width: 680, height: 1_009 } });
    const runs = await Promise.all(
      longReports.map(([workflow_id, scenario_context]) => simulate(api, { workflow_id, scenario_context, seed: 3 })),
    );
    await page.emulateMedia({ media: 'print' });
    for (const { id } of runs) {
      await page.goto(`/v1/simulations/${id}/report`);
      // An A4 page without its margins is 680 by 1,009 pixels.
      const top = await page.evaluate<number>(`document.querySelector('.view-details').getBoundingClientRect().top`);
      expect(top).toBeLessThan(1_009);
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page[^s]/g)!.length).toBeLessThanOrEqual(8);
    }
    await context.close();
  });
});
