/** The beginning of a text, with an ellipsis if it is longer. The limit may be inside a character of two units. */
export function shortened(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  return `${text.slice(0, maxCharacters).replace(/\p{Cs}$/u, '')}…`;
}

/** Texts beyond this number are not shared, so that a column of different texts needs no second index of them. */
const maxSharedTexts = 10_000;

/** Equal texts of a column as one string: a column of a million zeros and ones then takes its references only. */
export class SharedTexts {
  private readonly texts = new Map<string, string>();

  find(text: string): string | undefined {
    return this.texts.get(text);
  }

  /** Returns the shared string. */
  add(text: string): string {
    const known = this.texts.get(text);
    if (known !== undefined) return known;
    if (this.texts.size < maxSharedTexts) this.texts.set(text, text);
    return text;
  }
}
