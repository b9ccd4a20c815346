import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { publicScopes } from '../../src/common/identity/caller.js';
import type { ApiClient } from '../support/api-client.js';
import { seriousProblems } from '../support/axe.js';
import { queryDatabase } from '../support/auth-service.js';
import { connectBrowser, openPage, signUp } from '../support/browser.js';
import { testDefinition } from '../support/definitions.js';
import { uploadDataset } from '../support/decisions.js';
import { runFit } from '../support/fits.js';
import { runGoal } from '../support/goals.js';
import { runSensitivity } from '../support/sensitivities.js';
import { sharedClient } from '../support/shared-service.js';
import { simulate, workflowId } from '../support/simulations.js';
import { createSweep, finishedSweep } from '../support/sweeps.js';
import { createEndpoint } from '../support/webhooks.js';

/** `SCREENSHOTS=folder` stores a picture of each page, to look at. */
const screenshotFolder = process.env['SCREENSHOTS'];

/** The slow check of accessibility runs in one view of each theme and width. */
const views = [
  { name: 'light-1280', colorScheme: 'light', viewport: { width: 1280, height: 900 }, isAccessible: true },
  { name: 'dark-1280', colorScheme: 'dark', viewport: { width: 1280, height: 900 }, isAccessible: false },
  { name: 'light-390', colorScheme: 'light', viewport: { width: 390, height: 844 }, isAccessible: false },
  { name: 'dark-390', colorScheme: 'dark', viewport: { width: 390, height: 844 }, isAccessible: true },
] as const;

/** HTML, right-to-left text, an emoji of several characters, a long word: 120 characters. */
const hostileLabel = `<img src=x onerror="document.title=1"> مرحبا 👩‍👩‍👧 ${'unbreakable'.repeat(7)}`.slice(0, 120);

describe('every page of the dashboard', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await connectBrowser();
  });
  afterAll(() => browser.close());

  it('No page has script errors, policy violations, serious accessibility problems, sideways scroll or broken words, in both themes and widths', async () => {
    const [visitor, user] = await Promise.all([openPage(browser), openPage(browser)]);
    const { email } = await signUp(user.page);
    await addMembers(email);
    const [signedOut, paths] = await Promise.all([
      problemsOf(visitor.page, ['/', '/sign-in', '/sign-up', '/reset-password', '/invitation'], '-signed-out'),
      createContent(await createKeyOf(user.page)),
    ]);
    const remaining = paths.values();
    const storageState = await user.context.storageState();
    const pages = [user, ...(await Promise.all([1, 2].map(() => openPage(browser, { storageState }))))];
    const signedIn = await Promise.all(pages.map(({ page }) => problemsOf(page, remaining)));
    const scripts = [visitor, ...pages].flatMap(({ problems }) => problems);
    expect([...signedOut, ...signedIn.flat(), ...scripts]).toEqual([]);
  }, 1_800_000);
});

/** Creates an API key of the signed-in user's organization, for the live tier. */
function createKeyOf(page: Page): Promise<string> {
  const body = { name: 'Browser test', is_test: false, scopes: publicScopes };
  return page.evaluate(async (json) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
    const response = await fetch('/v1/api-keys', { method: 'POST', headers, body: JSON.stringify(json) });
    return ((await response.json()) as { data: { key: string } }).data.key;
  }, body);
}

/** A colleague and a pending invitation. */
async function addMembers(ownerEmail: string): Promise<void> {
  await queryDatabase(
    'live',
    `WITH own AS (SELECT id, organization_id FROM users WHERE email = $1), colleague AS (
       INSERT INTO users (id, organization_id, email, name, role, scopes)
       SELECT gen_random_uuid(), organization_id, 'colleague-' || $1, $2, 'member', $3 FROM own)
     INSERT INTO invitations (id, organization_id, email, role, scopes, hash, invited_by, created_at, expires_at)
     SELECT 'inv_' || md5($1), organization_id, 'invited-' || $1, 'member', $3, sha256($1::bytea), id, now(), now() + interval '7 days'
     FROM own`,
    [ownerEmail, hostileLabel, publicScopes],
  );
}

