import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Browser, Page } from 'playwright-core';
import { AuthService, newEmail } from '../support/auth-service.js';
import { connectBrowser, openPage, signUp, visit, fromMenu } from '../support/browser.js';
import { describeInFullLevel } from '../support/full-level.js';
import { MembersClient } from '../support/members.js';
import { projectFolder } from '../support/operator.js';
import { createShareLink } from '../support/share-links.js';
import { sharedAddress } from '../support/shared-address.js';
import { newCaller, runFile, setPlan, sharedClient } from '../support/shared-service.js';
import { fillSignUp, newPassword, problemOf, signInWith } from '../support/sign-in-forms.js';
import { simulate } from '../support/simulations.js';

/** The first rows of the letters of the documentation, with a header. */
const letters = readFileSync(join(projectFolder, 'docs/examples/letters.csv'), 'utf8').split('\n').slice(0, 1_001);

let browser: Browser;
beforeAll(async () => (browser = await connectBrowser()));
afterAll(() => browser.close());

/** One journey for each kind of user. The full level has all pages of the dashboard. */
describe('journeys of users', () => {
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it('A new user signs up, signs out, signs in again and gets the answer to a question, and sees each problem at its field', async () => {
    const { url } = runFile();
    const { context, page, problems } = await openPage(browser);
    const user = { email: newEmail(), password: newPassword() };
    await page.goto('/');
    await page.getByRole('link', { name: 'Create a free account' }).click();
    await fillSignUp(page, { ...user, password: 'short' });
    expect(await problemOf(page, 'Password')).toBe('Must have at least 10 characters.');
    await fillSignUp(page, user);
    await page.waitForURL(`${url}/`);

    await page.getByLabel('Your question').fill('A draft that the next user must not see');
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Create a free account' }).click();
    await fillSignUp(page, user);
    expect(await problemOf(page, 'Email')).toMatch('already exists');

    await page.goto('/account');
    await page.getByRole('tab', { name: 'Password' }).click();
    await signInWith(page, { ...user, password: 'wrong' });
    expect(await problemOf(page, 'Password')).toMatch('is wrong');
    await signInWith(page, user);
    await page.getByRole('heading', { name: 'Your account' }).waitFor();

    await page.goto('/');
    expect(await page.getByLabel('Your question').inputValue()).toBe('');
    await page.getByLabel('Your question').fill('Who would take the Swissmetro if its fares were 20% lower?');
    await page.getByText('From “Swissmetro if its fares were 20% lower”.').waitFor();
    await button(page, 'Run simulation').click();
    await page
      .getByRole('region', { name: 'Answer', exact: true })
      .getByText(/Swissmetro [\d.]+% → [\d.]+%: /)
      .waitFor();
    await page.getByRole('slider', { name: 'Swissmetro fare, slider' }).press('ArrowRight');
    await page.getByText(/^Swissmetro fare 1\d(\.\d+)?% lower: Swissmetro /).waitFor();
    await button(page, 'Save as a simulation').click();
    await page.getByText('The service computed the same result').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('An analyst uploads a file, fits a model of it and reads the result', async () => {
    const { context, page, problems } = await openPage(browser);
    await signUp(page);
    await page.goto('/own-data?tier=sandbox');
    const file = { name: 'letters.csv', mimeType: 'text/csv', buffer: Buffer.from(letters.join('\n')) };
    await page.getByLabel('Drop a file here, or choose one').setInputFiles(file);
    await page.getByText('1,000 rows, 7 columns.').waitFor();
    const role = page.getByRole('combobox', { name: 'Role of letter', exact: true });
    await role.selectOption('Can change, assigned at random');
    await page.getByRole('link', { name: 'Continue: model' }).click();
    await page.getByText(/^The log-odds of “Paid” are a weighted sum of/).waitFor();
    await page.getByRole('link', { name: 'Continue: fit' }).click();
    await button(page, 'Fit the model').click();
    await page.getByText(/^Letter: .* instead of .*: .* “Paid”/).waitFor();
    await page.getByRole('heading', { name: 'Sample answers' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('An owner creates and revokes a key, and invites a colleague, who joins and is removed', async () => {
    const service = await AuthService.shared();
    const open = () => openPage(browser, { baseURL: service.url });
    const [owner, guest] = await Promise.all([open(), open()]);
    const data = { token: await service.newToken(newEmail(), { organization_name: 'Lovelace Research' }) };
    const response = await owner.page.request.post('/v1/auth/magic-link/verify', { data });
    const { data: identity } = (await response.json()) as { data: { organization_id: string } };
    await setPlan(identity.organization_id, 'growth');

    await owner.page.goto('/api-keys?tier=sandbox');
    await button(owner.page, 'Create API key').first().click();
    await owner.page.getByLabel('Name').fill('Nightly reports');
    await button(owner.page, 'Create key').click();
    const key = (await owner.page.getByRole('textbox', { name: 'API key' }).textContent()) ?? '';
    const statusWithKey = async () => (await sharedClient(key).call('/v1/simulations')).status;
    await owner.page.getByRole('button', { name: 'Close' }).click();
    await button(owner.page, 'Yes, I stored it').click();
    await owner.page.getByRole('table').getByText('Nightly reports').waitFor();
    expect(await owner.page.content()).not.toContain(key);
    expect(await statusWithKey()).toBe(200);
    await button(owner.page, 'Revoke Nightly reports').click();
    await button(owner.page, 'Revoke key').click();
    await owner.page.getByText('No active keys.').waitFor();
    expect(await statusWithKey()).toBe(401);

    const email = newEmail();
    await owner.page.goto('/members');
    await button(owner.page, 'Invite a colleague').click();
    await owner.page.getByRole('textbox', { name: 'Email' }).fill(email);
    await button(owner.page, 'Send invitation').click();
    await owner.page.getByText('Invitation sent').waitFor();
    await guest.page.goto(`/invitation#token=${new MembersClient(service).tokenFor(email)}`);
    await guest.page.getByText('You were invited to Lovelace Research as a member').waitFor();
    await guest.page.getByLabel('Your name (optional)').fill('Grace Hopper');
    await button(guest.page, 'Join and sign in').click();
    await button(guest.page, 'Account: Grace Hopper').waitFor();
    await owner.page.reload();
    await button(owner.page, 'Remove Grace Hopper').click();
    await button(owner.page, 'Remove member').click();
    await owner.page.getByText('You are the only member.').waitFor();
    await guest.page.goto('/members');
    await guest.page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    expect([...owner.problems, ...guest.problems]).toEqual([]);
    await Promise.all([owner.context.close(), guest.context.close()]);
  });

  it('A reader without an account opens a shared report, which has the answer and no single agents', async () => {
    const api = await newCaller();
    const scenario_context = { train_cost_factor: 0.8 };
    const { id: run_id } = await simulate(api, { agent_count: 300, scenario_context });
    const { body } = await createShareLink(api, { run_id });
    const { context, page, problems } = await openPage(browser);
    expect(await visit(page, new URL(body.data.url).pathname)).toBe(200);
    await page.getByRole('heading', { level: 1, name: 'Swissmetro mode choice' }).waitFor();
    await page
      .getByText(/Train [\d.]+% → [\d.]+%/)
      .first()
      .waitFor();
    expect(await page.getByText('agent_').count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });
});

/** What analysts do from their first page to a document that they hand on. */
describeInFullLevel('journeys of analysts', () => {
  let baseURL: string;
  beforeAll(async () => void (baseURL = await sharedAddress('EMBEDDINGS')));

  async function openWorkflow() {
    const opened = await openPage(browser, { baseURL });
    await signUp(opened.page);
    await opened.page.goto('/runs?tier=sandbox');
    await opened.page.getByText('No runs yet').waitFor();
    return opened;
  }
  const answer = (page: Page) => page.getByRole('region', { name: 'Answer', exact: true });
  const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

  it('A marketing analyst asks a question, matches the market, finds the fare for a target and gets the report', async () => {
    const { context, page, problems } = await openWorkflow();
    await page.goto('/');
    await page.getByLabel('Your question').fill('Who would take the Swissmetro if its fares were 20% lower?');
    await page.getByText('From “Swissmetro if its fares were 20% lower”.').waitFor();
    await page.getByRole('button', { name: 'Run simulation' }).click();
    await answer(page)
      .getByText(/Swissmetro [\d.]+% → [\d.]+%: /)
      .waitFor();

    await page.goto('/workflows/swissmetro-mode-choice');
    await page.getByText('Who and what is simulated').click();
    await page.getByLabel('Train, %').fill('20');
    await page.getByLabel('Swissmetro, %').fill('50');
    await page.getByLabel('Car, %').fill('30');
    await page.getByLabel('Agents', { exact: true }).fill('200');
    await page.getByRole('button', { name: 'Run simulation' }).click();
    await answer(page)
      .getByText(/Swissmetro 50\.0%/)
      .waitFor();
    await page.getByRole('heading', { name: 'Calibration targets' }).waitFor();

    await fromMenu(page, 'Find the value that reaches a target');
    await page.getByLabel('Quantity').selectOption('Share of “Swissmetro”');
    await page.getByLabel('Target, %').fill('55');
    await page.getByLabel('Parameter', { exact: true }).selectOption({ label: 'Swissmetro fare' });
    await page.getByRole('button', { name: 'Run the search' }).click();
    await answer(page)
      .getByText(/^Share of “Swissmetro” reaches 55\.0% with Swissmetro fare [\d.]+% lower/)
      .waitFor();
    await openTab(page, 'Downloads');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Report (HTML)' }).click(),
    ]);
    const report = await text(await saved.createReadStream());
    expect(report).toContain('reaches 55.0% with Swissmetro fare');
    expect(report).toContain('Calibration targets');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('A policy analyst selects a segment, reads who reacts and who gains, and shares the report', async () => {
    const { context, page, problems } = await openWorkflow();
    await page.goto('/workflows/swissmetro-value-of-time');
    await page.getByText('Who and what is simulated').click();
    await page.getByLabel('Only agents with this attribute').selectOption('Sex');
    await page.getByRole('group', { name: 'Sex' }).getByLabel('Woman').check();
    const fare = page.getByRole('spinbutton', { name: 'Train fare' });
    const initial = Number(await fare.getAttribute('placeholder'));
    await fare.fill(String(Number((initial * 0.8).toFixed(6))));
    await page.getByLabel('Agents', { exact: true }).fill('300');
    await page.getByRole('button', { name: 'Run simulation' }).click();
    await answer(page)
      .getByText(/Train [\d.]+% → [\d.]+%: [\d.]+ points more/)
      .waitFor();
    await page.getByText(/All agents are in this segment/).waitFor();
    await openTab(page, 'Who');
    await page.getByText('Why effects differ:').waitFor();
    await openTab(page, 'Elasticities and welfare');
    await page.getByText(/changes the consumer surplus of an agent by \+/).waitFor();
    await page.getByRole('heading', { name: 'Trade-offs' }).waitFor();

    await fromMenu(page, 'Share the report');
    await page.getByRole('button', { name: 'Create a link' }).click();
    const link = new URL((await page.getByRole('textbox', { name: 'Share link' }).textContent()) ?? '');
    const visitor = await openPage(browser, { baseURL });
    expect((await visitor.page.goto(link.pathname))?.status()).toBe(200);
    await visitor.page.getByText(/Train [\d.]+% → [\d.]+%/).waitFor();
    expect(await visitor.page.getByText('agent_').count()).toBe(0);
    expect([...problems, ...visitor.problems]).toEqual([]);
    await visitor.context.close();
    await context.close();
  });
});
