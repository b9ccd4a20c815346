import { randomUUID } from 'node:crypto';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import type { PlanTier } from '../../src/config/plans.js';
import { newAddress } from './new-address.js';
import { sharedAddress } from './shared-address.js';
import { runFile, setPlan } from './shared-service.js';
import { untilAvailable } from './until-available.js';

/** Generous: it only ends a test that waits in vain. */
const waitTimeoutMs = 100_000;

export interface NewUser {
  email: string;
  password: string;
  name: string;
  organization: string;
}

/** Connects to the browser that all tests share. Closing the connection closes the profiles of the test. */
export async function connectBrowser(): Promise<Browser> {
  return chromium.connect(await sharedAddress('BROWSER'));
}

/** A page of a new browser profile, and what went wrong on it: errors of scripts, and violations of the Content-Security-Policy. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}) {
  const extraHTTPHeaders = { 'x-forwarded-for': newAddress() };
  const context = await browser.newContext({ baseURL: runFile().url, locale: 'en-US', extraHTTPHeaders, ...options });
  context.setDefaultTimeout(waitTimeoutMs);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    // The browser reports each response with an error status, which the pages handle.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text());
  });
  return { context, page, problems };
}

/** Opens a page that the service renders. Returns the status of the response. */
export async function visit(page: Page, path: string): Promise<number> {
  const { status } = await untilAvailable(async () => {
    const response = (await page.goto(path))!;
    return { status: response.status(), headers: new Headers(response.headers()) };
  });
  return status;
}

/**
 * Signs up in the browser's profile by a request, and opens the first page.
 * @param plan `growth` has no limit of requests in the tests. The sandbox plan is that of a real new user.
 */
export async function signUp(page: Page, plan: PlanTier = 'growth'): Promise<NewUser> {
  const user: NewUser = {
    email: `${randomUUID()}@example.com`,
    password: `correct horse ${randomUUID()}`,
    name: 'Ada Lovelace',
    organization: `Browser ${randomUUID().slice(0, 8)}`,
  };
  const { email, password, name, organization: organization_name } = user;
  const response = await page.request.post('/v1/auth/password/signup', {
    data: { email, password, name, organization_name },
  });
  if (!response.ok()) throw new Error(`the sign-up failed: ${await response.text()}`);
  const { data } = (await response.json()) as { data: { organization_id: string } };
  if (plan === 'growth') await setPlan(data.organization_id, plan);
  await page.goto('/');
  return user;
}

/** Clicks an action in the menu of a run. */
export async function fromMenu(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}
