/** The page of the sign-in link (`/auth/callback`) writes the token of its link under this name, so that it is in no address. */
const storageKey = 'reset-token';

export function resetToken(): string | undefined {
  return sessionStorage.getItem(storageKey) ?? undefined;
}

export function forgetResetToken(): void {
  sessionStorage.removeItem(storageKey);
}
