import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { connectBrowser, openPage, signUp } from '../support/browser.js';
import { sharedAddress } from '../support/shared-address.js';

const example = 'How many travelers would take the Swissmetro if its fares were 20% lower?';
const ambiguous = 'If we start with the most popular people in the village, does it spread faster?';
const incomplete = 'What share of travelers takes the Swissmetro with cheaper fares?';
const simulationPage = /\/simulations\/sim_[0-9a-f]{32}$/;

/** Sends a question as a dry run in the session of the page. */
const dryRunStatus = (page: Page, question: string) =>
  page.evaluate(
    async (body) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      return (await fetch('/v1/simulations/auto', init)).status;
    },
    { question, dry_run: true },
  );

const box = (page: Page) => page.getByLabel('Your question');

describe('a question in the dashboard', () => {
  let baseURL: string;
  let browser: Browser;

  beforeAll(async () => {
    [baseURL, browser] = await Promise.all([sharedAddress('EMBEDDINGS'), connectBrowser()]);
  });
  afterAll(() => browser.close());

  it('A new account gets an answer from an example question, and each example can run', async () => {
    const { context, page, problems } = await openPage(browser, { baseURL });
    await signUp(page);
    await page.getByRole('heading', { name: 'Start with one of these' }).waitFor();
    const examples = await page.locator('.ask-example > :last-child').allTextContents();
    expect(examples).toHaveLength(3);
    for (const question of examples) expect(await dryRunStatus(page, question)).toBe(200);
    await page.getByRole('button', { name: example }).click();
    await page.getByRole('heading', { name: 'Swissmetro mode choice' }).waitFor();
    await page.getByText('Very high confidence').waitFor();
    await page.getByRole('button', { name: /Swissmetro fare.*20% lower/ }).waitFor();
    await page.getByRole('button', { name: 'Run simulation' }).click();
    await page.waitForURL(simulationPage);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('An ambiguous question offers workflows, and the chosen one runs', async () => {
    const { context, page, problems } = await openPage(browser, { baseURL });
    await signUp(page);
    await box(page).fill(ambiguous);
    await page.getByRole('heading', { name: 'Which one do you mean?' }).waitFor();
    await page.getByRole('button', { name: 'Choose Family planning in village networks' }).click();
    await page.getByText('Your choice').waitFor();
    await page.getByRole('button', { name: 'Run simulation' }).click();
    await page.waitForURL(simulationPage);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('An incomplete question offers requests that run, and a control for the value in question', async () => {
    const { context, page, problems } = await openPage(browser, { baseURL });
    await signUp(page);
    await box(page).fill(incomplete);
    await page.getByRole('heading', { name: 'Part of the question needs a decision' }).waitFor();
    await page.getByRole('spinbutton', { name: 'Swissmetro fare' }).fill('0.8');
    await page.getByRole('button', { name: 'Use Swissmetro fare: 20% lower' }).click();
    await page.getByRole('button', { name: /Swissmetro fare.*20% lower.*set by you/ }).waitFor();
    await box(page).fill(`${incomplete} `);
    await page.getByRole('button', { name: 'Swissmetro fare: 25% lower' }).click();
    await page.getByRole('button', { name: 'Run simulation' }).click();
    await page.waitForURL(simulationPage);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('A comparison and a range state how many simulations they run, and open their own pages', async () => {
    const { context, page } = await openPage(browser, { baseURL });
    await signUp(page);
    await box(page).fill('How many travellers would take the Swissmetro if its fares were 10 or 20% lower?');
    await page.getByRole('button', { name: 'Run 2 simulations' }).click();
    await page.waitForURL(/\/compare\?ids=sim_[0-9a-f]{32}(,|%2C)sim_[0-9a-f]{32}$/);
    await page.goto('/');
    await box(page).fill('Which share takes the Swissmetro with fares between 10 and 30% lower?');
    await page.getByRole('button', { name: 'Run 5 simulations' }).click();
    await page.waitForURL(/\/sweeps\/swp_[0-9a-f]{32}$/);
    await context.close();
  });

  it('With a used-up quota, the page states when it renews, offers no run, and keeps the question', async () => {
    const { context, page, problems } = await openPage(browser, { baseURL });
    await signUp(page, 'sandbox');
    // The free plan has 100 simulations a month. One sweep uses them all.
    const status = await page.evaluate(async (key) => {
      const range = { name: 'swissmetro_cost_factor', from: 0.5, to: 1.5, steps: 100 };
      const body = JSON.stringify({ workflow_id: 'swissmetro-mode-choice', agent_count: 1, parameters: [range] });
      const headers = { 'content-type': 'application/json', 'idempotency-key': key };
      return (await fetch('/v1/sweeps', { method: 'POST', headers, body })).status;
    }, randomUUID());
    expect(status).toBe(202);
    await box(page).fill(example);
    await page.getByText(/The quota of this month is not sufficient\. It renews on/).waitFor();
    expect(await page.getByRole('button', { name: 'Run simulation' }).isDisabled()).toBe(true);
    expect(await box(page).inputValue()).toBe(example);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('The keyboard alone asks, changes a value and runs, and the typed text survives a reload', async () => {
    const { context, page } = await openPage(browser, { baseURL });
    await signUp(page);
    await box(page).focus();
    await page.keyboard.type(example);
    await page.reload();
    expect(await box(page).inputValue()).toBe(example);
    const chip = page.getByRole('button', { name: /Swissmetro fare/ });
    await chip.waitFor();
    await chip.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('slider', { name: 'Swissmetro fare, slider' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: /Swissmetro fare.*18% lower.*set by you/ }).waitFor();
    await page.getByRole('button', { name: 'Run simulation' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(simulationPage);
    await context.close();
  });

  it('The form of a workflow runs a simulation with its values', async () => {
    const { context, page, problems } = await openPage(browser, { baseURL });
    await signUp(page);
    await page.goto('/workflows?domain=transport');
    await page.getByRole('link', { name: 'Swissmetro mode choice' }).click();
    await page.getByRole('spinbutton', { name: 'Train fare' }).fill('2');
    await page.getByText('Outside the calibrated range 0.8 to 1.25').waitFor();
    await page.getByText('left this month').waitFor();
    await page.getByRole('heading', { name: 'How well it predicts held-out data' }).waitFor();
    await page.getByRole('button', { name: 'Run simulation' }).click();
    await page.waitForURL(simulationPage);
    expect(problems).toEqual([]);
    await context.close();
  });
});
