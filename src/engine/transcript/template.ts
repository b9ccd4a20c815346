type Values = Readonly<Record<string, string>>;

// Excluding braces within a placeholder keeps the search linear for templates with many unclosed braces.
const placeholderPattern = /\{([^{}]*)\}/g;

/** Names of the {placeholders} of a template, in order. */
export function placeholders(template: string): string[] {
  return [...template.matchAll(placeholderPattern)].map(([, name = '']) => name);
}

/**
 * Replaces the {placeholders} of a template. The last set with a value for a name takes precedence. A placeholder without a value stays in
 * the text, so that the mistake is visible.
 *
 * The sets are not merged into one object per agent: V8 creates a hidden class for each such object and never frees it, which fills the heap
 * when many transcripts are rendered.
 */
export function fillTemplate(template: string, ...sets: readonly Values[]): string {
  const valueOf = (name: string) => sets.findLast((values) => values[name] !== undefined)?.[name];
  return template.replace(placeholderPattern, (whole, name: string) => valueOf(name) ?? whole);
}

/** Makes a sentence of a text: first letter in upper case, and a final period unless it ends with one, `!` or `?`. */
export function asSentence(text: string): string {
  const trimmed = text.trim();
  const ended = /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}

/** Joins words: `a`, `a and b`, `a, b and c`. */
export function joinWords(words: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}
