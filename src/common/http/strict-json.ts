import type { Issue } from '../errors/app-error.js';

export const maxJsonDepth = 64;

/** Valid JSON that is ambiguous between parsers or that the databases cannot store. */
export class StrictJsonError extends Error {
  override readonly name = 'StrictJsonError';
  constructor(readonly issue: Issue) {
    super(`${issue.path}: ${issue.message}`);
  }
}

/**
 * Parses JSON and rejects duplicate names, `__proto__`, deep nesting, more than `maxValues` values, numbers that become Infinity,
 * U+0000 and unpaired surrogates. Values are fields, items and the whole. Throws SyntaxError for invalid JSON and {@link StrictJsonError}
 * for the others.
 */
export function parseStrictJson(text: string, maxValues = Infinity): unknown {
  const value: unknown = JSON.parse(text);
  new Scanner(text, maxValues).scan();
  return value;
}

const [quote, backslash, comma, minus, plus, dot] = [0x22, 0x5c, 0x2c, 0x2d, 0x2b, 0x2e];
const [openObject, closeObject, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d];
const isDigit = (code: number) => code >= 0x30 && code <= 0x39;
const isExponent = (code: number) => code === 0x65 || code === 0x45;
/** The initial set of names, shared by all objects, because many objects are empty. */
const noNames: ReadonlySet<string> = new Set();
/** A number with fewer characters and without an exponent is finite. */
const maxPlainNumberCharacters = 300;

/** Scans text that is known to be valid JSON, so that it only needs to check the structural characters. */
class Scanner {
  private position = 0;
  /** The names found so far in each open object; undefined for an array. */
  private readonly open: (ReadonlySet<string> | undefined)[] = [];
  /** The current name or index in each open object or array. */
  private readonly path: (string | number)[] = [];
  private names: ReadonlySet<string> | undefined;
  private expectsName = false;
  private valueCount = 1;

  constructor(
    private readonly text: string,
    private readonly maxValues: number,
  ) {}

  scan(): void {
    for (; this.position < this.text.length; this.position++) {
      const code = this.text.charCodeAt(this.position);
      if (code === quote) this.string();
      else if (code === comma) this.next();
      else if (code === openObject) this.enter(noNames);
      else if (code === openList) this.enter(undefined);
      else if (code === closeObject || code === closeList) this.leave();
      else if (code === minus || isDigit(code)) this.number();
    }
  }

  private enter(names: ReadonlySet<string> | undefined): void {
    this.countValue();
    if (this.open.length === maxJsonDepth) this.fail(`is nested deeper than the maximum of ${maxJsonDepth} levels`);
    this.open.push(names);
    this.path.push(names ? '' : 0);
    this.names = names;
    this.expectsName = names !== undefined;
  }

  private leave(): void {
    this.open.pop();
    this.path.pop();
    this.names = this.open.at(-1);
    this.expectsName = false;
  }

  private next(): void {
    this.countValue();
    this.expectsName = this.names !== undefined;
    if (!this.expectsName) (this.path[this.path.length - 1] as number)++;
  }

  private string(): void {
    const start = this.position;
    let escaped = false;
    let end = start + 1;
    for (let code = this.text.charCodeAt(end); code !== quote; code = this.text.charCodeAt(end)) {
      if (code === backslash) escaped = true;
      end += code === backslash ? 2 : 1;
    }
    this.position = end;
    if (!escaped && !this.expectsName) return;
    const raw = this.text.slice(start, end + 1);
    if (this.expectsName) this.name(escaped ? (JSON.parse(raw) as string) : raw.slice(1, -1));
    // Text that was decoded from UTF-8 and parsed as JSON can contain these only as escapes.
    const suspect = escaped && /\\u(0000|d[89a-f])/i.test(raw);
    if (suspect && /[\0\p{Surrogate}]/u.test(JSON.parse(raw) as string)) {
      this.fail('must not contain U+0000 or an unpaired surrogate');
    }
  }

  private name(name: string): void {
    this.expectsName = false;
    this.path[this.path.length - 1] = name;
    if (name === '__proto__') this.fail('is not a known field');
    if (this.names?.has(name)) this.fail('appears twice in its object');
    if (this.names === noNames) this.open[this.open.length - 1] = this.names = new Set();
    (this.names as Set<string>).add(name);
  }

  private number(): void {
    const start = this.position;
    let exponent = false;
    for (let end = start + 1; ; end++) {
      const code = this.text.charCodeAt(end);
      if (isExponent(code)) exponent = true;
      else if (!isDigit(code) && code !== dot && code !== minus && code !== plus) break;
      this.position = end;
    }
    if (!exponent && this.position - start < maxPlainNumberCharacters) return;
    const value = Number(this.text.slice(start, this.position + 1));
    if (!Number.isFinite(value)) this.fail('is too large: numbers must be below 1.8e308');
  }

  /** The first value of an object or a list counts with it, also if it is empty, and each other one with its comma. */
  private countValue(): void {
    if (++this.valueCount <= this.maxValues) return;
    const message = `has more than ${this.maxValues.toLocaleString('en-US')} fields and items in all: send fewer`;
    throw new StrictJsonError({ path: '', message });
  }

  private fail(message: string): never {
    throw new StrictJsonError({ path: printable(this.path.join('.')), message });
  }
}

/** The path is part of the response, so names from the request must not make it long or invalid. */
function printable(path: string): string {
  return path.replace(/[\0\p{Surrogate}]/gu, '\ufffd').slice(0, 200);
}
