import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { ApiClient } from '../support/api-client.js';
import { seriousProblems } from '../support/axe.js';
import { testDefinition } from '../support/definitions.js';
import { fromMenu, connectBrowser, openPage, signUp } from '../support/browser.js';
import { digestOf, framesWhileDragging, largest, saveReport, slugs } from '../support/panel.js';
import { newCaller, runFile } from '../support/shared-service.js';
import { createShareLink, tokenOf } from '../support/share-links.js';
import { simulate } from '../support/simulations.js';

const workflow_id = 'swissmetro-mode-choice';
const cheaper = {
  workflow_id,
  agent_count: 1_000,
  seed: 7,
  scenario_context: { swissmetro_cost_factor: 0.8, train_cost_factor: 1.1 },
};
/** `SCREENSHOTS=folder` stores pictures. */
const screenshotFolder = process.env['SCREENSHOTS'];

const sameDigest = 'This browser computed the result of the service: both have the same digest.';
/** Also those of folded parts. */
const sliders = (page: Page) => page.locator('.what-if-controls input[type=range]');

describe('simulators for readers without an account', () => {
  let browser: Browser;
  let api: ApiClient;
  let folder: string;

  beforeAll(async () => {
    [browser, api] = await Promise.all([connectBrowser(), newCaller()]);
    folder = mkdtempSync(join(tmpdir(), 'interactive-report-'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await browser.close();
  });

  /** Opens a page of which each request over a network fails, and is recorded. */
  async function openOffline(url: string, options = {}) {
    const opened = await openPage(browser, options);
    const requests: string[] = [];
    opened.page.on('request', (request) => {
      if (!/^(file|blob|data):/.test(request.url())) requests.push(request.url());
    });
    await opened.context.setOffline(true);
    await opened.page.goto(url);
    return { ...opened, requests };
  }
  async function share(body: object) {
    const created = await createShareLink(api, { run_id: (await simulate(api, cheaper)).id, ...body });
    return { id: created.body.data.id, path: `/v1/shared/${tokenOf(created.body.data)}/report` };
  }
  const simulator = { parameters: ['swissmetro_cost_factor'] };

  it('The saved report of each workflow computes the digest of the service without a network, in at most 900 KB', async () => {
    const sizes: Record<string, number> = {};
    for (const slug of slugs) {
      const { id, digest } = (await simulate(api, { workflow_id: slug, agent_count: 200, seed: 3 })) as {
        id: string;
        digest: string;
      };
      const { url, bytes } = await saveReport(api, id, folder);
      sizes[slug] = bytes;
      const { context, page, problems, requests } = await openOffline(url);
      await page.getByText(sameDigest).waitFor();
      expect({ slug, digest: await digestOf(page), requests, problems }).toEqual({
        slug,
        digest,
        requests: [],
        problems: [],
      });
      await context.close();
    }
    process.stdout.write(`bytes of interactive reports: ${JSON.stringify(sizes)}\n`);
    expect(Object.entries(sizes).filter(([, bytes]) => bytes > 900_000)).toEqual([]);
  }, 900_000);

  it('A saved report moves the result with each parameter, and Reset shows the baseline', async () => {
    const { url } = await saveReport(api, (await simulate(api, cheaper)).id, folder);
    const { context, page, problems, requests } = await openOffline(url);
    await page.getByText(sameDigest).waitFor();
    const start = await digestOf(page);
    await page.getByRole('slider', { name: 'Swissmetro fare, slider' }).press('ArrowRight');
    await page
      .locator('.what-if-digest', { hasText: /^[0-9a-f]{64}$/, hasNotText: start! })
      .first()
      .waitFor({ state: 'attached' });
    expect(await page.getByText(sameDigest).count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(sameDigest).waitFor();
    await page.getByRole('button', { name: 'Reset to baseline' }).click();
    await page.locator('.what-if-sentence', { hasText: 'Baseline' }).waitFor();
    expect([...problems, ...requests]).toEqual([]);
    await context.close();
  });

  it('A segment in a saved and in a shared simulator has the digest of the service, and everyone the digest of the run', async () => {
    const { id } = await simulate(api, cheaper);
    const { digest } = await simulate(api, { ...cheaper, where: { sex: ['female'] } });
    for (const url of [(await saveReport(api, id, folder)).url, (await share({ simulator })).path]) {
      const { context, page, problems } = await openPage(browser);
      await page.goto(url);
      await page.getByText(sameDigest).waitFor();
      await page.locator('summary', { hasText: 'Segment' }).click();
      await page.getByLabel('Only agents with this attribute').selectOption({ label: 'Sex' });
      await page.getByLabel('Woman').check();
      await page.locator('.what-if-digest', { hasText: digest! }).first().waitFor({ state: 'attached' });
      expect(await page.getByText('different results').count()).toBe(0);
      expect(await seriousProblems(page)).toEqual([]);
      if (screenshotFolder) await page.screenshot({ path: join(screenshotFolder, 'segment.png'), fullPage: true });
      await page.getByRole('button', { name: 'Remove Sex' }).click();
      await page.getByText(sameDigest).waitFor();
      expect(problems).toEqual([]);
      await context.close();
    }
  });

  it('Saved files of the five largest workflows move their results, and the durations of frames are printed', async () => {
    for (const slug of largest) {
      const { id } = await simulate(api, { workflow_id: slug, seed: 3 });
      const { context, page, problems } = await openOffline((await saveReport(api, id, folder)).url);
      const row = await framesWhileDragging(page);
      process.stdout.write(`${JSON.stringify({ file: slug, ...row })}\n`);
      expect({ slug, problems, moved: row.results > 0 }).toEqual({ slug, problems: [], moved: true });
      await context.close();
    }
  }, 600_000);

  it('A visitor moves only the parameters that the owner allows, without cookies, and not after the link is revoked', async () => {
    const { id, path } = await share({ simulator });
    const { context, page, problems } = await openPage(browser);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const opened = await page.goto(path);
    expect(opened?.headers()['set-cookie']).toBeUndefined();
    await page.getByText(sameDigest).waitFor();
    expect(await page.locator('.what-if-controls').getByText('Swissmetro fare').count()).toBeGreaterThan(0);
    expect(await sliders(page).count()).toBe(1);
    const start = await digestOf(page);
    await page.getByRole('slider', { name: 'Swissmetro fare, slider' }).press('ArrowLeft');
    // The train fare that the owner changed is part of each scenario.
    await page
      .locator('.what-if-sentence', { hasText: /Swissmetro fare.*Train fare|Train fare.*Swissmetro fare/ })
      .waitFor();
    expect(await digestOf(page)).not.toBe(start);
    await page.getByRole('button', { name: 'Reset to baseline' }).click();
    await page.locator('.what-if-sentence', { hasText: /^Train fare/ }).waitFor();
    expect(requests.filter((url) => !url.startsWith('blob:'))).toEqual([expect.stringContaining(path)]);
    expect(await context.cookies()).toEqual([]);
    expect(problems).toEqual([]);
    await api.call(`/v1/share-links/${id}`, { method: 'DELETE' });
    expect((await page.goto(path))?.status()).toBe(404);
    await page.getByText('This link does not work').waitFor();
    await context.close();
  });

  it('The dialog says what visitors get, and creates a simulator of the chosen values', async () => {
    const { context, page, problems } = await openPage(browser);
    await signUp(page);
    const id = await page.evaluate<string>(
      `fetch('/v1/simulations', { method: 'POST', headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID(), 'svc-tier': 'sandbox', prefer: 'wait=20' }, body: ${JSON.stringify(JSON.stringify(cheaper))} }).then((response) => response.json()).then(({ data }) => data.id)`,
    );
    await page.goto(`/simulations/${id}?tier=sandbox`);
    await fromMenu(page, 'Share the report');
    const dialog = page.getByRole('dialog', { name: 'Share the report' });
    await dialog.getByLabel('Visitors can').selectOption('Read the report and change values');
    await dialog.getByText('The browser of each visitor gets the model').waitFor();
    await dialog.getByText('It never gets rows of a table.').waitFor();
    const create = dialog.getByRole('button', { name: 'Create a link' });
    expect(await create.isDisabled()).toBe(true);
    await dialog.getByLabel('Swissmetro fare').check();
    await dialog.getByLabel('Websites that can embed it').fill('example.com');
    await create.click();
    await dialog.getByText('expected an origin, such as https://example.com').first().waitFor();
    await dialog.getByLabel('Websites that can embed it').fill('https://example.com');
    expect(await seriousProblems(page)).toEqual([]);
    await create.click();
    const url = new URL((await dialog.getByRole('textbox', { name: 'Share link' }).textContent()) ?? '');
    await dialog.getByText(/^Simulator\./).waitFor();
    const visitor = await openPage(browser);
    await visitor.page.goto(url.pathname);
    await visitor.page.getByText(sameDigest).waitFor();
    expect(await sliders(visitor.page).count()).toBe(1);
    expect([...problems, ...visitor.problems]).toEqual([]);
    await visitor.context.close();
    await context.close();
  });

  it('The dialog shares a model with values of single respondents only after a warning and a consent', async () => {
    const { context, page } = await openPage(browser);
    await signUp(page);
    const post = (path: string, json: object) =>
      page.evaluate<{ id: string }>(
        `fetch('${path}', { method: 'POST', headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID(), 'svc-tier': 'sandbox', prefer: 'wait=20' }, body: ${JSON.stringify(JSON.stringify(json))} }).then((response) => response.json()).then(({ data }) => data)`,
      );
    const definition = testDefinition(`exact-values-${Date.now()}`);
    await post('/v1/case-studies', { definition });
    const { id } = await post('/v1/simulations', { workflow_id: definition.workflow_id, agent_count: 100 });
    await page.goto(`/simulations/${id}?tier=sandbox`);
    await fromMenu(page, 'Share the report');
    const dialog = page.getByRole('dialog', { name: 'Share the report' });
    await dialog.getByLabel('Visitors can').selectOption('Read the report and change values');
    await dialog.getByLabel(definition.scenario.parameters[0]!.label).check();
    const create = dialog.getByRole('button', { name: 'Create a link' });
    await create.click();
    await dialog.getByText('The distributions can contain values of single respondents').waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Share link' }).count()).toBe(0);
    await dialog.getByLabel('Visitors can get them').check();
    expect(await seriousProblems(page)).toEqual([]);
    await create.click();
    await dialog.getByRole('textbox', { name: 'Share link' }).waitFor();
    await context.close();
  });

  it('Only pages of the allowed origins embed a simulator', async () => {
    let path = '';
    // Real servers: the browser protects addresses of this machine from pages that a test makes up.
    const servers = [0, 1].map(() =>
      createServer((_, response) =>
        response
          .setHeader('Content-Type', 'text/html')
          .end(
            `<!doctype html><title>Page</title><iframe src="${runFile().url}${path}" width="800" height="600"></iframe>`,
          ),
      ).listen(0),
    );
    const [allowed, other] = servers.map((server) => `http://localhost:${(server.address() as AddressInfo).port}`);
    ({ path } = await share({ simulator: { ...simulator, origins: [allowed] } }));
    const { context, page } = await openPage(browser);
    const frame = page.frameLocator('iframe');
    await page.goto(allowed!);
    await frame.getByText(sameDigest).waitFor();
    const blocked = page.waitForEvent('console', {
      predicate: (message) => message.text().includes('frame-ancestors'),
    });
    await page.goto(other!);
    await blocked;
    expect(await frame.locator('main').count()).toBe(0);
    await context.close();
    for (const server of servers) server.close();
  });

  it('The first load of the landing page is at most 160 KB, and then a visitor moves the fare and sees the answer', async () => {
    const { context, page, problems } = await openPage(browser);
    await page.goto('/');
    await page.getByText('76.0%').first().waitFor();
    await page.locator('.what-if-sentence', { hasText: 'Swissmetro 63.0% → 76.0%' }).waitFor();
    const files = await page.evaluate<[string, number, boolean][]>(
      `(() => {
        const { loadEventEnd } = performance.getEntriesByType('navigation')[0];
        return performance.getEntriesByType('resource')
          .filter(({ name }) => name.includes('/assets/'))
          .map(({ name, encodedBodySize, startTime }) => [name, encodedBodySize, startTime < loadEventEnd]);
      })()`,
    );
    const first = files.filter(([, , isFirst]) => isFirst);
    expect(first.filter(([name]) => /engine|live-example|what-if/.test(name))).toEqual([]);
    const size = (own: typeof files) => own.reduce((sum, [, bytes]) => sum + bytes, 0);
    process.stdout.write(`landing page: ${size(first)} bytes first, ${size(files)} in all\n`);
    expect(size(first)).toBeLessThanOrEqual(160_000);
    await page.getByRole('slider', { name: 'Swissmetro fare, slider' }).press('ArrowRight');
    await page.locator('.what-if-sentence', { hasText: /Swissmetro 63\.0% → (?!76\.0)/ }).waitFor();
    expect(await sliders(page).count()).toBe(4);
    expect(new URL(page.url()).search).toBe('');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('Each simulator has no serious accessibility problem and no sideways scroll, in both themes and widths', async () => {
    const { url } = await saveReport(api, (await simulate(api, cheaper)).id, folder);
    const { path } = await share({ simulator });
    const found: string[] = [];
    for (const [name, address] of Object.entries({ saved: url, shared: path, landing: '/' }))
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [1280, 390]) {
          const { context, page, problems } = await openPage(browser, {
            colorScheme,
            viewport: { width, height: 844 },
          });
          await page.goto(address);
          await digestOf(page);
          await page.locator('.what-if figure svg').first().waitFor();
          const at = `${name} ${colorScheme} ${width}`;
          const sideways = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
          if (sideways > 0) found.push(`${at}: ${sideways} px of sideways scroll`);
          found.push(...problems, ...(await seriousProblems(page)).map((problem) => `${at}: ${problem}`));
          if (screenshotFolder) {
            if (name !== 'landing') await page.locator('.what-if-head').scrollIntoViewIfNeeded();
            await page.screenshot({ path: join(screenshotFolder, `${at.replaceAll(' ', '-')}.png`) });
          }
          await context.close();
        }
    expect(found).toEqual([]);
  }, 300_000);
});
