import type { Browser, Page } from 'playwright-core';
import { conjoint } from '../../model/authoring/testing/choices.js';
import { seriousProblems } from '../support/axe.js';
import { connectBrowser, openPage, signUp } from '../support/browser.js';
import { digestOf, send, type Simulation } from '../support/panel.js';

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

describe('products in the panel', () => {
  let browser: Browser;
  beforeAll(async () => (browser = await connectBrowser()));
  afterAll(() => browser.close());

  async function open() {
    const opened = await openPage(browser);
    await signUp(opened.page);
    return opened;
  }

  it('A product table in a result moves the shares, and the saved simulation has the digest of the browser', async () => {
    const { context, page, problems } = await open();
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
    const whole = await digestOf(page);
    await page.getByLabel('Result of the curve').selectOption({ label: 'Revenue per agent' });
    await curve.locator('figcaption', { hasText: 'Revenue per agent by Price of Bolt 12 (2)' }).waitFor();
    await curve
      .getByText(/^Highest of these .* Missing: the best value between the points, and its interval\./)
      .waitFor();
    await page.getByRole('spinbutton', { name: /^Unit cost/ }).fill('8');
    await curve.locator('figcaption', { hasText: 'Revenue minus unit cost per agent' }).waitFor();
    expect([await digestOf(page), await seriousProblems(page)]).toEqual([whole, []]);
    await page.getByRole('button', { name: 'Undo' }).click();
    const undone = (await page.getByRole('button', { name: 'Undo' }).isDisabled()) ? '9' : '';
    expect([undone, await price.inputValue()]).toEqual(['9', '9']);
    expect(problems).toEqual([]);
    await context.close();
  }, 300_000);

  it('The price with which a product reaches a share is one drag in a result, and the seconds are printed', async () => {
    const { context, page } = await open();
    const published = await publishConjoint(page);
    const products = ['acme', 'bolt'].map((brand) => ({ id: brand, label: brand, attributes: { price: 12, brand } }));
    const { id } = await send<Simulation>(page, 'POST', '/v1/simulations', {
      ...{ workflow_id: published, agent_count: 1_000, seed: 1, alternatives: { products } },
    });
    while ((await send<Simulation>(page, 'GET', `/v1/runs/${id}`)).status !== 'completed')
      await page.waitForTimeout(50);
    const start = performance.now();
    await page.goto(`/simulations/${id}?tier=sandbox`);
    const target = page.getByRole('slider', { name: /^Target of / });
    await target.waitFor();
    await target.scrollIntoViewIfNeeded();
    const ready = performance.now();
    const { x, y, width, height } = (await target.boundingBox())!;
    const shareNow = Number.parseFloat((await target.getAttribute('aria-valuetext'))!);
    const part = Number(await target.inputValue()) / Number(await target.getAttribute('max'));
    const middle = (at: number) => y + 14 + (1 - at) * (height - 28);
    await page.mouse.move(x + width / 2, middle(part));
    await page.mouse.down();
    // The hand stops at the first position that the line shows as 30%.
    let at = part;
    const towards = shareNow < 30 ? 1 / 400 : -1 / 400;
    do {
      at += towards;
      await page.mouse.move(x + width / 2, middle(at));
    } while (at > 0 && at < 1 && !/^30[.\d]*%/.test((await target.getAttribute('aria-valuetext'))!));
    await page.mouse.up();
    const reached = page.locator('.what-if-more [role=status]');
    await reached.filter({ hasText: /30[.\d]*%: Price of .*95% interval/ }).waitFor();
    const end = performance.now();
    const seconds = (from: number, to: number) => Number(((to - from) / 1000).toFixed(1));
    process.stdout.write(
      `${JSON.stringify({ text: await reached.textContent(), clicks: 0, drags: 1, load: seconds(start, ready), drag: seconds(ready, end) })}\n`,
    );
    await context.close();
  });
});
