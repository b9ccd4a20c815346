/** Control characters, and halves of characters: operators of Postgres on JSON fail for text with some of them. */
export const unusableCharacter = /[\p{Cc}\p{Cs}]/u;

/** The first name that occurs twice. */
export function duplicateOf(names: readonly string[]): string | undefined {
  const found = new Set<string>();
  return names.find((name) => found.has(name) || !found.add(name));
}
