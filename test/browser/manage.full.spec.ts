import type { Browser, BrowserContext, Page } from 'playwright-core';
import { seriousProblems } from '../support/axe.js';
import { connectBrowser, openPage, signUp } from '../support/browser.js';
import { testDefinition } from '../support/definitions.js';
import { sharedClient } from '../support/shared-service.js';
import { TestBed } from '../support/test-bed.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

const journeyTimeoutMs = 400_000;

describe('the management pages', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    browser = await connectBrowser();
    ({ context, page, problems } = await openPage(browser));
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signUp(page);
  }, journeyTimeoutMs);
  afterAll(() => browser.close());
  afterEach(() => expect(problems).toEqual([]));

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const inTier = async (tier: 'Sandbox' | 'Live') => button(tier).click();
  const statusWith = async (key: string) => (await sharedClient(key).call('/v1/simulations')).status;

  /** The key that the dialog shows, and the same key from the clipboard. Confirms that it is stored. */
  const takeKey = async () => {
    const shown = (await page.getByRole('textbox', { name: 'API key' }).textContent()) ?? '';
    await button('Copy').click();
    await button('Copied').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('heading', { name: 'Did you store the key?' }).waitFor();
    await button('Yes, I stored it').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    return { shown, copied };
  };

  it(
    'A key is shown once, works until it is rotated or revoked, and is gone from the page after closing',
    async () => {
      await page.goto('/api-keys');
      await inTier('Sandbox');
      await button('Create API key').first().click();
      await page.getByLabel('Name').fill('Nightly reports');
      await button('Create key').click();
      const first = await takeKey();
      expect(first.shown).toMatch(/^sk_test_[0-9a-f]{64}$/);
      expect(first.copied).toBe(first.shown);
      expect(await statusWith(first.shown)).toBe(200);
      await page.getByRole('table').getByText('Nightly reports').waitFor();
      expect(await page.content()).not.toContain(first.shown);

      await button('Rotate Nightly reports').click();
      await button('Rotate key').click();
      const second = await takeKey();
      expect(await statusWith(first.shown)).toBe(401);
      expect(await statusWith(second.shown)).toBe(200);

      await button('Revoke Nightly reports').click();
      await button('Revoke key').click();
      await page.getByText('No active keys.').waitFor();
      expect(await statusWith(second.shown)).toBe(401);
      await page.getByLabel('Show revoked and expired keys').check();
      expect(await page.getByRole('row').filter({ hasText: 'revoked' }).count()).toBe(2);

      await page.goto('/audit-log');
      const log = page.getByRole('table');
      await log.getByText('created an API key: Nightly reports').waitFor();
      await page.getByLabel('Action').selectOption({ label: 'Revoked an API key' });
      await log.getByText('created an API key').waitFor({ state: 'detached' });
      await log.getByText('revoked an API key: Nightly reports').waitFor();
    },
    journeyTimeoutMs,
  );

  it('The live tier has its own keys and a strip in words and color, also on a narrow screen', async () => {
    await page.goto('/api-keys');
    await inTier('Sandbox');
    await page.getByText('These keys work in the sandbox tier only').waitFor();
    const strip = page.getByText('Live tier: simulations count against the live quota.');
    expect(await strip.isVisible()).toBe(false);
    await inTier('Live');
    await strip.waitFor();
    await page.getByRole('heading', { name: 'No keys in the live tier' }).waitFor();
    await button('Create API key').first().click();
    await page.getByLabel('Name').fill('Production');
    await button('Create key').click();
    expect((await takeKey()).shown).toMatch(/^sk_live_/);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await strip.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390 });
    await page.setViewportSize({ width: 1280, height: 800 });
    await inTier('Sandbox');
    await page.getByText('No active keys.').waitFor();
    expect(await page.getByText('Production').count()).toBe(0);
  });

  it(
    'A definition is checked, published, listed with its versions, and deprecated',
    async () => {
      await page.goto('/own-workflows');
      await inTier('Sandbox');
      await button('Upload a definition').first().click();
      const definition = testDefinition('our-screening', { name: 'Our screening <b>study</b>' });
      await page.getByLabel('Or paste the definition').fill('{"name": ');
      await button('Check').click();
      await page.getByText('The text is not valid JSON').waitFor();
      await page.getByLabel('Or paste the definition').fill(JSON.stringify({ ...definition, version: 'one' }));
      await button('Check').click();
      await page.getByRole('region', { name: 'Problems of the definition' }).getByText('version').first().waitFor();

      const buffer = Buffer.from(JSON.stringify(definition));
      const file = { name: 'our-screening.json', mimeType: 'application/json', buffer };
      await page.getByLabel('Definition file').setInputFiles(file);
      await button('Check').click();
      await page.getByText('The definition passed all checks').waitFor({ timeout: journeyTimeoutMs / 2 });
      await page.getByRole('heading', { name: 'Baseline with 500 agents' }).waitFor();
      expect(await seriousProblems(page)).toEqual([]);
      await button('Publish version 1.0.0 in the sandbox tier').click();
      await page.getByText('Version 1.0.0 is published').waitFor();
      await button('Close').click();

      await button('Versions of Our screening <b>study</b>').click();
      await page.getByRole('region', { name: 'Versions of our-screening' }).getByText('active').waitFor();
      await button('Deprecate Our screening <b>study</b>').click();
      await button('Deprecate workflow').click();
      await page.getByRole('heading', { name: 'Deprecated' }).waitFor();
      await page.getByRole('heading', { name: 'No workflows of your own in the sandbox tier' }).waitFor();
    },
    journeyTimeoutMs,
  );
});

