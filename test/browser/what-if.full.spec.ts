import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { conjoint } from '../../model/authoring/testing/choices.js';
import { baselineScenario, type WorkflowDefinition } from '../../model/definition.js';
import { isChoice } from '../../model/definition.js';
import { parseDefinition } from '../../model/simulate.js';
import { seriousProblems } from '../support/axe.js';
import { connectBrowser, openPage, signUp } from '../support/browser.js';

const catalog = join(import.meta.dirname, '../../catalog');
const slugs = readdirSync(catalog).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []));
const read = (slug: string): unknown => JSON.parse(readFileSync(join(catalog, `${slug}.json`), 'utf8'));
const byDefinition = (slug: string) => readFileSync(join(catalog, `${slug}.json`)).length;
const largest = [...slugs].sort((a, b) => byDefinition(b) - byDefinition(a)).slice(0, 5);
const workflow = 'swissmetro-mode-choice';
/** `SCREENSHOTS=folder` stores pictures of the panel. */
const screenshotFolder = process.env['SCREENSHOTS'];

interface Request {
  values: Record<string, number | string>;
  where?: Record<string, string[]>;
}

/** One changed parameter, all at the ends of their data, and a segment of the population. */
function requestsOf({ scenario: { parameters }, population }: WorkflowDefinition): Request[] {
  const changed = parameters.map((parameter): [string, number | string] => [
    parameter.id,
    isChoice(parameter) ? parameter.options.at(-1)!.id : parameter.calibrated_range[1],
  ]);
  const attribute = population.attributes.find(({ type }) => type === 'categorical');
  const group = attribute && 'categories' in attribute ? attribute.categories[0]!.id : undefined;
  return [
    { values: Object.fromEntries(changed.slice(0, 1)) },
    { values: Object.fromEntries(changed) },
    { values: {}, ...(attribute && group !== undefined && { where: { [attribute.id]: [group] } }) },
  ];
}

/** Sends a request with the session of the page, and returns `data` of the response. */
const send = <Data>(page: Page, method: string, path: string, content?: object): Promise<Data> =>
  page.evaluate(
    async ([verb, address, body, key]) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': key, 'svc-tier': 'sandbox' };
      const response = await fetch(address, { method: verb, headers, ...(body && { body }) });
      if (!response.ok) throw new Error(`${address}: ${await response.text()}`);
      return ((await response.json()) as { data: Data }).data;
    },
    [method, path, content ? JSON.stringify(content) : '', randomUUID()] as const,
  );

interface Simulation {
  id: string;
  status: string;
  digest: string | null;
}

async function digestOfService(page: Page, request: object): Promise<string> {
  const { id } = await send<Simulation>(page, 'POST', '/v1/simulations', request);
  for (;;) {
    const { status, digest } = await send<Simulation>(page, 'GET', `/v1/simulations/${id}`);
    if (digest !== null) return digest;
    if (status !== 'queued' && status !== 'running') throw new Error(`the simulation ended with status ${status}`);
    await page.waitForTimeout(200);
  }
}

/** Publishes a conjoint of the user's organization. Returns the id of its workflow. */
async function publishConjoint(page: Page): Promise<string> {
  const rows = conjoint(-1.8).map(({ resp, task, option, price, brand, isChosen }) =>
    [resp, task, option, price, brand, Number(isChosen)].join(','),
  );
  const csv = `resp,task,option,price,brand,chosen\n${rows.join('\n')}\n`;
  const dataset_id = await page.evaluate(async (body) => {
    const headers = { 'content-type': 'text/csv', 'svc-tier': 'sandbox' };
    const response = await fetch('/v1/datasets?name=Phones', { method: 'POST', headers, body });
    return ((await response.json()) as { data: { id: string } }).data.id;
  }, csv);
  const { spec } = await send<{ spec: string }>(page, 'POST', `/v1/datasets/${dataset_id}/spec`, { outcome: 'chosen' });
  const { id } = await send<Simulation>(page, 'POST', '/v1/fits', { dataset_id, spec });
  while ((await send<Simulation>(page, 'GET', `/v1/runs/${id}`)).status !== 'completed') await page.waitForTimeout(200);
  return (await send<{ workflow_id: string }>(page, 'POST', `/v1/fits/${id}/publish`)).workflow_id;
}

