import type { IncomingMessage } from 'node:http';

export interface MediaType {
  /** In lowercase, such as `application/json`. */
  type: string;
  /** The values of the parameter `charset` in lowercase. */
  charsets: string[];
}

const token = String.raw`[!#$%&'*+.^\w|~\x60-]+`;
const quoted = String.raw`"(?:[^"\\\x00-\x08\x0a-\x1f\x7f]|\\[\t\x20-\xff])*"`;
const parameter = String.raw`[ \t]*;[ \t]*(?:(${token})=(${token}|${quoted}))?`;
const whole = new RegExp(`^(${token}/${token})((?:${parameter})*)[ \\t]*$`);

/**
 * The media type of a request (RFC 9110, 8.3.1 and 5.6.6): parameters may be empty, and their values quoted. Undefined if it is missing,
 * malformed or repeated, because programs disagree about which one of several applies.
 */
export function mediaTypeOf({ headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>): MediaType | undefined {
  const [value = '', ...others] = headersDistinct['content-type'] ?? [];
  const [, type, parameters = ''] = whole.exec(value) ?? [];
  if (type === undefined || others.length > 0) return undefined;
  const charsets = Array.from(parameters.matchAll(new RegExp(parameter, 'g')))
    .filter(([, name]) => name?.toLowerCase() === 'charset')
    .map(([, , text = '']) => text.replace(/^"(.*)"$/, '$1').replace(/\\(.)/g, '$1'));
  return { type: type.toLowerCase(), charsets: charsets.map((charset) => charset.toLowerCase()) };
}

/** Whether the text is UTF-8 or does not name its character set. `utf8` is a common name of it. */
export const isUtf8 = ({ charsets }: MediaType): boolean => charsets.every((charset) => /^utf-?8$/.test(charset));
