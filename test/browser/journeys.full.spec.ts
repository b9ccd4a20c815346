import type { Browser, Page } from 'playwright-core';
import { text } from 'node:stream/consumers';
import { sharedAddress } from '../support/shared-address.js';
import { connectBrowser, fromMenu, openPage, signUp } from '../support/browser.js';

/** What two analysts do from their first page to a document that they hand on. */
describe('journeys of analysts', () => {
  let baseURL: string;
  let browser: Browser;

  beforeAll(async () => {
    [baseURL, browser] = await Promise.all([sharedAddress('EMBEDDINGS'), connectBrowser()]);
  });
  afterAll(() => browser.close());

  async function openWorkflow() {
    const opened = await openPage(browser, { baseURL });
    await signUp(opened.page);
    await opened.page.goto('/runs?tier=sandbox');
    await opened.page.getByText('No runs yet').waitFor();
    return opened;
  }
  const answer = (page: Page) => page.getByRole('region', { name: 'Answer', exact: true });
  const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

  it('A marketing analyst asks a question, matches the market, finds the fare for a target and gets the report', async () => {
    const { context, page, problems } = await openWorkflow();
    await page.goto('/');
    await page.getByLabel('Your question').fill('Who would take the Swissmetro if its fares were 20% lower?');
    await page.getByText('From “Swissmetro if its fares were 20% lower”.').waitFor();
    await page.getByRole('button', { name: 'Run simulation' }).click();
    await answer(page)
      .getByText(/Swissmetro [\d.]+% → [\d.]+%: /)
      .waitFor();

    await page.goto('/workflows/swissmetro-mode-choice');
    await page.getByText('Who and what is simulated').click();
    await page.getByLabel('Train, %').fill('20');
    await page.getByLabel('Swissmetro, %').fill('50');
    await page.getByLabel('Car, %').fill('30');
    await page.getByLabel('Agents', { exact: true }).fill('200');
    await page.getByRole('button', { name: 'Run simulation' }).click();
    await answer(page)
      .getByText(/Swissmetro 50\.0%/)
      .waitFor();
    await page.getByRole('heading', { name: 'Calibration targets' }).waitFor();

    await fromMenu(page, 'Find the value that reaches a target');
    await page.getByLabel('Quantity').selectOption('Share of “Swissmetro”');
    await page.getByLabel('Target, %').fill('55');
    await page.getByLabel('Parameter', { exact: true }).selectOption({ label: 'Swissmetro fare' });
    await page.getByRole('button', { name: 'Run the search' }).click();
    await answer(page)
      .getByText(/^Share of “Swissmetro” reaches 55\.0% with Swissmetro fare [\d.]+% lower/)
      .waitFor();
    await openTab(page, 'Downloads');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Report (HTML)' }).click(),
    ]);
    const report = await text(await saved.createReadStream());
    expect(report).toContain('reaches 55.0% with Swissmetro fare');
    expect(report).toContain('Calibration targets');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('A policy analyst selects a segment, reads who reacts and who gains, and shares the report', async () => {
    const { context, page, problems } = await openWorkflow();
    await page.goto('/workflows/swissmetro-value-of-time');
    await page.getByText('Who and what is simulated').click();
    await page.getByLabel('Only agents with this attribute').selectOption('Sex');
    await page.getByRole('group', { name: 'Sex' }).getByLabel('Woman').check();
    const fare = page.getByRole('spinbutton', { name: 'Train fare' });
    const initial = Number(await fare.getAttribute('placeholder'));
    await fare.fill(String(Number((initial * 0.8).toFixed(6))));
    await page.getByLabel('Agents', { exact: true }).fill('300');
    await page.getByRole('button', { name: 'Run simulation' }).click();
    await answer(page)
      .getByText(/Train [\d.]+% → [\d.]+%: [\d.]+ points more/)
      .waitFor();
    await page.getByText(/All agents are in this segment/).waitFor();
    await openTab(page, 'Who');
    await page.getByText('Why effects differ:').waitFor();
    await openTab(page, 'Elasticities and welfare');
    await page.getByText(/changes the consumer surplus of an agent by \+/).waitFor();
    await page.getByRole('heading', { name: 'Trade-offs' }).waitFor();

    await fromMenu(page, 'Share the report');
    await page.getByRole('button', { name: 'Create a link' }).click();
    const link = new URL((await page.getByRole('textbox', { name: 'Share link' }).textContent()) ?? '');
    const visitor = await openPage(browser, { baseURL });
    expect((await visitor.page.goto(link.pathname))?.status()).toBe(200);
    await visitor.page.getByText(/Train [\d.]+% → [\d.]+%/).waitFor();
    expect(await visitor.page.getByText('agent_').count()).toBe(0);
    expect([...problems, ...visitor.problems]).toEqual([]);
    await visitor.context.close();
    await context.close();
  });
});
