import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { isChoice, type WorkflowDefinition } from '../../model/definition.js';
import type { ApiClient } from './api-client.js';

const catalog = join(import.meta.dirname, '../../catalog');
export const slugs = readdirSync(catalog).flatMap((name) =>
  name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : [],
);
export const read = (slug: string): unknown => JSON.parse(readFileSync(join(catalog, `${slug}.json`), 'utf8'));
const byDefinition = (slug: string) => readFileSync(join(catalog, `${slug}.json`)).length;
export const largest = [...slugs].sort((a, b) => byDefinition(b) - byDefinition(a)).slice(0, 5);

export interface Request {
  values: Record<string, number | string>;
  where?: Record<string, string[]>;
}

/** One changed parameter, all at the ends of their data, and a segment of the population. */
export function requestsOf({ scenario: { parameters }, population }: WorkflowDefinition): Request[] {
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

/** Digests of a worker with the file that the panel of the open page loaded. */
export async function digestsOfWorker(
  evaluate: <Value>(script: string) => Promise<Value>,
  definition: unknown,
  requests: readonly object[],
): Promise<string[]> {
  const messages = [{ definition }, ...requests.map((request) => ({ request }))];
  const replies = await evaluate<{ result?: { digest: string }; problem?: string }[]>(
    `(${workerScript})(${JSON.stringify(messages)})`,
  );
  return replies.slice(1).map(({ result, problem }) => result?.digest ?? String(problem));
}

/** Saves the interactive report of a simulation in a folder, and returns its address and size. */
export async function saveReport(api: ApiClient, id: string, folder: string) {
  const { status, text, headers } = await api.call(`/v1/runs/${id}/report?interactive=true`);
  expect([status, headers.get('content-disposition')]).toEqual([200, `attachment; filename="${id}-interactive.html"`]);
  const file = join(folder, `${id}.html`);
  writeFileSync(file, text);
  return { url: pathToFileURL(file).href, bytes: Buffer.byteLength(text) };
}

export interface Simulation {
  id: string;
  status: string;
  digest: string | null;
}

/** Sends a request with the session of the page, and returns `data` of the response. */
export const send = <Data>(page: Page, method: string, path: string, content?: object): Promise<Data> =>
  page.evaluate(
    async ([verb, address, body, key]) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': key, 'svc-tier': 'sandbox' };
      const response = await fetch(address, { method: verb, headers, ...(body && { body }) });
      if (!response.ok) throw new Error(`${address}: ${await response.text()}`);
      return ((await response.json()) as { data: Data }).data;
    },
    [method, path, content ? JSON.stringify(content) : '', randomUUID()] as const,
  );

export const sentence = (page: Page) => page.locator('.what-if-sentence');
export const digestOf = async (page: Page) => {
  await page
    .locator('.what-if-digest', { hasText: /^[0-9a-f]{64}$/ })
    .first()
    .waitFor({ state: 'attached' });
  return page.locator('.what-if-digest').first().textContent();
};

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

/** Drags the first slider of a panel over its range and back, and measures what the page does meanwhile. */
export async function framesWhileDragging(page: Page) {
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
