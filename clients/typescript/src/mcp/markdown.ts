/** Characters that a person does not see, such as escape sequences and changes of the direction of writing, and ends of lines. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** A text in one line without invisible characters. */
export const oneLine = (text: string): string => text.replace(invisible, ' ').trim();

/** Entities instead of backslashes, because some programs read `\[`, `\(` and `\\(` as the start of a formula. */
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '[': '&#91;',
  ']': '&#93;',
  '\\': '&#92;',
};

/**
 * The escape for every text of a caller in Markdown: a file can name the columns and values that labels repeat. The result is one line that
 * shows the text, without heading, list, link, image, address, HTML, formula, code or column of a table. Underscores within ids stay.
 */
export function markdownText(text: string): string {
  return (
    oneLine(text)
      .replace(
        /[&<>[\]\\`*{}#|$~@]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu,
        (character) => entities[character] ?? `\\${character}`,
      )
      // Addresses become links without any markup.
      .replace(/:(?=\/\/)|(?<=\bwww)\./giu, String.raw`\$&`)
      // Lists, lines and headings of the kind that a line below makes.
      .replace(/^[-+=:](?=[-+=:\s]|$)|(?<=^\d{1,9})[.)](?=\s|$)/u, String.raw`\$&`)
  );
}

/** The same for ids, digests and JSON, which stay readable and can be copied. */
export function markdownCode(text: string): string {
  const shown = oneLine(text);
  if (shown === '') return '';
  const longest = Math.max(0, ...Array.from(shown.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest > 0 ? `${fence} ${shown} ${fence}` : `${fence}${shown}${fence}`;
}

/** JSON that shows no named link, HTML and code to a program that reads it as Markdown. Its values stay the same. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value).replace(/[<`]|(?<=\])\(/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
