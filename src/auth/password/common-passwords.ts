import { dictionary } from '@zxcvbn-ts/language-common';

/** The commonest of the passwords that came to light in leaks, most of them shorter than ours may be. */
const common = new Set(dictionary['passwords-common']);

/** Whether a password, in any case, is among the first that anybody would try; also one that says such a one, or one sign, again and again. */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  return common.has(text) || common.has(repeated(text)) || new Set(text).size === 1;
}

/** The shortest text that gives the whole when it is said several times; the whole itself where there is none. */
function repeated(text: string): string {
  return text.slice(0, (text + text).indexOf(text, 1));
}