describe('the webhook pages', () => {
  let bed: TestBed;
  let receiver: WebhookReceiver;
  let browser: Browser;

  beforeAll(async () => {
    // One attempt for each delivery, so that a delivery fails without a wait.
    const settings = { SVC_ALLOW_PRIVATE_WEBHOOKS: '1', SVC_WEBHOOK_RETRY_SCHEDULE: '0' };
    [bed, receiver, browser] = await Promise.all([TestBed.start(settings), WebhookReceiver.start(), connectBrowser()]);
  }, journeyTimeoutMs);
  afterAll(async () => {
    await Promise.all([browser.close(), bed.stop()]);
    await receiver.stop();
  });

  it(
    'A failed delivery shows its attempt, and redelivery sends the same event again',
    async () => {
      const { url } = await bed.startApi();
      await bed.startWorker();
      const { page, problems } = await openPage(browser, { baseURL: url });
      await signUp(page, 'sandbox');
      const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
      receiver.behaviors['/hooks'] = { status: 500, body: 'database is down' };

      await page.goto('/webhooks');
      await button('Add endpoint').first().click();
      await page.getByLabel('URL').fill(receiver.url('/hooks'));
      await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click();
      await button('Send test event').click();
      const delivery = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem');
      await delivery.getByText('failed', { exact: true }).waitFor();
      await delivery.getByText('1 attempt').click();
      await delivery.getByText('database is down').waitFor();
      await delivery.getByText('Request body').click();
      await delivery.getByText('"type": "webhook_endpoint.test"').waitFor();
      expect(await seriousProblems(page)).toEqual([]);

      receiver.behaviors['/hooks'] = { status: 204 };
      await button(/^Redeliver webhook_endpoint.test/).click();
      await delivery.getByText('succeeded', { exact: true }).waitFor();
      await delivery.getByText('2 attempts').waitFor();
      const ids = receiver.receivedAt('/hooks').map(({ headers }) => headers['webhook-id']);
      expect(ids).toHaveLength(2);
      expect(new Set(ids).size).toBe(1);

      await button('Show secret').click();
      expect(await page.getByRole('textbox', { name: 'Secret' }).textContent()).toMatch(/^whsec_/);
      await button('Disable').click();
      await button('Disable endpoint').click();
      await button('Enable').click();
      await button('Redeliver missed events').click();
      await button('Redeliver').last().click();
      await page.getByText('No missed events in this period').waitFor();
      expect(problems).toEqual([]);
    },
    journeyTimeoutMs,
  );
});