/** Runs in the page: sends the messages to a new worker with the file of the panel, and returns the replies. */
const workerScript = `async (messages) => {
  const names = performance.getEntriesByType('resource').map(({ name }) => name);
  const worker = new Worker(names.find((name) => name.includes('engine.worker')), { type: 'module' });
  const replies = [];
  for (const message of messages) {
    const reply = new Promise((resolve) => worker.addEventListener('message', ({ data }) => resolve(data), { once: true }));
    worker.postMessage(message);
    replies.push(await reply);
  }
  worker.terminate();
  return replies;
}`;

/** Digests of the worker that the panel of this page loaded. */
async function digestsOfWorker(page: Page, definition: unknown, requests: readonly object[]): Promise<string[]> {
  const messages = [{ definition }, ...requests.map((request) => ({ request }))];
  const replies = await page.evaluate<{ result?: { digest: string }; problem?: string }[]>(
    `(${workerScript})(${JSON.stringify(messages)})`,
  );
  return replies.slice(1).map(({ result, problem }) => result?.digest ?? String(problem));
}

/** Names and sizes of the files that a page loaded. */
const loadedFiles = (page: Page) =>
  page.evaluate<[string, number][]>(
    `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/')).map(({ name, encodedBodySize }) => [name, encodedBodySize])`,
  );

const sentence = (page: Page) => page.locator('.what-if-sentence');
const digestOf = async (page: Page) => {
  await page
    .locator('.what-if-digest', { hasText: /^[0-9a-f]{64}$/ })
    .first()
    .waitFor({ state: 'attached' });
  return page.locator('.what-if-digest').first().textContent();
};

