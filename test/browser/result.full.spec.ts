import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Browser, Page } from 'playwright-core';
import { seriousProblems } from '../support/axe.js';
import { connectBrowser, fromMenu, openPage, signUp } from '../support/browser.js';
import { whileQueuePaused } from '../support/pause-queue.js';

interface Created {
  workflow_id: string;
  agent_count: number;
  scenario_context?: Record<string, number | string>;
  seed?: number;
}

const cheaper: Created = {
  workflow_id: 'swissmetro-mode-choice',
  agent_count: 100,
  scenario_context: { swissmetro_cost_factor: 0.8 },
  seed: 7,
};

/** Sends a request with the session of the page, and returns `data` of the response. */
function request(page: Page, method: string, path: string, content?: object): Promise<{ id: string; status: string }> {
  return page.evaluate(
    async ([verb, address, body, key]) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': key, 'svc-tier': 'sandbox' };
      const response = await fetch(address, { method: verb, headers, ...(body && { body }) });
      if (!response.ok) throw new Error(await response.text());
      return ((await response.json()) as { data: { id: string; status: string } }).data;
    },
    [method, path, content ? JSON.stringify(content) : '', randomUUID()] as const,
  );
}

async function create(page: Page, body: Created): Promise<string> {
  return (await request(page, 'POST', '/v1/simulations', body)).id;
}

/** Creates a simulation and waits until it is completed. */
async function completed(page: Page, body: Created): Promise<string> {
  const id = await create(page, body);
  for (;;) {
    const { status } = await request(page, 'GET', `/v1/simulations/${id}`);
    if (status === 'completed') return id;
    if (status !== 'queued' && status !== 'running') throw new Error(`the simulation ended with status ${status}`);
    await page.waitForTimeout(200);
  }
}

