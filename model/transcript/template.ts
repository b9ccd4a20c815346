type Values = Readonly<Record<string, string>>;

/** Text that is constant, or a function of a subject such as an agent. */
export type Text<Subject> = string | ((subject: Subject) => string);

// Excluding braces within a placeholder keeps the search linear for templates with many unclosed braces.
const placeholderPattern = /\{([^{}]*)\}/g;

/** Names of the {placeholders} of a template, in order. */
export function placeholders(template: string): string[] {
  return [...template.matchAll(placeholderPattern)].map(([, name = '']) => name);
}

/**
 * Replaces the {placeholders} of a template. A placeholder without a value stays in the text, so that the mistake is visible. For a template
 * that is filled for many agents, use {@link compileTemplate}.
 */
export function fillTemplate(template: string, values: Values): string {
  return template.replace(placeholderPattern, (whole, name: string) => values[name] ?? whole);
}

/**
 * Reads a template once and returns the function that fills it, or the text if it is constant. A placeholder without a value stays in the
 * text.
 */
export function compileTemplate<Subject>(
  template: string,
  valueOf: (name: string) => Text<Subject> | undefined,
): Text<Subject> {
  // The odd parts are the names of the placeholders, because the pattern has one group.
  const parts = template
    .split(placeholderPattern)
    .map((part, k) => (k % 2 === 0 ? part : (valueOf(part) ?? `{${part}}`)));
  const [first = '', ...rest] = mergedTexts(parts);
  if (rest.length === 0) return first;
  return (subject) => {
    let text = textFor(first, subject);
    for (const part of rest) text += typeof part === 'string' ? part : part(subject);
    return text;
  };
}

/** Returns a text for one subject. */
export function textFor<Subject>(text: Text<Subject>, subject: Subject): string {
  return typeof text === 'string' ? text : text(subject);
}

/** Joins consecutive constant texts. */
function mergedTexts<Subject>(parts: readonly Text<Subject>[]): Text<Subject>[] {
  const merged: Text<Subject>[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (typeof last === 'string' && typeof part === 'string') merged[merged.length - 1] = last + part;
    else if (part !== '') merged.push(part);
  }
  return merged;
}

/** Makes a sentence of a text: first letter in upper case, and a final period unless it ends with one, `!` or `?`. */
export function asSentence(text: string): string {
  const trimmed = text.trim();
  const ended = '.!?'.includes(trimmed.charAt(trimmed.length - 1) || ' ') ? trimmed : `${trimmed}.`;
  const first = ended.charAt(0);
  const upper = first.toUpperCase();
  return first === upper ? ended : upper + ended.slice(1);
}

/** Joins words: `a`, `a and b`, `a, b and c`. */
export function joinWords(words: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}
