import type { Browser, Page } from 'playwright-core';
import { AuthService, newEmail } from '../support/auth-service.js';
import { connectBrowser, openPage, signUp } from '../support/browser.js';
import { fillSignUp, newPassword, problemOf, signInWith, type Credentials } from '../support/sign-in-forms.js';

const question = 'How many travellers would take the Swissmetro if its fares were 20% lower?';

describe('signing in to the dashboard', () => {
  let browser: Browser;
  let service: AuthService;

  beforeAll(async () => {
    [browser, service] = await Promise.all([connectBrowser(), AuthService.start({ SVC_DEBUG: '1' })]);
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  const open = () => openPage(browser, { baseURL: service.url });

  /** A new browser profile in which a new user has signed up with a password. */
  async function openSignedUp() {
    const opened = await open();
    return { ...opened, user: await signUp(opened.page, 'sandbox') };
  }

  /** The same by the form, after which the page offers the password first. */
  async function openSignedUpByForm() {
    const opened = await open();
    const user = { email: newEmail(), password: newPassword() };
    await opened.page.goto('/sign-up');
    await fillSignUp(opened.page, user);
    await opened.page.getByRole('button', { name: /^Account/ }).waitFor();
    return { ...opened, user };
  }

  /** Another browser profile in which the user has signed in, on the account page. */
  async function openSignedIn({ email, password }: Credentials) {
    const opened = await open();
    const response = await opened.page.request.post('/v1/auth/password/login', { data: { email, password } });
    expect(response.status()).toBe(200);
    await openAccount(opened.page);
    return opened;
  }

  /** The path of a sign-in link. The links name the port of the settings, which is not the port of this process. */
  async function linkIn(page: Page): Promise<string> {
    const link = await page.getByRole('link', { name: 'Open the sign-in link' }).getAttribute('href');
    return `/auth/callback${new URL(link ?? '').search}`;
  }

  it('After the sign-in, an address of another site in ?next= is ignored', async () => {
    const { context, page, user } = await openSignedUp();
    await context.clearCookies();
    await page.goto('/sign-in?next=//example.com/');
    await page.getByRole('tab', { name: 'Password' }).click();
    await signInWith(page, user);
    await page.getByRole('button', { name: /^Account/ }).waitFor();
    expect(page.url()).toBe(`${service.url}/`);
    await context.close();
  });

  it('The account page lists the sessions, ends another one, and changes the password', async () => {
    const first = await openSignedUp();
    const second = await openSignedIn(first.user);
    await first.page.goto('/account');
    await first.page.getByRole('button', { name: 'End the session of' }).click();
    await first.page.getByRole('button', { name: 'End the session of' }).waitFor({ state: 'detached' });
    await second.page.goto('/account');
    await second.page.getByRole('heading', { name: 'Sign in' }).waitFor();

    const password = newPassword();
    await changePassword(first.page, 'wrong', password);
    expect(await problemOf(first.page, 'Current password')).toMatch('is wrong');
    await changePassword(first.page, first.user.password, password);
    await first.page.getByText('The password is changed').waitFor();
    await second.page.getByRole('tab', { name: 'Password' }).click();
    await signInWith(second.page, { ...first.user, password });
    await second.page.getByRole('heading', { name: 'Your account' }).waitFor();
    expect([...first.problems, ...second.problems]).toEqual([]);
    await first.context.close();
    await second.context.close();
  });

  it('A user ends all other sessions at once and stays signed in', async () => {
    const first = await openSignedUp();
    const others = await Promise.all([openSignedIn(first.user), openSignedIn(first.user)]);
    await first.page.goto('/account');
    await first.page.getByRole('button', { name: 'End all others' }).click();
    await first.page.getByRole('button', { name: 'End all others' }).waitFor({ state: 'detached' });
    expect(await first.page.getByRole('button', { name: 'End the session of' }).count()).toBe(0);
    await Promise.all(
      others.map(async ({ page }) => {
        await page.reload();
        await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      }),
    );
    await first.page.reload();
    await first.page.getByText('this one').waitFor();
    for (const { context, problems } of [first, ...others]) {
      expect(problems).toEqual([]);
      await context.close();
    }
  });

  it('If a session ends during work, the user signs in again in place, and typed text stays', async () => {
    const { context, page, user, problems } = await openSignedUpByForm();
    const box = page.getByRole('textbox', { name: 'Your question' });
    await box.waitFor();
    await context.clearCookies();
    await box.fill(question);
    const dialog = page.getByRole('dialog', { name: 'Your session ended' });
    await dialog.getByRole('textbox', { name: 'Password' }).fill(user.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await box.inputValue()).toBe(question);
    await page.getByRole('button', { name: 'Run simulation' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('After a session ended, the user signs in by email link in another tab, and typed text stays', async () => {
    const { context, page } = await openSignedUp();
    await openAccount(page);
    await page.getByLabel('New password').fill('typed before');
    await context.clearCookies();
    await page.getByLabel('Current password').fill('x');
    await page.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session ended' });
    await dialog.getByRole('tab', { name: 'Email link' }).click();
    await dialog.getByRole('button', { name: 'Email me a sign-in link' }).click();
    await dialog.getByRole('button', { name: 'I signed in' }).click();
    await dialog.getByText('You are not signed in yet').waitFor();

    const tab = await context.newPage();
    await tab.goto(await linkIn(page));
    // The address was never verified, so the page asks about the account.
    await tab.getByRole('button', { name: 'I created it' }).click();
    await tab.waitForURL(`${service.url}/`);
    await dialog.getByRole('button', { name: 'I signed in' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('New password').inputValue()).toBe('typed before');
    await context.close();
  });

  it('If another user signs in after a session ended, the page of the user before is left', async () => {
    const [{ user: other, context: otherContext }, { context, page }] = await Promise.all([
      openSignedUp(),
      openSignedUpByForm(),
    ]);
    await openAccount(page);
    await context.clearCookies();
    await changePassword(page, 'x', newPassword());
    const dialog = page.getByRole('dialog', { name: 'Your session ended' });
    await dialog.getByRole('textbox', { name: 'Email' }).fill(other.email);
    await dialog.getByRole('textbox', { name: 'Password' }).fill(other.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${service.url}/`);
    await context.close();
    await otherContext.close();
  });

  it('An email link signs in once, and a used link leads to a new one', async () => {
    const { context, page, problems } = await open();
    const email = newEmail();
    const link = await requestLink(page, email);
    await page.goto(link);
    await page.getByText(`You sign in as ${email}.`).waitFor();
    expect(page.url()).toBe(`${service.url}/auth/callback`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${service.url}/`);
    await page.getByRole('button', { name: /^Account/ }).waitFor();

    await page.goto(link);
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    expect(await page.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/sign-in');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('A new password is set by email link, and a rejected one keeps the link valid', async () => {
    const { context, page, problems } = await open();
    const [email, password] = [newEmail(), newPassword()];
    await page.goto('/sign-in');
    await page.getByRole('tab', { name: 'Password' }).click();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    // The page before has a field of this name too.
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('button', { name: 'Email me a link' }).click();
    await page.goto(await linkIn(page));
    await page.getByRole('button', { name: 'Set a new password' }).click();
    for (const tried of ['short', password]) {
      await page.getByLabel('New password').fill(tried);
      await page.getByRole('button', { name: 'Set password and sign in' }).click();
      if (tried === 'short') expect(await problemOf(page, 'New password')).toBe('Must have at least 10 characters.');
    }
    await page.waitForURL(`${service.url}/`);
    await context.clearCookies();
    await page.goto('/sign-in?next=/account');
    await signInWith(page, { email, password });
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('While the API does not respond, a banner shows, typed text stays, and the page recovers by itself', async () => {
    const { context, page, user, problems } = await openSignedUp();
    await openAccount(page);
    const password = newPassword();
    await page.clock.install();
    await context.route('**/v1/**', (route) => route.abort());
    await changePassword(page, user.password, password);
    const banner = page.getByText('We try again every 5 seconds');
    await banner.waitFor();
    await context.unroute('**/v1/**');
    await page.clock.fastForward(5_000);
    await banner.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('New password').inputValue()).toBe(password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The password is changed').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  async function requestLink(page: Page, email: string): Promise<string> {
    await page.goto('/sign-in');
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
    return linkIn(page);
  }
});

async function openAccount(page: Page): Promise<void> {
  await page.goto('/account');
  await page.getByText('this one').waitFor();
}

async function changePassword(page: Page, current: string, next: string): Promise<void> {
  await page.getByLabel('Current password').fill(current);
  await page.getByLabel('New password').fill(next);
  await page.getByRole('button', { name: 'Change password' }).click();
}
