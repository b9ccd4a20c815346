import { buffer } from 'node:stream/consumers';
import type { Browser, Page } from 'playwright-core';
import { connectBrowser, openPage, signUp } from '../support/browser.js';

/** Opens the form for a sweep of Swissmetro fares, with few agents. */
async function openSweepForm(page: Page): Promise<void> {
  await page.goto('/sweeps/new');
  await page.getByLabel('Parameter', { exact: true }).first().selectOption({ label: 'Swissmetro fare' });
  await page.getByLabel('Number of values').fill('3');
  await page.getByLabel('Agents at each point', { exact: true }).fill('60');
}

async function runSweep(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run the sweep' }).click();
  await page.getByText('completed', { exact: true }).waitFor();
}

/** Runs a simulation with the session of the page, and waits until it is completed. */
function simulate(page: Page, name: string, factor: number, seed: number): Promise<string> {
  const body = {
    name,
    seed,
    workflow_id: 'swissmetro-mode-choice',
    agent_count: 60,
    scenario_context: { swissmetro_cost_factor: factor },
  };
  return page.evaluate(async (request) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
    const recordIn = async (response: Response) =>
      ((await response.json()) as { data: { id: string; status: string } }).data;
    const init = { method: 'POST', headers, body: JSON.stringify(request) };
    let record = await recordIn(await fetch('/v1/simulations', init));
    while (record.status !== 'completed') {
      await new Promise((resolve) => setTimeout(resolve, 200));
      record = await recordIn(await fetch(`/v1/simulations/${record.id}`));
    }
    return record.id;
  }, body);
}

describe('comparisons and parameter sweeps in a browser', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await connectBrowser();
  });
  afterAll(() => browser.close());

  it('Two picked simulations are compared agent by agent, and other agents are explained and run again', async () => {
    const { context, page, problems } = await openPage(browser);
    await signUp(page);
    const ids = [await simulate(page, 'As surveyed', 1, 7), await simulate(page, 'Cheaper', 0.8, 7)];
    const other = await simulate(page, 'Other agents', 0.8, 8);

    await page.goto('/compare');
    await page.getByRole('checkbox', { name: 'Select As surveyed' }).check();
    await page.getByRole('checkbox', { name: 'Select Cheaper' }).check();
    await page.getByRole('button', { name: 'Compare 2 simulations' }).click();
    await page.getByRole('heading', { name: 'B compared with A' }).waitFor();
    expect(decodeURIComponent(page.url())).toContain(`/compare?ids=${ids.join(',')}`);
    await page.getByRole('img', { name: 'Shares: B minus A' }).first().waitFor();
    const parameters = page.getByRole('region', { name: 'Parameters with different values' });
    expect(await parameters.getByRole('row').last().innerText()).toMatch(/Swissmetro fare.*unchanged.*20% lower/s);
    expect(await savedName(page, 'Download the report')).toBe(`${ids[1]}-compared.html`);
    await page.getByText('The numbers of this chart').first().click();
    const shares = page.getByRole('region', { name: 'Shares: B minus A' });
    const text = await shares.getByRole('row', { name: /^Swissmetro/ }).innerText();
    expect(text).toMatch(/\+\d+\.\d points\s+\+\d+\.\d to \+\d+\.\d points/);

    await page.goto(`/compare?ids=${ids[0]},${other}`);
    await page.getByRole('heading', { name: 'B compared with A' }).waitFor();
    await page.getByText('the scenario of A was evaluated on the agents of B').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('A sweep over one parameter leads from the form to a curve, and a measure over it states its meaning', async () => {
    const { context, page, problems } = await openPage(browser);
    await signUp(page);
    await openSweepForm(page);
    await page.getByText(/^uses 3, .* left this month$/).waitFor();
    await runSweep(page);
    await page.getByRole('img', { name: 'Train, Swissmetro, Car by Swissmetro fare' }).first().waitFor();
    const table = page.getByRole('region', { name: 'Points of the sweep' });
    expect(await table.getByRole('row').count()).toBe(4);

    await page.getByRole('tab', { name: 'Downloads' }).click();
    expect(await savedName(page, 'Table as CSV')).toMatch(/^swp_\w+\.csv$/);
    await page.getByRole('tab', { name: 'Answer' }).click();

    await page.getByRole('button', { name: 'Define a measure' }).click();
    await page.getByLabel('Unit').fill('CHF');
    await page.getByLabel('Price that follows a parameter').selectOption({ label: 'Swissmetro fare' });
    await page.getByLabel('Swissmetro: multiplied by Swissmetro fare').fill('60');
    await page.getByRole('button', { name: 'Save the measure' }).click();
    const sentence =
      'Revenue per 1,000 agents: 60 CHF × “Swissmetro fare” for each agent with the outcome “Swissmetro”. All other outcomes count 0.';
    await page.getByText(sentence).waitFor();
    await page.getByText(/^Highest of the 3 points: [\d,]+ CHF at Swissmetro fare/).waitFor();
    await page.reload();
    await page.getByText(sentence).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('A sweep over two parameters leads to a heat map with a value in each cell', async () => {
    const { context, page, problems } = await openPage(browser);
    await signUp(page);
    await openSweepForm(page);
    await page.getByRole('button', { name: 'Add a second parameter' }).click();
    await page.getByLabel('Number of values').last().fill('2');
    await runSweep(page);
    const map = page.getByRole('region', { name: 'Swissmetro, by Swissmetro fare and Train travel time' });
    // The page reads the last points after the sweep is complete.
    await map.getByRole('cell').first().waitFor();
    await map.getByText('–').first().waitFor({ state: 'detached' });
    const cells = await map.getByRole('cell').allTextContents();
    expect(cells).toHaveLength(6);
    for (const cell of cells) expect(cell).toMatch(/^\d+\.\d%$/);
    await page
      .getByRole('button', { name: 'Download “Train or Swissmetro, by Swissmetro fare and Train travel time”' })
      .click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Picture (SVG)' }).click(),
    ]);
    const svg = (await buffer(await file.createReadStream())).toString();
    expect(svg).toContain('<title>Train or Swissmetro, by Swissmetro fare and Train travel time</title>');
    expect(svg).not.toContain('var(');
    expect(problems).toEqual([]);
    await context.close();
  });
});

/** Clicks a download button and returns the name of the saved file. */
async function savedName(page: Page, button: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  return file.suggestedFilename();
}
