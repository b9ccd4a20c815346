import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startBrowser } from '../embedded/testing/browser.js';
import { median, type Benchmark, type Figure } from './figures.js';
import { withTemporaryService } from '../embedded/temporary-service.js';

const defaultRepetitions = 5;
const goals = { firstPaintMs: 1_000, interactiveMs: 2_000, interactionMs: 100, resultMs: 600, firstLoadKilobytes: 160 };
const agentCount = 10_000;
/** The account of the benchmark has the sandbox plan, as every new account. */
const settings = {
  LOG_LEVEL: 'error',
  SVC_PLAN_LIMITS: JSON.stringify({ sandbox: { agents_per_simulation: agentCount, requests_per_minute: 1_000_000 } }),
};

/** The dashboard in Chromium, on the machine of the service, with an empty browser cache for each repetition. */
export const dashboard: Benchmark = {
  name: 'dashboard',
  about:
    'dashboard in Chromium: first paint, time to interactive, result with its chart, interaction delay with 10,000 agents, bytes of the first load',
  run: ({ repetitions = defaultRepetitions }) =>
    withTemporaryService({ name: 'bench', settings }, async ({ running: { url } }) => {
      const browser = await startBrowser();
      try {
        return await measure(browser, url, repetitions);
      } finally {
        await browser.close();
      }
    }),
};

/** The fields of a browser's performance entry that are read here. */
interface Entry {
  name: string;
  startTime: number;
  duration: number;
  responseEnd: number;
  encodedBodySize: number;
}

interface Load {
  firstPaintMs: number;
  interactiveMs: number;
  scriptKilobytes: number;
  totalKilobytes: number;
}

async function measure(browser: Browser, url: string, repetitions: number): Promise<Figure[]> {
  const account = await signUp(browser, url);
  const cases = { 'signed out': undefined, 'signed in': account } as const;
  const figures: Figure[] = [];
  for (const [name, cookies] of Object.entries(cases)) {
    const loads: Load[] = [];
    for (let count = 0; count < repetitions; count++) loads.push(await load(browser, url, cookies));
    const middle = (key: keyof Load) => median(loads.map((each) => each[key]));
    figures.push(
      againstGoal(`first contentful paint, ${name}`, middle('firstPaintMs'), 'ms', goals.firstPaintMs),
      againstGoal(`time to interactive, ${name}`, middle('interactiveMs'), 'ms', goals.interactiveMs),
      {
        case: `scripts of the first load, ${name}`,
        value: middle('scriptKilobytes'),
        unit: 'KB',
        against: null,
        ratio: null,
      },
      againstGoal(`first load, compressed, ${name}`, middle('totalKilobytes'), 'KB', goals.firstLoadKilobytes),
    );
  }
  figures.push(await result(browser, url, account, repetitions));
  figures.push(...(await interactions(browser, url, account, repetitions)));
  return figures;
}

