/** Puts values into the {placeholders} of a template; one without a value stays as it is, so that a mistake shows. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{([^}]*)\}/g, (whole, name: string) => values[name] ?? whole);
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
