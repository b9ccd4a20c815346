const maxCharacters = 500;
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/**
 * The excerpt of the question that a quote copies. Only white space may differ. Undefined if the question does not contain the quote, or if the
 * quote has no letter and no digit. The result is text of the question, never of the model.
 */
export function excerptOf(question: string, quote: string): string | undefined {
  if (quote.length > maxCharacters || !/[\p{L}\p{N}]/u.test(quote)) return undefined;
  const parts = quote.trim().split(/\s+/u).map(escaped);
  return new RegExp(parts.join('\\s+')).exec(question)?.[0];
}
