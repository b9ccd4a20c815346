import { gzipSync } from 'node:zlib';
import type { Operation } from './api-operations.js';

export interface HostileRequest {
  title: string;
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

/** The headers of a request have at most 16 KiB, with its path. */
const headerCharacters = 12_000;
/** A body has at most 256 KiB. */
const bodyCharacters = 250_000;

const filled = (text: string, characters: number) => text.repeat(Math.floor(characters / text.length));
const header = (text: string) => filled(text, headerCharacters);
const body = (text: string) => filled(text, bodyCharacters);

/** An id that no object has. */
const unknownId = '019aa0f55b6e7c3a9d552f0d7c1f4a10';

/** Texts that are slow for regular expressions and parsers that go back. */
const slowTexts = [' ', '#', '((', '0', 'a,', '"', '--', '\\', '.,', '/*', '_', '\t\n', 'é́', '😀', '${', '*/'];

function pathsOf(path: string, method: string): HostileRequest[] {
  if (!path.includes('{')) return [];
  const values = {
    long: header('a'),
    escaped: header('%2e%2e%2f'),
    zeros: header('%00'),
    slashes: header('/'),
    brackets: header('%5B%7B'),
    'an incomplete character': header('%E9'),
    'an incomplete escape': `${header('%25')}%`,
    blanks: `${header('%20')}x`,
  };
  return Object.entries(values).map(([name, value]) => ({
    title: `path parameter: ${name}`,
    method,
    path: path.replaceAll(/\{\w+\}/g, (_, position: number) =>
      path.lastIndexOf('{') === position ? value : unknownId,
    ),
  }));
}

function queriesOf(path: string, method: string, { parameters = [] }: Operation): HostileRequest[] {
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const named = [...names, 'unknown'];
  const values = {
    'each parameter long': named.map((name) => `${name}=${filled('a', headerCharacters / named.length)}`).join('&'),
    'each parameter blank': named.map((name) => `${name}=${filled('%20', headerCharacters / named.length)}x`).join('&'),
    'each parameter a list': named
      .map((name) => `${name}=${filled('a:1,', headerCharacters / named.length)}`)
      .join('&'),
    'repeated parameters': header(`${named[0]}=1&`),
    'different parameters': Array.from({ length: 2_000 }, (_, k) => `p${k}`).join('&'),
    'deep brackets': `${named[0]}${header('[a]')}=1`,
    'brackets of an array': header(`${named[0]}[]=1&`),
    'large indexes': header(`${named[0]}[99999]=1&`),
    'incomplete escapes': `${named[0]}=${header('%')}`,
    'U+0000': `${named[0]}=${header('%00')}`,
    prototype: header('__proto__[a]=1&constructor[prototype][b]=2&'),
    signs: header('&=&?'),
  };
  return Object.entries(values).map(([name, query]) => ({
    title: `query: ${name}`,
    method,
    path: `${path.replaceAll(/\{\w+\}/g, unknownId)}?${query}`,
  }));
}

const hostileHeaders: Record<string, string> = {
  accept: header('text/html;q=0.5,'),
  'accept-encoding': header('gzip;q=0.5, '),
  'accept-language': header('de-CH;q=0.5, '),
  authorization: `Bearer ${header('a')}`,
  'content-encoding': header('gzip, '),
  'content-type': `application/json${header(';\t')}x`,
  cookie: header('a=b; '),
  forwarded: header('for=192.0.2.1, '),
  'idempotency-key': header('k'),
  'if-none-match': header('"a", '),
  'last-event-id': header('1-'),
  origin: `https://${header('a.')}`,
  prefer: header('wait=1, '),
  range: `bytes=${header('0-1,')}`,
  traceparent: `00-${header('a')}-01`,
  'user-agent': header('( '),
  'x-forwarded-for': header('10.0.0.1, '),
  'x-request-id': header('a'),
};

function headersOf(path: string, method: string): HostileRequest[] {
  return Object.entries(hostileHeaders).map(([name, value]) => ({
    title: `header ${name}`,
    method,
    path: path.replaceAll(/\{\w+\}/g, unknownId),
    headers: { [name]: value },
  }));
}

const bodies: [type: string, title: string, body: string | Uint8Array<ArrayBuffer>][] = [
  ['application/json', 'deep lists', body('[')],
  ['application/json', 'deep objects', body('{"a":')],
  ['application/json', 'deep closed lists', `${filled('[', bodyCharacters / 2)}${filled(']', bodyCharacters / 2)}`],
  ['application/json', 'an open string', `"${body('a')}`],
  ['application/json', 'escapes', `{"a":"${body('\\u0061')}"}`],
  ['application/json', 'digits', body('1')],
  ['application/json', 'blanks', `${body(' ')}{}`],
  ['application/json', 'the same key', `{${filled('"a":1,', 29_000)}"a":1}`],
  ['application/json', 'different keys', `{${Array.from({ length: 4_900 }, (_, k) => `"k${k}":1`).join()}}`],
  ['application/json', 'a long key', `{"${body('k')}":1}`],
  ['application/json', 'prototypes', `{"__proto__":{"a":1},"constructor":{"prototype":{"b":"${body('x')}"}}}`],
  ['application/json', 'no JSON', body('x')],
  ['application/json; charset=utf-16', 'UTF-16', body('a')],
  ['text/plain', 'text', body('a ')],
  ['text/csv', 'CSV of separators', body(',')],
  ['text/csv', 'CSV of quotes', body('"')],
  ['text/tab-separated-values', 'TSV of lines', body('\t\n')],
  ['application/x-ndjson', 'NDJSON of lines', body('{}\n')],
  ['application/x-ndjson', 'deep NDJSON', body('{"a":')],
  ['application/vnd.apache.parquet', 'garbage as Parquet', `PAR1${body('\0')}PAR1`],
  ['text/html', 'HTML of open elements', body('<div a="')],
  ['text/html', 'HTML of closed elements', body('<p></p>')],
  ['application/xml', 'XML of entities', `<!DOCTYPE a [${body('<!ENTITY b "&b;&b;">')}]><a>&b;</a>`],
  ['application/yaml', 'YAML of references', `${body('- &a [*a]\n')}`],
  ['application/x-www-form-urlencoded', 'a form with deep brackets', `a${body('[a]')}=1`],
  ['application/x-www-form-urlencoded', 'a form of fields', body('a=1&')],
  ['multipart/form-data; boundary=b', 'parts', body('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n')],
  ['multipart/form-data', 'no boundary', body('--\r\n')],
  ['application/octet-stream', 'bytes', new Uint8Array(bodyCharacters)],
];

/** 100 MB in 100 kB. */
const bomb = new Uint8Array(gzipSync(Buffer.alloc(100_000_000)));

function bodiesOf(path: string, method: string): HostileRequest[] {
  const plain = path.replaceAll(/\{\w+\}/g, unknownId);
  const zip = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  return [
    ...bodies.map(([type, title, content]) => ({
      title: `body: ${title}`,
      method,
      path: plain,
      headers: { 'content-type': type },
      body: content,
    })),
    { title: 'body: 100 MB in 100 kB', method, path: plain, headers: zip, body: bomb },
  ];
}

/** A copy of a value for each text in it, with another text in its place, and for each map one with another key. */
function withTexts(value: unknown, text: string): unknown[] {
  if (typeof value === 'string') return [text];
  if (Array.isArray(value)) {
    const [first, ...others] = value as unknown[];
    return first === undefined ? [] : withTexts(first, text).map((changed) => [changed, ...others]);
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    withTexts(inner, text).map((changed) => ({ ...value, [name]: changed })),
  );
}

function textsOf(path: string, method: string, { requestBody }: Operation): HostileRequest[] {
  const example = requestBody?.content['application/json']?.example;
  if (example === undefined) return [];
  const length = bodyCharacters - JSON.stringify(example).length;
  // Each text of the example gets another one of the slow texts.
  const count = withTexts(example, '').length;
  return Array.from({ length: Math.max(count, slowTexts.length) }, (_, k) => {
    const sign = slowTexts[k % slowTexts.length]!;
    const inJson = JSON.stringify(sign).length - 2;
    const text = `${filled(sign, (length * sign.length) / Math.max(inJson, Buffer.byteLength(sign)) - 10)}x`;
    return {
      title: `text ${k % Math.max(1, count)} of ${JSON.stringify(sign)}`,
      method,
      path: path.replaceAll(/\{\w+\}/g, unknownId),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(withTexts(example, text)[k % Math.max(1, count)] ?? {}),
    };
  });
}

/** Requests to an operation that try to keep the service busy: with their path, query, headers, and bodies of any type. */
export function hostileRequestsTo(path: string, method: string, operation: Operation): HostileRequest[] {
  const canHaveBody = !['GET', 'HEAD'].includes(method);
  return [
    ...pathsOf(path, method),
    ...queriesOf(path, method, operation),
    ...headersOf(path, method),
    ...(canHaveBody ? [...bodiesOf(path, method), ...textsOf(path, method, operation)] : []),
  ];
}
