/** The beginning of a text, with an ellipsis if it is longer. The limit may be inside a character of two units. */
export function shortened(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  return `${text.slice(0, maxCharacters).replace(/\p{Cs}$/u, '')}…`;
}