describe('results in the dashboard', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await connectBrowser();
  });
  afterAll(() => browser.close());

  async function openAsNewUser() {
    const opened = await openPage(browser);
    await signUp(opened.page);
    return opened;
  }

  it('A simulation shows its progress while it runs, and then its headline, without a reload', async () => {
    const { context, page, problems } = await openAsNewUser();
    const id = await completed(page, cheaper);
    // The page starts with the record of a running simulation. Its events arrive after the gate opens.
    let open = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    await page.route(`**/v1/runs/${id}`, async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: object };
      const running = { status: 'running', summary: null, progress: { agents_done: 40, agents_total: 100 } };
      await route.fulfill({ response, json: { data: { ...data, ...running } } });
    });
    await page.route('**/events', async (route) => {
      await gate;
      await page.unroute(`**/v1/runs/${id}`);
      await route.continue();
    });
    await page.goto(`/simulations/${id}?tier=sandbox`);
    await page.getByText('40 of 100 agents').waitFor();
    expect(await page.getByRole('progressbar', { name: 'Progress of the run' }).getAttribute('value')).toBe('40');
    open();
    const headline = page.getByRole('region', { name: 'Answer', exact: true });
    await headline.waitFor();
    expect(await headline.textContent()).toMatch(
      /^Swissmetro fare 20% lower: Swissmetro \d+\.\d% → \d+\.\d%: \d+\.\d points more \(95% interval \+\d+\.\d to \+\d+\.\d\)/,
    );
    await page.getByText('The changed parameters belong to this result.').waitFor();
    await page.getByLabel('Result shown first').selectOption({ label: 'Car' });
    await headline.getByText(/^Swissmetro fare 20% lower: Car \d+\.\d% → \d+\.\d%: \d+\.\d points fewer \(/).waitFor();
    const sectionsOf = async (tab: string) => {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      const headings = page.getByRole('tabpanel', { name: tab, exact: true }).getByRole('heading', { level: 2 });
      await headings.first().waitFor();
      return headings.allTextContents();
    };
    expect(await sectionsOf('Answer')).toEqual(['Values compared with the baseline', 'Scenario']);
    expect(await sectionsOf('Who')).toEqual(['Groups: differences of the effect', 'Changed outcomes']);
    await page.getByText('The effect on “Car” is').waitFor();
    expect(await sectionsOf('Elasticities and welfare')).toEqual(['Elasticities', 'Gains and losses']);
    const certainty = ['How far to trust this', 'Uncertainty', 'Evidence', 'Limits'];
    expect(await sectionsOf('Uncertainty')).toEqual(certainty);
    await page.getByText('The 95% interval of the difference of “Car”').waitFor();
    await page.getByRole('tab', { name: 'Agents', exact: true }).click();
    await page.getByRole('region', { name: 'Table of agents' }).waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'Agents', selected: true }).waitFor();
    // A chart is drawn for the size of the screen, also if that changes.
    for (const width of [390, 1_280]) {
      await page.setViewportSize({ width, height: 844 });
      await headline.getByRole('img', { name: 'Difference from the baseline' }).waitFor();
      await headline.locator('svg').waitFor();
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  it('A user cancels a simulation that is not finished, and the page states what to do next', async () => {
    const { context, page, problems } = await openAsNewUser();
    await whileQueuePaused(async () => {
      const id = await create(page, { workflow_id: 'repeated-pd-cooperation', agent_count: 100 });
      await page.goto(`/simulations/${id}?tier=sandbox`);
      await page.getByRole('button', { name: 'Cancel the simulation' }).click();
      await page.getByText('This simulation was canceled').waitFor();
    });
    expect(await page.getByRole('button', { name: 'Cancel the simulation' }).count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('With 10,000 agents, a user filters, turns pages and reads a transcript, and the page has few rows', async () => {
    const { context, page, problems } = await openAsNewUser();
    const id = await completed(page, { ...cheaper, agent_count: 10_000 });
    await page.goto(`/simulations/${id}?tier=sandbox&tab=agents`);
    const pages = page.getByRole('navigation', { name: 'Pages of agents' });
    await pages.getByText('Agents 1 to 25 of 10,000').waitFor();
    await page.getByLabel('Outcome', { exact: true }).selectOption({ label: 'Train' });
    await page.getByLabel('Attribute of the agents').selectOption({ label: 'Sex' });
    await page.getByLabel('Group', { exact: true }).selectOption({ label: 'Woman' });
    await pages.getByText(/^Agents 1 to 25 of \d{2,3}$/).waitFor();
    const rows = page.getByRole('region', { name: 'Table of agents' }).getByRole('row');
    expect(await rows.count()).toBe(26);
    // Until the next page arrives, the rows of the previous one stay visible and cannot be opened.
    let open = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    await page.route('**/results?*cursor=*', async (route) => {
      await gate;
      await route.continue();
    });
    await pages.getByRole('button', { name: 'Next' }).click();
    await pages.getByText('Loading agents…').waitFor();
    const readTranscript = page.getByRole('button', { name: /^Transcript of agent/ }).first();
    expect(await readTranscript.isDisabled()).toBe(true);
    open();
    await pages.getByText(/^Agents 26 to \d+ of/).waitFor();
    await readTranscript.click();
    const transcript = page.getByRole('group', { name: 'Transcript' });
    await transcript.waitFor();
    expect(await transcript.textContent()).toMatch(/I am a woman.*I choose the train/);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('A user names a simulation, finds it by its name, and deletes it', async () => {
    const { context, page, problems } = await openAsNewUser();
    const id = await completed(page, cheaper);
    await page.goto(`/simulations/${id}?tier=sandbox`);
    await fromMenu(page, 'Name and notes');
    await page.getByLabel('Name', { exact: true }).fill('Cheap <b>maglev</b> 🚄');
    await page.getByLabel('Notes', { exact: true }).fill('For the board.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Cheap <b>maglev</b> 🚄' }).waitFor();
    await page.getByText('For the board.').waitFor();

    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.getByLabel('Name contains').fill('maglev');
    const row = page.getByRole('row', { name: /maglev/ });
    await row.getByText(/Swissmetro \d+\.\d% → \d+\.\d%/).waitFor();
    await row.getByRole('link').click();
    await fromMenu(page, 'Delete');
    await page.getByRole('button', { name: 'Delete the simulation' }).click();
    await page.getByText('No runs yet').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('Each download button saves a complete file with a name that contains the id', async () => {
    const { context, page, problems } = await openAsNewUser();
    const id = await completed(page, cheaper);
    await page.goto(`/simulations/${id}?tier=sandbox&tab=downloads`);
    const saved = async (button: string) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button }).click(),
      ]);
      return { name: file.suggestedFilename(), bytes: await buffer(await file.createReadStream()) };
    };
    const csv = await saved('Agents as CSV');
    expect(csv.name).toBe(`${id}-agents.csv`);
    expect(csv.bytes.toString().trim().split('\r\n')).toHaveLength(1 + cheaper.agent_count);
    const json = await saved('Agents as JSON');
    expect(json.name).toBe(`${id}-agents.json`);
    expect((JSON.parse(json.bytes.toString()) as { data: unknown[] }).data).toHaveLength(cheaper.agent_count);
    const parquet = await saved('Agents as Parquet');
    expect(parquet.name).toBe(`${id}-agents.parquet`);
    expect([parquet.bytes.subarray(0, 4).toString(), parquet.bytes.subarray(-4).toString()]).toEqual(['PAR1', 'PAR1']);
    const manifest = await saved('Manifest');
    expect(manifest.name).toBe(`${id}-manifest.json`);
    expect(JSON.parse(manifest.bytes.toString())).toMatchObject({ data: { agent_count: cheaper.agent_count } });
    const report = await saved('Report (HTML)');
    expect(report.name).toBe(`${id}-report.html`);
    expect(report.bytes.toString().trim()).toMatch(/^<!doctype html>[^]*<\/html>$/i);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('A chart is saved as a picture without variables, and its numbers as a table, with the name of the page and the chart', async () => {
    const { context, page, problems } = await openAsNewUser();
    const id = await completed(page, cheaper);
    await page.goto(`/simulations/${id}?tier=sandbox`);
    const title = 'Difference from the baseline, in percentage points';
    const saved = async (kind: string) => {
      await page.getByRole('button', { name: `Download “${title}”` }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: kind }).click(),
      ]);
      return { name: file.suggestedFilename(), bytes: await buffer(await file.createReadStream()) };
    };
    const svg = await saved('Picture (SVG)');
    const name = 'swissmetro-mode-choice-swissmetro-fare-20-lower-difference-from-the-baseline-in-percentage-points';
    expect(svg.name).toBe(`${name}.svg`);
    expect(svg.bytes.toString()).toContain(`<title>${title}</title>`);
    expect(svg.bytes.toString()).not.toContain('var(');
    const png = await saved('Picture (PNG)');
    expect([png.name, png.bytes.subarray(1, 4).toString()]).toEqual([`${name}.png`, 'PNG']);
    expect(png.bytes.readUInt32BE(16)).toBe(2 * (720 + 2 * 16));
    const csv = await saved('Numbers (CSV)');
    expect(csv.bytes.toString().split('\r\n')[1]).toMatch(/^"Swissmetro","[^"]+",0\.\d{4,},0\.\d+,0\.\d+$/);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('The menu of Ctrl K opens pages, workflows and named runs with the keyboard', async () => {
    const { context, page, problems } = await openAsNewUser();
    const id = await completed(page, { ...cheaper, name: 'Board paper' } as Created);
    await page.goto('/usage?tier=sandbox');
    await page.getByRole('heading', { level: 1, name: 'Usage and limits' }).waitFor();
    await page.keyboard.press('Control+k');
    const input = page.getByRole('combobox', { name: 'Page, action, workflow or name of a run' });
    await input.fill('repeated games');
    await page.getByRole('option', { name: 'Cooperation in repeated games' }).waitFor();
    expect(await seriousProblems(page)).toEqual([]);
    await input.fill('board');
    await page.getByRole('option', { name: 'Board paper Simulation' }).waitFor();
    await input.press('Enter');
    await page.waitForURL(`**/simulations/${id}`);
    await page.keyboard.press('Control+k');
    await input.fill('api');
    await input.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('A share link opens the report without an account until it is revoked', async () => {
    const { context, page, problems } = await openAsNewUser();
    const id = await completed(page, cheaper);
    await page.goto(`/simulations/${id}?tier=sandbox`);
    await fromMenu(page, 'Share the report');
    const dialog = page.getByRole('dialog', { name: 'Share the report' });
    await dialog.getByRole('combobox', { name: 'Expires after' }).selectOption('7 days');
    await dialog.getByRole('button', { name: 'Create a link' }).click();
    await dialog.getByText('This link is shown only once').waitFor();
    expect(await seriousProblems(page)).toEqual([]);
    const url = new URL((await dialog.getByRole('textbox', { name: 'Share link' }).textContent()) ?? '');
    const visitor = await openPage(browser);
    const visit = () => visitor.page.goto(url.pathname);
    expect((await visit())?.status()).toBe(200);
    await visitor.page.getByRole('heading', { level: 1, name: 'Swissmetro mode choice' }).waitFor();
    await dialog.getByRole('button', { name: 'Revoke the link that expires' }).click();
    await page.getByRole('button', { name: 'Revoke the link' }).click();
    await dialog.getByRole('button', { name: 'Create a link' }).waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Share link' }).count()).toBe(0);
    expect(await dialog.getByRole('button', { name: 'Revoke' }).count()).toBe(0);
    expect((await visit())?.status()).toBe(404);
    expect(problems).toEqual([]);
    await visitor.context.close();
    await context.close();
  });

  it('A click on a button of a dialog counts even if a list arrives below it between press and release', async () => {
    const { context, page, problems } = await openAsNewUser();
    const id = await completed(page, cheaper);
    await page.goto(`/simulations/${id}?tier=sandbox`);
    let sendList = () => {};
    await page.route('**/v1/share-links?*', (route) => {
      sendList = () => void route.continue();
    });
    await fromMenu(page, 'Share the report');
    const dialog = page.getByRole('dialog', { name: 'Share the report' });
    const skeleton = dialog.getByRole('status', { name: 'Loading' });
    await skeleton.waitFor();
    const box = (await dialog.getByRole('button', { name: 'Create a link' }).boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + 3);
    await page.mouse.down();
    sendList();
    await skeleton.waitFor({ state: 'detached' });
    await page.mouse.up();
    await dialog.getByRole('textbox', { name: 'Share link' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('A saved change of a simulation has the digest that the browser computed, and offers the comparison with the original', async () => {
    const { context, page, problems } = await openAsNewUser();
    const id = await completed(page, cheaper);
    await page.goto(`/simulations/${id}?tier=sandbox`);
    await page.getByText('These are the values of the simulation.').waitFor();
    expect(await page.getByText(/^Swissmetro fare 20% lower: /).count()).toBe(1);
    const fare = page.getByRole('spinbutton', { name: 'Swissmetro fare' });
    const initial = Number(await fare.getAttribute('placeholder'));
    await fare.fill(String(Number((initial * 0.9).toFixed(6))));
    await page.getByText(/^Swissmetro fare 10% lower: /).waitFor();
    await page.getByRole('button', { name: 'Save as a simulation' }).click();
    await page.getByText('The service computed the same result').waitFor();
    const link = page.getByRole('link', { name: 'Compare with the original' });
    expect(await link.getAttribute('href')).toMatch(new RegExp(`^/compare\\?ids=${id},sim_[0-9a-f]{32}$`));
    await page.getByRole('link', { name: 'Open the simulation' }).click();
    await page.getByText('Swissmetro fare 10% lower: ').first().waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('A goal shows its value with intervals, its curve and the parts of the error, and saves its report and manifest', async () => {
    const { context, page, problems } = await openAsNewUser();
    const { id } = await request(page, 'POST', '/v1/goals', {
      workflow_id: cheaper.workflow_id,
      agent_count: 200,
      seed: 7,
      parameters: [{ name: 'swissmetro_cost_factor', from: 0.1, to: 2 }],
      objective: { goal: 'reach', share: 'swissmetro', target: 0.85 },
    });
    await page.goto(`/goals/${id}?tier=sandbox`);
    const title = 'Swissmetro fare at which the share of “Swissmetro” is 85%';
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    const headline = page.getByRole('region', { name: 'Answer', exact: true });
    await headline.waitFor();
    expect(await headline.textContent()).toMatch(
      /^Share of “Swissmetro” reaches 85\.0% with Swissmetro fare \d+(\.\d+)?% lower \(outside the data\) \(95% interval .+ lower\)\./,
    );
    await page.getByText('outside the calibrated range: an extrapolation').waitFor();
    await page.getByText('The shaded part is outside the data').waitFor();
    await headline.getByRole('img', { name: 'Share of “Swissmetro”, with its 95% band' }).first().waitFor();
    await headline.getByText('The numbers of this chart').click();
    expect(await headline.getByRole('row').count()).toBe(22);
    await page.getByRole('tab', { name: 'Uncertainty' }).click();
    for (const figure of ['Share of “Swissmetro”', 'Swissmetro fare (× baseline)'])
      await page.getByRole('row', { name: figure }).first().waitFor();
    await page.getByRole('tab', { name: 'Downloads' }).click();
    for (const [button, file] of [
      ['Manifest', `${id}-manifest.json`],
      ['Report (HTML)', `${id}-report.html`],
    ] as const) {
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button }).click(),
      ]);
      expect(saved.suggestedFilename()).toBe(file);
    }

    // The page of an unfinished goal shows its progress and can cancel it.
    const stopped: unknown[] = [];
    await page.route(`**/v1/runs/${id}**`, async (route) => {
      const response = await route.fetch({ method: 'GET', url: route.request().url().replace('/cancel', '') });
      const { data } = (await response.json()) as { data: object };
      const isCancel = route.request().method() === 'POST';
      if (isCancel) stopped.push(route.request().url());
      const progress = { evaluations_done: 21, evaluations_max: 80 };
      const status = isCancel ? 'canceled' : 'running';
      await route.fulfill({ response, json: { data: { ...data, status, progress, result: null } } });
    });
    await page.route(`**/v1/runs/${id}/events`, (route) => route.fulfill({ status: 204 }));
    await page.reload();
    await page.getByText('21 of at most 80 evaluations').waitFor();
    await page.getByRole('button', { name: 'Cancel the goal' }).click();
    await page.getByText('This goal was canceled').waitFor();
    expect(stopped).toHaveLength(1);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('An unknown id shows a page that helps, and a shared link opens in its tier', async () => {
    const { context, page, problems } = await openAsNewUser();
    const id = await completed(page, cheaper);
    await page.goto(`/simulations/${id}?tier=live`);
    await page.getByRole('heading', { level: 1, name: 'This simulation does not exist here' }).waitFor();
    await page.getByText('is in the live tier of your organization').waitFor();
    await page.getByRole('button', { name: 'Look in the sandbox tier' }).click();
    await page.getByRole('region', { name: 'Answer', exact: true }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
