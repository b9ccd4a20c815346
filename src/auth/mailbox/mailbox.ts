/** Domains of one provider, whose addresses reach the same mailbox. */
const sameProvider: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' };

/**
 * The mailbox of an address, for limits of emails only. Providers ignore case, a tag after a plus sign, and often dots before the @. Where one
 * counts dots, two mailboxes share a limit, which protects both.
 */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  const name = local.replace(/\+.*$/, '').replaceAll('.', '');
  return `${name === '' ? local : name}@${sameProvider[domain] ?? domain}`;
}
