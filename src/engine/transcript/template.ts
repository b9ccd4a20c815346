type Values = Readonly<Record<string, string>>;

/** One that is not closed is none: looked for to its end, many of them would take the square of their number. */
const PLACEHOLDER = /\{([^{}]*)\}/g;

/** The names in the {placeholders} of a template. */
export function placeholders(template: string): string[] {
  return [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

/**
 * Puts values into the {placeholders} of a template; one without a value stays as it is, so that a mistake shows. Of several sets of values
 * the last that has one gives it. Sets are not spread into one for each agent: V8 makes a new hidden class for such an object each time,
 * which outlives it, and reading transcripts then fills the heap with them.
 */
export function fillTemplate(template: string, ...sets: readonly Values[]): string {
  const valueOf = (name: string) => sets.findLast((values) => values[name] !== undefined)?.[name];
  return template.replace(PLACEHOLDER, (whole, name: string) => valueOf(name) ?? whole);
}

/** A text as a sentence of its own: with a capital letter, and a full stop unless it has an end. */
export function asSentence(text: string): string {
  const trimmed = text.trim();
  const ended = /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}

/** `a`, `a and b`, `a, b and c`. */
export function joinWords(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