describe('the engine in a browser', () => {
  let browser: Browser;
  beforeAll(async () => (browser = await connectBrowser()));
  afterAll(() => browser.close());

  async function openPanel() {
    const opened = await openPage(browser);
    await signUp(opened.page);
    await opened.page.goto(`/workflows/${workflow}`);
    await digestOf(opened.page);
    return opened;
  }

  it('All workflows have the digests of the service for a changed parameter, all of them, and a segment', async () => {
    const { context, page, problems } = await openPanel();
    const agent_count = 120;
    const seed = 7;
    for (const slug of slugs) {
      const definition = parseDefinition(read(slug));
      expect(Object.keys(baselineScenario(definition)).length).toBeGreaterThan(0);
      const requests = requestsOf(definition);
      const served = await send<{ definition: unknown }>(page, 'GET', `/v1/case-studies/${slug}/definition`);
      const browserDigests = await digestsOfWorker(
        page,
        served.definition,
        requests.map(({ values, where }) => ({
          ...{ values, seed, agentCount: agent_count },
          adjustments: { targetAgentCount: agent_count, ...(where && { where }) },
        })),
      );
      const own = { workflow_id: slug, agent_count, seed };
      const serviceDigests = await Promise.all(
        requests.map(({ values, where }) =>
          digestOfService(page, { ...own, scenario_context: values, ...(where && { where }) }),
        ),
      );
      expect({ slug, digests: browserDigests }).toEqual({ slug, digests: serviceDigests });
    }
    expect(problems).toEqual([]);
    await context.close();
  }, 1_800_000);

  it('The first load of a page is at most 160 KB, and has no part of the engine', async () => {
    const { context, page } = await openPanel();
    const loaded: Record<string, number> = {};
    for (const path of ['/', '/workflows', '/runs', '/usage', '/own-data']) {
      await page.goto(path, { waitUntil: 'networkidle' });
      const files = await loadedFiles(page);
      expect(files.filter(([name]) => /engine|what-if-panel/.test(name))).toEqual([]);
      loaded[path] = files.reduce((sum, [, size]) => sum + size, 0);
    }
    process.stdout.write(`first loads in bytes: ${JSON.stringify(loaded)}\n`);
    for (const [path, size] of Object.entries(loaded))
      expect({ path, isSmall: size <= 160_000 }).toEqual({ path, isSmall: true });
    await context.close();
  });

  it('Sliders of the five largest workflows move their results, and the durations of frames are printed', async () => {
    const { context, page, problems } = await openPanel();
    const rows: object[] = [];
    for (const slug of largest) rows.push({ slug, ...(await framesWhileDragging(page, slug)) });
    process.stdout.write(`${rows.map((row) => JSON.stringify(row)).join('\n')}\n`);
    expect(problems).toEqual([]);
    await context.close();
  }, 600_000);

  it('The panel has no serious accessibility problem and no sideways scroll, in both themes and widths', async () => {
    const { context, page, problems } = await openPanel();
    const own = { workflow_id: workflow, agent_count: 200, seed: 7, scenario_context: { swissmetro_cost_factor: 0.8 } };
    const { id } = await send<Simulation>(page, 'POST', '/v1/simulations', own);
    const paths = {
      workflow: `/workflows/${workflow}?set=train_cost_factor:1.4,swissmetro_cost_factor:0.9&kept=;train_cost_factor:1.1`,
      result: `/simulations/${id}?tier=sandbox&what_if=open`,
      ask: `/?question=${encodeURIComponent('How many travelers would take the Swissmetro if its fares were 20% lower?')}`,
    };
    const found: string[] = [];
    for (const [name, path] of Object.entries(paths))
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [1280, 390]) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 844 });
          await page.goto(path);
          await digestOf(page);
          await page.locator('.what-if figure svg').first().waitFor();
          const sideways = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
          const at = `${name} ${colorScheme} ${width}`;
          found.push(...(await seriousProblems(page)).map((problem) => `${at}: ${problem}`));
          if (sideways > 0) found.push(`${at}: ${sideways} px of sideways scroll`);
          if (screenshotFolder)
            await page.screenshot({
              path: join(screenshotFolder, `what-if-${at.replaceAll(' ', '-')}.png`),
              fullPage: true,
            });
        }
    expect([...found, ...problems]).toEqual([]);
    await context.close();
  }, 600_000);

  it('Undo, reset, kept scenarios and the link of the address show the same scenario again', async () => {
    const { context, page, problems } = await openPanel();
    const start = await digestOf(page);
    const fare = page.getByRole('slider', { name: 'Swissmetro fare, slider' });
    await fare.focus();
    await page.keyboard.press('ArrowLeft');
    await sentence(page).filter({ hasText: 'Swissmetro fare' }).waitFor();
    const cheaper = await digestOf(page);
    expect(cheaper).not.toBe(start);
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await page.getByRole('columnheader', { name: /^Scenario 1/ }).waitFor();
    const number = page.getByRole('spinbutton', { name: 'Swissmetro fare' });
    await number.fill(String(Math.round(2 * Number(await number.inputValue()))));
    await page.getByText('The result is an extrapolation.').waitFor();
    await page.waitForURL(/set=swissmetro_cost_factor/);
    await sentence(page).filter({ hasText: '(outside the data)' }).waitFor();
    const dearer = await digestOf(page);
    await page.reload();
    await sentence(page).filter({ hasText: '(outside the data)' }).waitFor();
    expect(await digestOf(page)).toBe(dearer);
    await page.getByRole('button', { name: 'Show scenario 1' }).click();
    await sentence(page)
      .filter({ hasText: /lower:/ })
      .waitFor();
    expect(await digestOf(page)).toBe(cheaper);
    await page.getByRole('button', { name: 'Undo' }).click();
    await sentence(page).filter({ hasText: '(outside the data)' }).waitFor();
    await page.getByRole('button', { name: 'Reset to baseline' }).click();
    await sentence(page).filter({ hasText: 'Baseline' }).waitFor();
    expect(await digestOf(page)).toBe(start);
    const target = page.getByRole('slider', { name: /^Target of / });
    const line = await lineOf(target);
    await target.press('ArrowUp');
    const reached = page.locator('.what-if-more [role=status]');
    await reached.filter({ hasText: 'Swissmetro fare' }).waitFor();
    const byKey = await reached.textContent();
    expect((await lineOf(target)).y).toBeLessThan(line.y);
    // A mouse drags the line itself, anywhere in the chart.
    await page.mouse.move(line.x, (await lineOf(target)).y);
    await page.mouse.down();
    await page.mouse.move(line.x, line.y - 30, { steps: 4 });
    await page.mouse.up();
    await reached.filter({ hasNotText: byKey! }).waitFor();
    expect(Math.abs((await lineOf(target)).y - line.y + 30)).toBeLessThan(6);
    await page.getByRole('button', { name: 'Use this value' }).click();
    await page.waitForURL(/set=swissmetro_cost_factor/);
    await sentence(page).filter({ hasText: 'Swissmetro fare' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  }, 300_000);

  it('A product table in a result moves the shares, and the saved simulation has the digest of the browser', async () => {
    const { context, page, problems } = await openPanel();
    const published = await publishConjoint(page);
    const attributes = { price: 12, brand: 'bolt' };
    const { id } = await send<Simulation>(page, 'POST', '/v1/simulations', {
      ...{ workflow_id: published, agent_count: 200, seed: 1 },
      alternatives: { products: [{ id: 'bolt_12', label: 'Bolt 12', attributes }] },
    });
    await page.goto(`/simulations/${id}?tier=sandbox`);
    await page.getByRole('heading', { level: 1, name: 'Bolt 12' }).waitFor();
    const bars = page.getByRole('list', { name: 'Results of this scenario' }).getByRole('listitem');
    const start = await digestOf(page);
    const shareOf = async (label: string) => {
      const text = await bars.filter({ hasText: label }).first().textContent();
      return Number(/([\d.]+)%/.exec(text!.replace(label, ''))![1]);
    };
    const alone = await shareOf('Bolt 12');
    expect(await page.getByRole('slider', { name: 'Price of 1, slider' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Copy Bolt 12' }).click();
    await bars.filter({ hasText: 'Bolt 12 (2)' }).waitFor();
    expect(await shareOf('Bolt 12 (2)')).toBeLessThan(alone);
    const price = page.getByRole('spinbutton', { name: 'Price of Bolt 12 (2)' });
    await price.fill('20');
    await page.getByText('outside the data', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove Bolt 12', exact: true }).click();
    await price.fill('9');
    await bars.filter({ hasText: 'Bolt 12 (2)' }).waitFor();
    await digestOf(page);
    await page.getByRole('button', { name: 'Save as a simulation' }).click();
    await page.getByText('The service computed the same result').waitFor();
    expect(await digestOf(page)).not.toBe(start);
    await page.reload();
    expect(await price.inputValue()).toBe('9');
    const curve = page.getByRole('region', { name: 'Curve' });
    const curveTitle = curve.locator('figcaption', { hasText: 'Bolt 12 (2) by Price of Bolt 12 (2)' });
    await price.fill('12');
    await curveTitle.waitFor();
    const revenueOf = async () => (await price.locator('xpath=ancestor::tr').locator('td').last().textContent())!;
    const share = await shareOf('Bolt 12 (2)');
    await digestOf(page);
    const [revenue, low, high] = [...(await revenueOf()).matchAll(/[\d.]+/g)].map(Number);
    expect(Math.abs(revenue! - (12 * (await shareOf('Bolt 12 (2)'))) / 100)).toBeLessThan(0.05);
    expect([low! < revenue!, revenue! < high!, share > 0]).toEqual([true, true, true]);
    await page.getByRole('button', { name: 'Undo' }).click();
    const undone = (await page.getByRole('button', { name: 'Undo' }).isDisabled()) ? '9' : '';
    expect([undone, await price.inputValue()]).toEqual(['9', '9']);
    expect(problems).toEqual([]);
    await context.close();
  }, 300_000);

  it('A saved scenario that the service computes differently shows both digests', async () => {
    const { context, page } = await openPanel();
    const request = { workflow_id: workflow, agent_count: 100, seed: 7 };
    const { id } = await send<Simulation>(page, 'POST', '/v1/simulations', request);
    const other = 'f'.repeat(64);
    await page.route('**/v1/runs/sim_*', async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: { id: string } };
      await route.fulfill({ response, json: { data: { ...data, ...(data.id !== id && { digest: other }) } } });
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/simulations/${id}?tier=sandbox`);
    await page.getByRole('link', { name: 'Change values' }).click();
    const own = await digestOf(page);
    await page.getByRole('button', { name: 'Save as a simulation' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Service and browser computed different results' });
    await alert.waitFor();
    expect(await alert.textContent()).toContain(other);
    expect(await alert.textContent()).toContain(own);
    await alert.getByRole('button', { name: 'Copy a report of the difference' }).waitFor();
    await context.close();
  }, 300_000);
});

/** The middle of the target line: the thumb of its slider, in pixels of the page. */
async function lineOf(target: Locator): Promise<{ x: number; y: number }> {
  await target.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await target.boundingBox())!;
  const part = Number(await target.inputValue()) / Number(await target.getAttribute('max'));
  const thumb = 28;
  return { x: x + width / 2, y: y + thumb / 2 + (1 - part) * (height - thumb) };
}

/** Starts to record frames of the page, and results of the engine with their durations. */
const recordFrames = `(() => {
  const recorded = { frames: [], engine: [], isOn: true };
  window.recorded = recorded;
  const duration = document.querySelectorAll('.what-if-facts dd')[2];
  const ended = () => recorded.engine.push(Number.parseInt(duration.textContent, 10));
  new MutationObserver(ended).observe(duration, { subtree: true, characterData: true, childList: true });
  let last = performance.now();
  const frame = (now) => {
    recorded.frames.push(now - last);
    last = now;
    if (recorded.isOn) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})()`;

/** Drags the first slider of a workflow over its range and back, and measures what the page does meanwhile. */
async function framesWhileDragging(page: Page, slug: string): Promise<object> {
  await page.goto(`/workflows/${slug}`);
  await digestOf(page);
  await page.evaluate("for (const one of document.querySelectorAll('.what-if-controls details')) one.open = true");
  const slider = page.locator('.what-if-controls input[type=range]').first();
  const hasSlider = (await slider.count()) > 0;
  const control = hasSlider ? slider : page.locator('.what-if-controls select').first();
  // Above the lower edge: the bars stay in view at the upper one.
  await control.focus();
  await page.evaluate("document.activeElement.scrollIntoView({ block: 'end' })");
  await page.evaluate(recordFrames);
  if (hasSlider) {
    const box = (await slider.boundingBox())!;
    const at = (part: number) => [box.x + 10 + part * (box.width - 20), box.y + box.height / 2] as const;
    await page.mouse.move(...at(0.5));
    await page.mouse.down();
    for (let step = 0; step <= 80; step++) await page.mouse.move(...at(0.5 + 0.45 * Math.sin(step / 8)));
    await page.mouse.up();
  } else {
    for (let step = 0; step < 20; step++) await page.keyboard.press(step % 5 < 3 ? 'ArrowDown' : 'ArrowUp');
  }
  await page.evaluate('recorded.isOn = false');
  const { frames, engine } = await page.evaluate<{ frames: number[]; engine: number[] }>('recorded');
  const text = (numbers: number[]) => {
    const sorted = [...numbers].sort((a, b) => a - b);
    const at = (part: number) => Math.round(sorted[Math.floor(part * (sorted.length - 1))] ?? 0);
    return `median ${at(0.5)}, 95% ${at(0.95)}, max ${at(1)}`;
  };
  return { 'frame of the page (ms)': text(frames), 'engine (ms)': text(engine), results: engine.length };
}