/** Creates one of everything that pages show. Returns the paths of all pages. */
async function createContent(key: string): Promise<string[]> {
  const api = sharedClient(key);
  const endpoint = await createEndpoint(api, { url: 'https://hooks.example/simulations' });
  const hostile = hostileDefinition();
  const published = await api.post('/v1/case-studies', { definition: hostile });
  if (published.status !== 201) throw new Error(`the workflow was not published: ${published.text}`);
  const hostileRun = await simulate(api, { workflow_id: hostile.workflow_id });
  const scenario = { swissmetro_cost_factor: 0.8 };
  const one = await simulate(api, { seed: 7, scenario_context: scenario });
  const other = await simulate(api, { seed: 7 });
  const sweep = await createSweep(api, {
    parameters: [{ name: 'swissmetro_cost_factor', values: [0.6, 0.8, 1] }],
    agent_count: 100,
  });
  await finishedSweep(api, sweep.body.data.id);
  const goal = await runGoal(api, { constraints: [{ share: 'car', at_most: 0.3 }] });
  const sensitivity = await runSensitivity(api, { agent_count: 20 });
  const population = await createPopulation(api);
  const fit = await runFit(api);
  return [
    ...['/', '/workflows', '/workflows/swissmetro-mode-choice', `/workflows/${hostile.workflow_id}`],
    ...[
      '/runs',
      '/runs?kind=goal',
      ...['answer', 'groups', 'analyses', 'certainty', 'downloads'].map((tab) => `/simulations/${one.id}?tab=${tab}`),
      `/simulations/${hostileRun.id}`,
      '/simulations/sim_unknown',
    ],
    ...['/compare', `/compare?ids=${one.id},${other.id}`, '/sweeps/new', `/sweeps/${sweep.body.data.id}`],
    ...['/goals/new', `/goals/new?simulation=${one.id}`, `/goals/${goal.id}`, '/goals/goal_unknown'],
    ...['/sensitivities/new', `/sensitivities/${sensitivity.id}`, '/sensitivities/sens_unknown'],
    ...[
      '/populations',
      '/populations?workflow=swissmetro-mode-choice',
      `/populations/${population}`,
      '/populations/pop_1',
    ],
    ...['/own-data', `/own-data/${fit.dataset_id}?fit=${fit.id}`, `/fits/${fit.id}`, '/own-data/ds_unknown'],
    ...['data', 'model', 'publish'].map((step) => `/own-data/${fit.dataset_id}?fit=${fit.id}&step=${step}`),
    ...[`/own-data/${await createHostileDataset(api)}`, '/?workflow=swissmetro-mode-choice'],
    ...['/own-workflows', '/api-keys', '/webhooks', `/webhooks/${endpoint.id}`],
    ...['/usage', '/audit-log', '/members', '/organization', '/account'],
  ];
}

/** Returns the id of a population with hostile names. */
async function createPopulation(api: ApiClient): Promise<string> {
  const rows = Array.from({ length: 40 }, () => 'female,1').join('\n');
  const query = new URLSearchParams({ workflow_id: workflowId, name: hostileLabel, 'columns[sex]': hostileLabel });
  const init = {
    method: 'POST',
    raw: `"${hostileLabel.replaceAll('"', '""')}",other\n${rows}`,
    headers: { 'content-type': 'text/csv' },
  };
  const { body, status, text } = await api.call<{ id: string }>(`/v1/populations?${query.toString()}`, init);
  if (status !== 201) throw new Error(`the population was not created: ${text}`);
  return body.data.id;
}

/** Returns the id of a dataset with hostile names and values, and columns of all types. */
async function createHostileDataset(api: ApiClient): Promise<string> {
  const quoted = `"${hostileLabel.replaceAll('"', '""')}"`;
  const rows = Array.from({ length: 60 }, (_, row) =>
    [
      row % 2 ? quoted : '',
      row % 3,
      row / 7,
      `2025-01-${10 + (row % 20)}`,
      `${quoted.slice(0, -1)}${row}"`,
      'same',
      '',
    ].join(),
  );
  return uploadDataset(
    api,
    `${[quoted, 'paid', 'price', 'day', 'note', 'constant', 'empty'].join()}\n${rows.join('\n')}\n`,
  );
}

function hostileDefinition(): ReturnType<typeof testDefinition> {
  const { scenario, decision, ...rest } = testDefinition(`hostile-labels-${Date.now()}`, { name: hostileLabel });
  const parameters = scenario.parameters.map((parameter) => ({ ...parameter, label: hostileLabel }));
  return { ...rest, scenario: { ...scenario, parameters }, decision: { ...decision, label: hostileLabel } };
}

/** Opens the pages, each in all views. Several browser pages can share the paths. */
async function problemsOf(page: Page, paths: Iterable<string>, state = ''): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    for (const { name, colorScheme, viewport, isAccessible } of views) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
      const problems = await problemsIn(page, isAccessible);
      found.push(...problems.map((problem) => `${path} (${name}${state}): ${problem}`));
      if (!screenshotFolder) continue;
      const file = `${path.replace(/[^a-z0-9]+/g, '-').slice(0, 60)}-${name}${state}.png`;
      await page.screenshot({ path: join(screenshotFolder, file), fullPage: true });
    }
  }
  return found;
}

/** Runs in the page: words of buttons and headers that continue in another line. Longer words than these do not fit into a line. */
const brokenWords = `[...document.querySelectorAll('button, .button, [role=tab], th, h1, h2, h3, legend, summary')].flatMap((element) => {
  const broken = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\p{N}]{2,20}(?![\\p{L}\\p{N}])/gu)) {
      if (index > 0 && /[\\p{L}\\p{N}]/u.test(node.data[index - 1])) continue;
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
      if (lines.size > 1) broken.push(word + ' in ' + element.localName + ' “' + element.textContent.trim().slice(0, 40) + '”');
    }
  return broken;
})`;

async function problemsIn(page: Page, isAccessible: boolean): Promise<string[]> {
  const headings = await page.getByRole('heading', { level: 1 }).count();
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
  return [
    ...(headings === 1 ? [] : [`has ${headings} main headings`]),
    ...(overflow > 0 ? [`scrolls sideways by ${overflow} px`] : []),
    ...(await page.evaluate<string[]>(brokenWords)).map((word) => `breaks the word ${word}`),
    ...(isAccessible ? await seriousProblems(page) : []),
  ];
}
