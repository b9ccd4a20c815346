import { isUtf8 } from 'node:buffer';
import type { RowSink } from './table-builder.js';

const compressed = 'is compressed: decompress it';
const image = 'is an image: send the numbers as CSV';
/** First bytes of files that are no table of text, and what to do with them. */
const otherFiles: readonly (readonly [string, string])[] = [
  ['504b0304', 'is an Excel or ZIP file: save the sheet as CSV, and send the CSV file'],
  ['d0cf11e0', 'is an Excel file: save the sheet as CSV, and send the CSV file'],
  ['50415231', 'is a Parquet file: send it with the media type application/vnd.apache.parquet'],
  ['1f8b', 'is compressed with gzip: decompress it, or send it with the header Content-Encoding: gzip'],
  ...['425a68', '377abcaf', 'fd377a58', '28b52ffd', '52617221'].map((start) => [start, compressed] as const),
  ...['89504e47', 'ffd8ff', '47494638'].map((start) => [start, image] as const),
  ['25504446', 'is a PDF file: save the table as CSV'],
];
/** The same for files of text. */
const otherTexts: readonly (readonly [RegExp, string])[] = [
  [
    /^\s*<(?:!doctype html|html|head|body|table|!--)/i,
    'is a web page (HTML): download the file that the page links to, or save its table as CSV',
  ],
  [/^\s*<\?xml/, 'is an XML file: save the table as CSV'],
  [/^\{\\rtf/, 'is an RTF document: save the table as CSV'],
  [/^<stata_dta>/, 'is a Stata file: export the data as CSV'],
  [/^\$FL[23]/, 'is an SPSS file: export the data as CSV'],
];
const byteOrderMarks = { utf8: 'efbbbf', utf16le: 'fffe', utf16be: 'feff' } as const;

/** First characters of a file, one for each byte. */
export const startOf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 1_000)).toString('latin1');

const startsWith = (bytes: Uint8Array, hex: string) =>
  Buffer.from(bytes.subarray(0, hex.length / 2)).toString('hex') === hex;

/** Reports files of another kind, and bytes that no text in UTF-8 has. */
export function isText(bytes: Uint8Array, sink: RowSink): boolean {
  const text = startOf(bytes);
  const other =
    otherFiles.find(([start]) => startsWith(bytes, start)) ?? otherTexts.find(([start]) => start.test(text));
  if (bytes.length === 0) sink.reject('is empty: expected a header and rows');
  else if (other) sink.reject(other[1]);
  else if (bytes.includes(0)) sink.reject('contains the character U+0000: send text in UTF-8, not UTF-16');
  else if (!isUtf8(bytes)) sink.reject('is not UTF-8: save the file with the encoding UTF-8');
  else return true;
  return false;
}

/**
 * Converts text to UTF-8 without a byte order mark: UTF-16 with a byte order mark, and windows-1252, in which every sequence of bytes is a
 * text. Returns other files as they are.
 */
export function toUtf8(bytes: Uint8Array): { bytes: Uint8Array; encoding: 'UTF-8' | 'UTF-16' | 'windows-1252' } {
  if (startsWith(bytes, byteOrderMarks.utf8)) return { bytes: bytes.subarray(3), encoding: 'UTF-8' };
  for (const [mark, label] of [
    [byteOrderMarks.utf16le, 'utf-16le'],
    [byteOrderMarks.utf16be, 'utf-16be'],
  ] as const) {
    if (startsWith(bytes, mark)) return { bytes: decoded(bytes, label), encoding: 'UTF-16' };
  }
  if (bytes.includes(0) || isUtf8(bytes)) return { bytes, encoding: 'UTF-8' };
  const text = new TextDecoder('latin1').decode(bytes);
  // Some versions of Node.js decode windows-1252 as latin1, in which the euro sign is a control character.
  const western = text.replaceAll(/[\u0080-\u009f]/g, (sign) => westernSigns[sign.charCodeAt(0) - 0x80]!);
  return { bytes: Buffer.from(western), encoding: 'windows-1252' };
}

/** Characters 80 to 9F of windows-1252. */
const westernSigns = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const decoded = (bytes: Uint8Array, label: string) => Buffer.from(new TextDecoder(label).decode(bytes));
