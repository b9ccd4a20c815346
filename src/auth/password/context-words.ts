/** What an attacker knows about an account before the first guess. */
export interface PasswordContext {
  email: string;
  organizationName: string;
}

const serviceName = 'Simulation Service';
/** Shorter words occur in good passwords by coincidence. */
const minWordCharacters = 4;
/** A password that contains known words needs this many other letters or digits. */
const minOtherCharacters = 6;

/** Common replacements of letters, such as 0 for o. */
const letters: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '@': 'a', $: 's' };

/** Returns whether little more than the names of the service, the organization or the email address is in the password. */
export function isMadeFromContext(password: string, { email, organizationName }: PasswordContext): boolean {
  const words = [serviceName, organizationName, email, email.slice(0, email.lastIndexOf('@'))].flatMap(wordsOf);
  const longestFirst = [...new Set(words)].sort((a, b) => b.length - a.length);
  const text = password.toLowerCase();
  return [text, text.replace(/[01345@$]/g, (sign) => letters[sign] ?? sign)].some((spelling) =>
    isMadeFrom(longestFirst, squeezed(spelling)),
  );
}

/** The words of a name, and the whole name as one word. */
function wordsOf(name: string): string[] {
  const text = name.normalize('NFKC').toLowerCase();
  return [squeezed(text), ...text.split(/[^\p{L}\p{N}]+/u)].filter((word) => [...word].length >= minWordCharacters);
}

function isMadeFrom(words: readonly string[], text: string): boolean {
  const rest = words.reduce((remaining, word) => remaining.replaceAll(word, ''), text);
  return rest.length < text.length && [...rest].length < minOtherCharacters;
}

/** Letters and digits only. */
const squeezed = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '');
