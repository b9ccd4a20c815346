import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { connectBrowser, openPage, signUp } from '../support/browser.js';
import { sharedAddress } from '../support/shared-address.js';

const example = 'How many travelers would take the Swissmetro if its fares were 20% lower?';
const unanswerable = 'Which pizza has the crispest crust in Naples?';
const withoutAmount = 'Would more people take the Swissmetro if its fares were lower and seats could be booked online?';
const goal = 'How low must the Swissmetro fare go so that 65% of travellers choose it?';
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
    await page.getByText('From “Swissmetro if its fares were 20% lower”.').waitFor();
    await page.getByRole('button', { name: 'Run simulation' }).click();
    await page.waitForURL(simulationPage);
    await page.goBack();
    await page.getByText('From “Swissmetro if its fares were 20% lower”.').waitFor();
    await page.goto('/runs');
    await page.getByRole('link', { name: 'Ask a question' }).first().click();
    expect(await page.getByRole('textbox', { name: 'Question' }).inputValue()).toBe('');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('A question that no workflow answers offers workflows, and the chosen one runs', async () => {
    const { context, page, problems } = await openPage(browser, { baseURL });
    await signUp(page);
    await box(page).fill(unanswerable);
    await page.getByRole('heading', { name: 'No workflow answers this question well enough' }).waitFor();
    await page
      .getByRole('button', { name: /^Choose / })
      .first()
      .click();
    await page.getByText('Your choice').waitFor();
    await page.getByText('Only the baseline can answer.').waitFor();
    await page.getByRole('button', { name: 'Run the baseline' }).click();
    await page.waitForURL(simulationPage);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('A question without an amount shows the assumed value, which can be changed, and underlines words without effect', async () => {
    const { context, page, problems } = await openPage(browser, { baseURL });
    await signUp(page);
    await box(page).fill(withoutAmount);
    await page.getByText(/^Assumed: “.*” names no amount\.$/).waitFor();
    await page.locator('.ask-marked .ask-unread', { hasText: 'booked online' }).waitFor();
    await page.getByText(/^The workflow has no parameter for “.*booked online.*does not include it\.$/).waitFor();
    const fare = page.getByRole('spinbutton', { name: 'Swissmetro fare' });
    const initial = Number(await fare.getAttribute('placeholder'));
    await fare.fill(String(Number((initial * 0.8).toFixed(6))));
    await page.getByText('Set by you.').waitFor();
    const answer = page.getByText(/^Swissmetro fare 20% lower: Swissmetro /);
    await answer.waitFor();
    await page.getByRole('button', { name: 'Run simulation' }).click();
    await page.waitForURL(simulationPage);
    await page.getByText('The service computed the same result').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('A comparison and a range state how many simulations they run, and open the comparison of all', async () => {
    const { context, page } = await openPage(browser, { baseURL });
    await signUp(page);
    await box(page).fill('How many travellers would take the Swissmetro if its fares were 10 or 20% lower?');
    await page.getByRole('button', { name: 'Run 2 simulations' }).click();
    await page.waitForURL(/\/compare\?ids=sim_[0-9a-f]{32}(,|%2C)sim_[0-9a-f]{32}$/);
    await page.goto('/');
    await box(page).fill('Which share takes the Swissmetro with fares between 10 and 30% lower?');
    await page.getByRole('button', { name: 'Run 5 simulations' }).click();
    await page.waitForURL(/\/compare\?ids=(sim_[0-9a-f]{32}(,|%2C)?){5}$/);
    await context.close();
  });

  it('A question for a value offers the search that finds it', async () => {
    const { context, page, problems } = await openPage(browser, { baseURL });
    await signUp(page);
    await box(page).fill(goal);
    await page.getByRole('heading', { name: 'The question asks for a value' }).waitFor();
    await page.getByRole('button', { name: 'Run the search' }).click();
    await page.waitForURL(/\/goals\/goal_[0-9a-f]{32}$/);
    expect(problems).toEqual([]);
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
    await page.getByRole('slider', { name: 'Swissmetro fare, slider' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('Set by you.').waitFor();
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
    const fare = page.getByRole('spinbutton', { name: 'Train fare' });
    await page.getByText('CHF', { exact: true }).first().waitFor();
    await fare.fill(String(2 * Number(await fare.inputValue())));
    await page.getByText('Outside the data, which are from').waitFor();
    await page.getByText('left this month').waitFor();
    await page.getByRole('heading', { name: 'How well it predicts held-out data' }).waitFor();
    await page.getByRole('button', { name: 'Run simulation' }).click();
    await page.waitForURL(simulationPage);
    expect(problems).toEqual([]);
    await context.close();
  });
});
