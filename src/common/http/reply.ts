import type { Response } from 'express';
import { sendBody, encodingFor, sendUnchanged, setHeaders, type Encoding } from './content-encoding.js';
import { writeJson } from './json-text.js';
import escapeHtml from 'escape-html';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { sha256 } from '../crypto.js';

export class Reply<T> {
  constructor(
    readonly data: T,
    readonly extras: {
      meta?: Record<string, unknown>;
      headers?: Record<string, string | string[]>;
      status?: number;
      /** Whether `data` contains a key, secret or token. The response is then not compressed. */
      hasSecret?: true;
    } = {},
  ) {}
}

const emptyStatuses: readonly number[] = [204, 308];

/** Sends a value as JSON, without the freshness check and the ETag that Express would add. */
export function sendJson(response: Response, value: unknown, hasSecret?: boolean): void | Promise<void> {
  if (emptyStatuses.includes(response.statusCode)) {
    response.end();
    return;
  }
  return sendBody(response, { type: 'application/json; charset=utf-8', text: writeJson(value), hasSecret });
}

/** Text that is already HTML. Everything else is escaped when it is put into a page. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | undefined | false | readonly Part[];

function render(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map((one) => render(one)).join('');
  return escapeHtml(String(part));
}

/** Not named `html`: Prettier would reformat the template and change whitespace, on which a style hash and `pre` depend. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, index) => text + render(parts[index])).join(''));
}

/** A template cannot contain the end tag: the bundler would need a helper of another package for it. */
export function inlineScript(script: string): Html {
  return new Html(`<script>${script}</script>`);
}

/** Renders a description. The only markup is a blank line between paragraphs and backquotes around code. */
export function prose(text: string): Html {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => markup`<p>${inline(paragraph)}</p>`);
  return markup`${paragraphs}`;
}

export function inline(text: string): Html {
  const parts = text.split('`').map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : part));
  return markup`${parts}`;
}

/** A name in a table. In a narrow column, it wraps between its words. */
export function name(text: string): Html {
  const parts = text.split(/(?<=[._-])/).map((part, index) => (index > 0 ? markup`<wbr />${part}` : part));
  return markup`<code>${parts}</code>`;
}

export function code(value: unknown): Html {
  return markup`<pre tabindex="0"><code>${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</code></pre>`;
}

/** Quality 11 takes a second for the OpenAPI document and saves a tenth. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** They run in threads of Node, so that other requests do not wait. */
const encoders: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, brotliOptions),
  gzip: promisify<Buffer, Buffer>(gzip),
  identity: (bytes) => Promise.resolve(bytes),
};

/** A public document that does not change while the process runs. It is compressed once for each encoding, when it is first requested. */
export class StaticDocument {
  readonly bytes: Buffer;
  readonly tag: string;
  private readonly encoded: Partial<Record<Encoding, Promise<Buffer>>> = {};

  constructor(
    readonly type: string,
    text: string,
  ) {
    this.bytes = Buffer.from(text);
    this.tag = sha256(this.bytes).toString('base64url');
  }

  in(encoding: Encoding): Promise<Buffer> {
    return (this.encoded[encoding] ??= encoders[encoding](this.bytes));
  }
}

/** Clients may store the document, and must revalidate it: it changes with each release. */
const cacheHeaders = { 'Cache-Control': 'no-cache' };

export async function sendDocument(response: Response, document: StaticDocument): Promise<void> {
  const encoding = encodingFor(response, ['br', 'gzip'], document.bytes.byteLength);
  if (sendUnchanged(response, document.tag, encoding, cacheHeaders)) return;
  const body = await document.in(encoding);
  setHeaders(response, { ...cacheHeaders, 'Content-Type': document.type, 'Content-Length': String(body.byteLength) });
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.end(body);
}
