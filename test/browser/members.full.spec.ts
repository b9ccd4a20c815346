import type { Browser, Page } from 'playwright-core';
import { AuthService, cookieOf, newEmail } from '../support/auth-service.js';
import { seriousProblems } from '../support/axe.js';
import { connectBrowser, openPage } from '../support/browser.js';
import type { MailServer } from '../support/mail-server.js';

describe('members in the dashboard', () => {
  let browser: Browser;
  let service: AuthService<MailServer>;
  beforeAll(async () => {
    [browser, service] = await Promise.all([connectBrowser(), AuthService.start({ SVC_DEBUG: '1' })]);
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  const open = () => openPage(browser, { baseURL: service.url });

  /** A new browser profile with the session of a new owner, on the page of the members. */
  async function openOwner() {
    const opened = await open();
    const email = newEmail();
    const data = { token: await service.newToken(email, { name: 'Ada', organization_name: 'Lovelace Research' }) };
    expect((await opened.page.request.post('/v1/auth/magic-link/verify', { data })).status()).toBe(200);
    await opened.page.goto('/members');
    return { ...opened, email };
  }

  const newestToken = (email: string) =>
    new URLSearchParams(new URL(linkFor(email), service.url).hash.slice(1)).get('token');

  /** The path of the link in the newest email. The link names the host of the settings, which is not this process. */
  function linkFor(email: string): string {
    const [link = ''] = /https:\S+\/invitation#\S+/.exec(service.mail.mailsTo(email).at(-1)?.text ?? '') ?? [];
    const { pathname, hash } = new URL(link);
    return pathname + hash;
  }

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const table = (page: Page, name: string) => page.getByRole('table', { name });

  async function invite(page: Page, email: string): Promise<void> {
    await button(page, 'Invite a colleague').click();
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByLabel('keys:read').check();
    expect(await seriousProblems(page)).toEqual([]);
    await button(page, 'Send invitation').click();
    await page.getByText('Invitation sent').waitFor();
  }

  it('An owner invites a colleague, who joins with the link, gets the granted access and loses it when the owner removes them', async () => {
    const owner = await openOwner();
    await owner.page.getByText('You are the only member.').waitFor();
    await owner.page.getByText('No pending invitations.').waitFor();
    const email = newEmail();
    await invite(owner.page, email);
    await table(owner.page, 'Pending invitations').getByText(email).waitFor();

    const guest = await open();
    const link = linkFor(email);
    await guest.page.goto(link);
    await guest.page.getByText('You were invited to Lovelace Research as a member').waitFor();
    expect(guest.page.url()).not.toContain('token');
    expect(await seriousProblems(guest.page)).toEqual([]);
    await guest.page.getByLabel('Your name (optional)').fill('Grace Hopper');
    await button(guest.page, 'Join and sign in').click();
    await button(guest.page, 'Account: Grace Hopper').waitFor();

    await guest.page.goto('/members');
    await table(guest.page, 'Members').getByText('Grace Hopper').waitFor();
    expect(await button(guest.page, 'Invite a colleague').count()).toBe(0);
    expect(await guest.page.getByText('Pending invitations').count()).toBe(0);
    await guest.page.goto('/api-keys');
    await guest.page.getByRole('heading', { name: /No keys in the/ }).waitFor();
    expect(await button(guest.page, 'Create API key').count()).toBe(0);

    await owner.page.reload();
    await button(owner.page, 'Change the access of Grace Hopper').click();
    await owner.page.getByLabel('keys:read').uncheck();
    await owner.page.getByLabel('simulations:write').uncheck();
    await button(owner.page, 'Change access').click();
    await owner.page.getByRole('dialog').waitFor({ state: 'detached' });
    await guest.page.goto('/members');
    await guest.page.getByRole('link', { name: 'Workflows', exact: true }).waitFor();
    expect(await guest.page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
    await guest.page.goto('/workflows/swissmetro-mode-choice');
    await guest.page.getByText('Your access does not include new runs.').waitFor();
    expect(await button(guest.page, 'Run simulation').count()).toBe(0);

    await button(owner.page, 'Remove Grace Hopper').click();
    await owner.page.getByText('Grace Hopper leaves no keys, links or content.').waitFor();
    await button(owner.page, 'Remove member').click();
    await owner.page.getByText('You are the only member.').waitFor();
    await guest.page.goto('/members');
    await guest.page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    await guest.page.goto('/');
    await guest.page.goto(link);
    await guest.page.getByText('This invitation does not work').waitFor();
    expect([...owner.problems, ...guest.problems]).toEqual([]);
  });

  it('A revoked invitation does not work, and the invited page explains an address that has an account', async () => {
    const owner = await openOwner();
    const [revoked, known] = [newEmail(), newEmail()];
    await service.signIn(known);
    for (const email of [revoked, known]) await invite(owner.page, email);
    await button(owner.page, `Revoke the invitation of ${revoked}`).click();
    await button(owner.page, 'Revoke invitation').click();
    await table(owner.page, 'Pending invitations').getByText(revoked).waitFor({ state: 'detached' });
    const guest = await open();
    await guest.page.goto(linkFor(revoked));
    await guest.page.getByText('This invitation does not work').waitFor();
    await guest.page.goto('/sign-in');
    await guest.page.goto(linkFor(known));
    await button(guest.page, 'Join and sign in').click();
    await guest.page.getByText('This address has an account.').waitFor();
    expect([...owner.problems, ...guest.problems]).toEqual([]);
  });

  it('The dialog for a removal lists what the member leaves, and ends or keeps each kind as the owner decides', async () => {
    const owner = await openOwner();
    const email = newEmail();
    await invite(owner.page, email);
    const accepted = await service.post('/v1/invitations/accept', { token: newestToken(email), name: 'Grace Hopper' });
    const json = { url: 'https://hooks.example.com/reports' };
    await service.withSession('/v1/webhook-endpoints', cookieOf(accepted), { method: 'POST', json });
    await owner.page.reload();
    await button(owner.page, 'Remove Grace Hopper').click();
    const choice = owner.page.getByLabel('Webhook endpoints (1)');
    await owner.page.getByText('https://hooks.example.com/reports (sandbox tier)').waitFor();
    expect(await choice.inputValue()).toBe('end');
    expect(await seriousProblems(owner.page)).toEqual([]);
    await choice.selectOption('keep');
    await button(owner.page, 'Remove member').click();
    await owner.page.getByText('You are the only member.').waitFor();
    await owner.page.goto('/webhooks');
    await owner.page.getByText('https://hooks.example.com/reports').first().waitFor();
    expect(owner.problems).toEqual([]);
  });

  it('An invited user with an account sees before joining that it moves, and every page asks an unconfirmed user to confirm the address', async () => {
    const owner = await openOwner();
    const { page, problems } = await open();
    const email = newEmail();
    const form = { email, password: 'seven quiet otters', name: 'Grace', organization_name: 'Hopper Analytics' };
    expect((await page.request.post('/v1/auth/password/signup', { data: form })).status()).toBe(201);
    for (const path of ['/', '/usage', '/members']) {
      await page.goto(path);
      await page.getByText('Confirm your address').waitFor();
    }
    await button(page, 'Invite a colleague').click();
    await page.getByRole('textbox', { name: 'Email' }).fill(newEmail());
    await button(page, 'Send invitation').click();
    await page.getByText('Confirm your email address first').waitFor();
    const token = await service.newToken(email);
    expect((await page.request.post('/v1/auth/magic-link/verify', { data: { token } })).status()).toBe(200);
    await page.goto('/usage');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByText('Confirm your address').count()).toBe(0);
    await invite(owner.page, email);
    await page.goto(linkFor(email));
    await page.getByText('It has no other users').waitFor();
    expect(await seriousProblems(page)).toEqual([]);
    await button(page, 'Move my account and join').click();
    await button(page, 'Account: Grace').waitFor();
    await page.goto('/members');
    await page.getByText('Users of Lovelace Research').waitFor();
    expect([...owner.problems, ...problems.filter((text) => !text.includes('403'))]).toEqual([]);
  });
});
