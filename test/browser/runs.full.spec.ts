import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { seriousProblems } from '../support/axe.js';
import { connectBrowser, openPage, signUp } from '../support/browser.js';

const swissmetro = { workflow_id: 'swissmetro-mode-choice', agent_count: 100, seed: 7 };

/** Creates a run with the session of the page, and waits until it is finished. */
async function create(page: Page, path: string, content: object): Promise<void> {
  const status = await page.evaluate(
    async ([address, body, key]) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': key, 'svc-tier': 'sandbox' };
      return (await fetch(address, { method: 'POST', headers: { ...headers, prefer: 'wait=30' }, body })).status;
    },
    [path, JSON.stringify(content), randomUUID()] as const,
  );
  expect(status).toBe(202);
}

describe('the list of runs in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await connectBrowser();
  });
  afterAll(() => browser.close());

  it('A user finds all kinds of runs, filters them, and compares two simulations that the list selects', async () => {
    const { context, page, problems } = await openPage(browser);
    await signUp(page);
    await page.goto('/runs?tier=sandbox');
    await page.getByText('No runs yet').waitFor();
    await create(page, '/v1/simulations', { ...swissmetro, name: 'Baseline' });
    await create(page, '/v1/simulations', {
      ...{ ...swissmetro, name: 'Cheaper fare' },
      scenario_context: { swissmetro_cost_factor: 0.8 },
    });
    await create(page, '/v1/goals', {
      ...{ ...swissmetro, name: 'Most revenue' },
      parameters: [{ name: 'swissmetro_cost_factor', from: 0.5, to: 3 }],
      objective: { goal: 'maximize', values: { swissmetro: 'cost' } },
    });

    await page.goto('/');
    await page.getByRole('heading', { name: 'Recent runs' }).waitFor();
    await page.getByRole('link', { name: 'All runs' }).click();
    await page.getByRole('row', { name: /Cheaper fare.*Swissmetro \d+\.\d% → \d+\.\d%/ }).waitFor();
    expect(await seriousProblems(page)).toEqual([]);

    await page.getByLabel('Kind').selectOption('Goals');
    await page.getByRole('link', { name: 'Baseline' }).waitFor({ state: 'detached' });
    await page
      .getByRole('row', { name: /Most revenue.*The best value within the bounds/ })
      .getByRole('link')
      .click();
    await page.getByRole('heading', { level: 1, name: 'Most revenue' }).waitFor();
    await page.goBack();

    await page.getByLabel('Kind').selectOption('All');
    await page.getByLabel('Status').selectOption('Failed');
    await page.getByText('No run matches these filters').waitFor();
    await page.getByLabel('Status').selectOption('Completed');
    await page.getByLabel('Created by').selectOption('Me');
    await page.getByRole('row', { name: /Cheaper fare.*completed.*you/ }).waitFor();
    expect(new URL(page.url()).search).toMatch(/status=completed&by=me$/);
    await page.getByRole('link', { name: 'Cheaper fare' }).click();
    await page.getByText('by you').getByRole('link').click();
    await page.waitForURL(/\/runs\?by=[0-9a-f-]{36}$/);
    expect(await page.getByLabel('Created by').inputValue()).toBe('me');
    await page.getByRole('checkbox', { name: 'Compare Baseline' }).check();
    await page.getByRole('checkbox', { name: 'Compare Cheaper fare' }).check();
    await page.getByRole('button', { name: 'Compare 2 simulations' }).click();
    await page.waitForURL(/\/compare\?ids=sim_[0-9a-f]{32},sim_[0-9a-f]{32}/);
    await page.getByText('Cheaper fare').first().waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