function againstGoal(name: string, value: number, unit: string, goal: number): Figure {
  return { case: name, value, unit, against: `goal of ${goal.toLocaleString('en-US')} ${unit}`, ratio: value / goal };
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

async function signUp(browser: Browser, url: string): Promise<Cookies> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto('/');
  await page.evaluate(async () => {
    const body = {
      email: 'bench@example.com',
      password: 'a quiet sentence',
      name: 'Bench',
      organization_name: 'Bench',
    };
    const headers = { 'content-type': 'application/json' };
    await fetch('/v1/auth/password/signup', { method: 'POST', headers, body: JSON.stringify(body) });
  });
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

async function withPage<T>(
  browser: Browser,
  url: string,
  cookies: Cookies | undefined,
  work: (page: Page) => Promise<T>,
) {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  if (cookies) await context.addCookies(cookies);
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

function load(browser: Browser, url: string, cookies: Cookies | undefined): Promise<Load> {
  return withPage(browser, url, cookies, async (page) => {
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    return page.evaluate(async () => {
      const observed = (type: string) =>
        new Promise<Entry[]>((resolve) => {
          const observer = new PerformanceObserver((list) => resolve(list.getEntries() as unknown as Entry[]));
          observer.observe({ type: type as 'mark', buffered: true });
          setTimeout(() => resolve([]), 200);
        });
      const entries = (type: string) => performance.getEntriesByType(type as 'mark') as unknown as Entry[];
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
      const longTasks = await observed('longtask');
      const files = [...entries('navigation'), ...entries('resource')];
      const own = files.filter((each) => !new URL(each.name).pathname.startsWith('/v1'));
      const kilobytes = (some: Entry[]) => some.reduce((sum, each) => sum + each.encodedBodySize, 0) / 1000;
      // After the last long task and the last response, the page reacts to input at once.
      const ends = longTasks.map((task) => task.startTime + task.duration);
      const lastResponse = Math.max(...files.map((each) => each.responseEnd));
      return {
        firstPaintMs: paint,
        interactiveMs: Math.max(paint, lastResponse, ...ends),
        scriptKilobytes: kilobytes(own.filter((each) => each.name.endsWith('.js'))),
        totalKilobytes: kilobytes(own),
      };
    });
  });
}

/** Time from the request of a result page, with an empty browser cache, until its answer and chart are there. */
async function result(browser: Browser, url: string, cookies: Cookies, repetitions: number): Promise<Figure> {
  const id = await withPage(browser, url, cookies, createSimulation);
  const times: number[] = [];
  for (let count = 0; count < repetitions; count++)
    times.push(
      await withPage(browser, url, cookies, async (page) => {
        await page.goto(`/simulations/${id}`, { waitUntil: 'commit' });
        await page.getByRole('region', { name: 'Answer', exact: true }).getByRole('img').first().waitFor();
        return page.evaluate(() => performance.now());
      }),
    );
  return againstGoal('result with its chart', median(times), 'ms', goals.resultMs);
}

/** Delay from input to the next paint, on the result of 10,000 agents: filters, pages, a transcript. */
async function interactions(browser: Browser, url: string, cookies: Cookies, repetitions: number): Promise<Figure[]> {
  return withPage(browser, url, cookies, async (page) => {
    await page.goto(`/simulations/${await createSimulation(page)}?tab=agents`);
    const filter = page.getByLabel('Outcome', { exact: true });
    await filter.waitFor({ timeout: 60_000 });
    const steps: Record<string, () => Promise<void>> = {
      'next page of agents': () => page.getByRole('button', { name: 'Next' }).click(),
      'open a transcript': () =>
        page
          .getByRole('button', { name: /^Transcript of agent/ })
          .first()
          .click(),
      'filter agents': async () => {
        await filter.focus();
        await page.keyboard.press('ArrowDown');
      },
    };
    const figures: Figure[] = [];
    for (const [name, step] of Object.entries(steps)) {
      const delays: number[] = [];
      for (let count = 0; count < repetitions; count++) delays.push(await delayOf(page, step));
      figures.push(
        againstGoal(`${name}, delay to the next paint (16: at most 16)`, median(delays), 'ms', goals.interactionMs),
      );
    }
    return figures;
  });
}

async function createSimulation(page: Page): Promise<string> {
  await page.goto('/');
  return page.evaluate(async (count) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ workflow_id: 'swissmetro-mode-choice', agent_count: count, seed: 7 });
    const created = await fetch('/v1/simulations', { method: 'POST', headers, body });
    const { id } = ((await created.json()) as { data: { id: string } }).data;
    await fetch(`/v1/simulations/${id}`, { headers: { prefer: 'wait=30' } });
    return id;
  }, agentCount);
}

/** The longest event of the step, as the browser measures it: from the input to the paint that follows. */
async function delayOf(page: Page, step: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const state = globalThis as unknown as { delays: number[] };
    state.delays = [];
    const record = (list: { getEntries(): unknown[] }) =>
      state.delays.push(...(list.getEntries() as Entry[]).map((entry) => entry.duration));
    new PerformanceObserver(record).observe({ type: 'event' as 'mark', durationThreshold: 16 } as { type: 'mark' });
  });
  await step();
  await page.waitForTimeout(500);
  // Events below 16 ms have no entry.
  return page.evaluate(() => Math.max(16, ...(globalThis as unknown as { delays: number[] }).delays));
}
