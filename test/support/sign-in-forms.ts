import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';

/** What a user types to sign in. */
export interface Credentials {
  email: string;
  password: string;
}

export const newPassword = () => `correct horse ${randomUUID()}`;

/** Fills in the form of a new account, and sends it. */
export async function fillSignUp(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('Organization').fill('Analytical Engines');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

/** Fills in the form of the password, and sends it. */
export async function signInWith(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The problem that is shown at a field, and connected to it for screen readers. */
export async function problemOf(page: Page, label: string): Promise<string | undefined> {
  const field = page.getByRole('textbox', { name: label }).and(page.locator('[aria-invalid=true]'));
  await field.waitFor();
  const id = (await field.getAttribute('aria-describedby'))?.split(' ').at(-1) ?? '';
  return (await page.locator(`[id="${id}"]`).textContent()) ?? undefined;
}
