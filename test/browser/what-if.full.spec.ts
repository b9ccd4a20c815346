import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { baselineScenario } from '../../model/definition.js';
import { parseDefinition } from '../../model/simulate.js';
import { seriousProblems } from '../support/axe.js';
import { connectBrowser, openPage, signUp } from '../support/browser.js';
import {
  digestOf,
  digestsOfWorker,
  framesWhileDragging,
  largest,
  read,
  requestsOf,
  send,
  sentence,
  slugs,
  type Simulation,
} from '../support/panel.js';

const workflow = 'swissmetro-mode-choice';
/** `SCREENSHOTS=folder` stores pictures of the panel. */
const screenshotFolder = process.env['SCREENSHOTS'];

async function digestOfService(page: Page, request: object): Promise<string> {
  const { id } = await send<Simulation>(page, 'POST', '/v1/simulations', request);
  for (;;) {
    const { status, digest } = await send<Simulation>(page, 'GET', `/v1/simulations/${id}`);
    if (digest !== null) return digest;
    if (status !== 'queued' && status !== 'running') throw new Error(`the simulation ended with status ${status}`);
    await page.waitForTimeout(200);
  }
}

/** Names and sizes of the files that a page loaded. */
const loadedFiles = (page: Page) =>
  page.evaluate<[string, number][]>(
    `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/')).map(({ name, encodedBodySize }) => [name, encodedBodySize])`,
  );

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
        (script) => page.evaluate(script),
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
    for (const slug of largest) {
      await page.goto(`/workflows/${slug}`);
      rows.push({ slug, ...(await framesWhileDragging(page)) });
    }
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
