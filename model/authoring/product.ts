import type { TermFactor } from '../definition.js';

/** Kinds of names in products. A name without a kind is looked up in this order. */
export const nameKinds = ['variable', 'attribute', 'parameter', 'assignment', 'state'] as const;
export type NameKind = (typeof nameKinds)[number];

/** Ids that products can name, by kind. States are not declared, so they need their kind: `state.period`. */
export type Names = Readonly<Record<Exclude<NameKind, 'state'>, ReadonlySet<string>>>;

/** A condition, as in `indicator` of a factor and in `when` of a sentence. */
export type Indicator = Extract<TermFactor, { indicator: unknown }>['indicator'];

/** Scale and factors of a term. */
export interface Product {
  readonly scale: number;
  readonly factors: readonly TermFactor[];
}

/** An expression that is not a product or a condition. */
export class ExpressionError extends Error {}

const functions = ['log', 'log1p', 'sqrt', 'square'] as const;
const number = String.raw`-?\d+(?:\.\d+)?(?:e[+-]?\d+)?`;
const tokenPattern = new RegExp(
  String.raw`\s*(?:(<=|>=|[=*()])|(${number})(?![a-z_0-9])|([a-z0-9_]+(?:\.[a-z0-9_]+)?))`,
  'y',
);

interface Token {
  readonly kind: 'sign' | 'number' | 'name' | 'end';
  readonly text: string;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  const end = text.trimEnd().length;
  while (tokenPattern.lastIndex < end) {
    const position = tokenPattern.lastIndex;
    const match = tokenPattern.exec(text);
    if (!match) throw new ExpressionError(`has an unexpected "${text.slice(position).trim().slice(0, 20)}"`);
    const [, sign, digits, name] = match;
    tokens.push(
      sign === undefined
        ? { kind: digits === undefined ? 'name' : 'number', text: digits ?? name! }
        : { kind: 'sign', text: sign },
    );
  }
  return [...tokens, { kind: 'end', text: 'the end' }];
}

/** Reads products and conditions. Numbers are decimal, names are ids, with their kind if several kinds have the id. */
class Reader {
  private position = 0;
  private readonly tokens: readonly Token[];

  constructor(
    text: string,
    private readonly names: Names,
  ) {
    this.tokens = tokensOf(text);
  }

  /** `0.01 * cost * (payer is employer)` */
  product(): TermFactor[] {
    const factors = [this.factor()];
    while (this.take('*')) factors.push(this.factor());
    this.requireEnd();
    return factors;
  }

  /** `payer is employer or self`, `age >= 18`, `18 <= age <= 65`, `period = 2` */
  wholeCondition(): Indicator {
    const condition = this.condition();
    this.requireEnd();
    return condition;
  }

  private factor(): TermFactor {
    const { kind, text } = this.peek();
    if (this.isCondition()) return { indicator: this.condition() };
    if (kind === 'number') {
      this.position++;
      return { constant: Number(text) };
    }
    const transform = functions.find((name) => name === text && this.peek(1).text === '(');
    if (transform) {
      this.position += 2;
      return { ...this.scaled(), transform };
    }
    if (!this.take('(')) return this.name(nameKinds) as TermFactor;
    if (!this.isCondition()) return this.scaled();
    const indicator = this.condition();
    this.require(')');
    return { indicator };
  }

  /** `2 * age)`, `age)` or `age from 30 to 50)`: the rest of a factor after its parenthesis. */
  private scaled(): TermFactor {
    const isScaled = this.peek().kind === 'number';
    const scale = isScaled ? this.number() : 1;
    if (isScaled) this.require('*');
    const own = this.name(['attribute', 'parameter', 'state']);
    const from = this.take('from') ? this.number() : undefined;
    const to = this.take('to') ? this.number() : undefined;
    this.require(')');
    const part = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
    return {
      ...own,
      ...((from ?? to) !== undefined && { part }),
      ...(isScaled && { scale }),
    } as TermFactor;
  }

  private isCondition(): boolean {
    const next = this.peek(1).text;
    return ['is', '=', '<=', '>='].includes(next) && this.peek().kind !== 'sign';
  }

  private condition(): Indicator {
    if (this.peek().kind === 'number' && this.peek(1).text === '<=') {
      const at_least = this.number();
      this.require('<=');
      const own = this.name(['attribute', 'parameter', 'state']);
      return { ...own, at_least, ...(this.take('<=') && { at_most: this.number() }) } as Indicator;
    }
    const own = this.name(['attribute', 'parameter', 'state']);
    if (this.take('=')) {
      const value = this.number();
      return { ...own, at_least: value, at_most: value } as Indicator;
    }
    if (this.take('>=')) return { ...own, at_least: this.number() } as Indicator;
    if (this.take('<=')) return { ...own, at_most: this.number() } as Indicator;
    this.require('is');
    const ids = [this.id()];
    while (this.take('or')) ids.push(this.id());
    return { ...own, in: ids } as unknown as Indicator;
  }

  private number(): number {
    const { kind, text } = this.peek();
    if (kind !== 'number') throw new ExpressionError(`has "${text}" in place of a number`);
    this.position++;
    return Number(text);
  }

  private id(): string {
    const { kind, text } = this.peek();
    if (kind !== 'name' && kind !== 'number') throw new ExpressionError(`has "${text}" in place of a value`);
    this.position++;
    return text;
  }

  private name(kinds: readonly NameKind[]): Partial<Record<NameKind, string>> {
    const { kind, text } = this.peek();
    if (kind !== 'name') throw new ExpressionError(`has "${text}" in place of a name`);
    this.position++;
    const [prefix, id] = text.split('.') as [string, string?];
    const found =
      id === undefined
        ? kinds.find((one) => one !== 'state' && this.names[one].has(text))
        : kinds.find((one) => one === prefix);
    if (found === undefined)
      throw new ExpressionError(
        id === undefined
          ? `uses "${text}", which is not ${kinds.map((one) => (one === 'state' ? 'state.<name>' : one)).join(', ')}`
          : `uses "${text}", but the kind must be ${kinds.join(', ')}`,
      );
    return { [found]: id ?? text };
  }

  private peek(ahead = 0): Token {
    return this.tokens[Math.min(this.position + ahead, this.tokens.length - 1)]!;
  }

  private take(text: string): boolean {
    if (this.peek().text !== text || this.peek().kind === 'end') return false;
    this.position++;
    return true;
  }

  private require(text: string): void {
    if (!this.take(text)) throw new ExpressionError(`has "${this.peek().text}" in place of "${text}"`);
  }

  private requireEnd(): void {
    if (this.peek().kind !== 'end') throw new ExpressionError(`has "${this.peek().text}" in place of "*" or the end`);
  }
}

/**
 * Reads the product of a term: a number at the start is the scale of the term. `1` is a constant.
 *
 * @throws ExpressionError
 */
export function parseProduct(text: string, names: Names): Product {
  const [first, ...rest] = new Reader(text, names).product();
  return first && 'constant' in first
    ? { scale: first.constant, factors: rest }
    : { scale: 1, factors: [first!, ...rest] };
}

/** Reads the factors of a variable. @throws ExpressionError */
export function parseFactors(text: string, names: Names): TermFactor[] {
  return new Reader(text, names).product();
}

/** Reads a condition. @throws ExpressionError */
export function parseCondition(text: string, names: Names): Indicator {
  return new Reader(text, names).wholeCondition();
}
