/**
 * Formulas in the notation of R (Wilkinson and Rogers, 1973): `outcome ~ a + b`, `a:b`, `a * b`, `(a + b)^2`, `- 1`, `I(x^2)`, `log(x)`,
 * `lspline(x, 30, 50)`, `rcs(x, 30, 50, 70)`. A random intercept is `(1 | school)`, as in lme4.
 * Parts after `|` are for choices: variables of the respondent.
 */

/** Functions of a column in a formula. */
export type FormulaFunction = 'log' | 'log1p' | 'sqrt' | 'square';

/** A column in a term, with its function. */
export interface Atom {
  readonly column: string;
  readonly function?: FormulaFunction;
  /** Number that multiplies the column before the function: 0.1 for `I(x / 10)`. */
  readonly scale?: number;
  /** `factor(x)`: categories, although the values are numbers. */
  readonly isFactor?: true;
  /** `box_cox(x)`: the power of the transform is estimated. */
  readonly isBoxCox?: true;
  /** Part of the value between two knots of `lspline(x, 30, 50)`. */
  readonly part?: { readonly from?: number; readonly to?: number };
  /** Curved part of `rcs(x, 30, 50, 70)`, numbered from 1. */
  readonly curve?: { readonly knots: readonly number[]; readonly index: number };
  /** 1 if the column is at least or at most a number, else 0: `I(x >= 40)`. */
  readonly bound?: { readonly at_least?: number; readonly at_most?: number };
}

/** Product of atoms. The empty term is the constant. */
export type FormulaTerm = readonly Atom[];

export interface Formula {
  /** Columns of the outcome: one, or the arguments of `cbind(successes, failures)`, `Surv(time, event)`, `interval(lower, upper)` or `interval(answers, bid, second_bid)`. */
  readonly outcome: {
    readonly function?: 'cbind' | 'Surv' | 'interval';
    readonly columns: readonly string[];
    /** Whether the second column of `cbind` is the total: `cbind(successes, total - successes)`. */
    readonly isTotal?: true;
  };
  /** Terms of each part, without the constant. */
  readonly parts: readonly { readonly terms: readonly FormulaTerm[]; readonly hasConstant: boolean }[];
  /** Column of the groups with random intercepts: `(1 | school)`. */
  readonly groups?: string;
}

/** Problem of a formula, with the position of the character. */
export class FormulaError extends Error {
  constructor(
    message: string,
    readonly position: number,
  ) {
    super(message);
    this.name = 'FormulaError';
  }
}

interface Token {
  readonly text: string;
  readonly kind: 'name' | 'number' | 'sign' | 'end';
  readonly position: number;
}

const maxTerms = 500;
/** Products that are computed before equal ones are removed. */
const maxProducts = 20_000;
const maxDepth = 50;

/** Parses a formula. @throws FormulaError */
export function parseFormula(text: string): Formula {
  return new Parser(tokensOf(text)).formula();
}

/** Names of the columns of a formula, without those of the outcome, in the order of their first use. */
export function columnsOf({ parts }: Formula): string[] {
  return [...new Set(parts.flatMap(({ terms }) => terms.flatMap((term) => term.map(({ column }) => column))))];
}

/** Columns that the formula uses as `factor(x)`. */
export function factorsOf({ parts }: Formula): Set<string> {
  return new Set(parts.flatMap(({ terms }) => terms.flat().flatMap((atom) => (atom.isFactor ? [atom.column] : []))));
}

/** `age up to 30`, `age from 30 to 50`, `age above 50` */
export function partText(name: string, { from, to }: NonNullable<Atom['part']>): string {
  if (from === undefined) return `${name} up to ${to}`;
  return to === undefined ? `${name} above ${from}` : `${name} from ${from} to ${to}`;
}

/** `age, curve 1` */
export const curveText = (name: string, { index }: NonNullable<Atom['curve']>) => `${name}, curve ${index}`;

/** The atom as R writes it: `log(age)`; a part and a curve as a text. */
export function atomText({ column, function: own, scale, isFactor, isBoxCox, bound, part, curve }: Atom): string {
  if (part) return partText(column, part);
  if (curve) return curveText(column, curve);
  const name = /^[A-Za-z][A-Za-z0-9._]*$/.test(column) ? column : `\`${column}\``;
  const scaled = scale === undefined ? name : `${name} * ${scale}`;
  if (bound?.at_least !== undefined) return `I(${scaled} >= ${bound.at_least})`;
  if (bound?.at_most !== undefined) return `I(${scaled} <= ${bound.at_most})`;
  if (isFactor) return `factor(${name})`;
  if (isBoxCox) return `box_cox(${name})`;
  if (own === 'square') return `I(${scale === undefined ? name : `(${scaled})`}^2)`;
  if (own) return `${own}(${scaled})`;
  return scale === undefined ? name : `I(${scaled})`;
}

function tokensOf(text: string): Token[] {
  const pattern = /\s*(?:(`[^`]+`|[A-Za-z][\w.]*)|(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+)|(>=|<=|[-+*/:^~|(),<>=]))/y;
  const tokens: Token[] = [];
  while (pattern.lastIndex < text.trimEnd().length) {
    const start = pattern.lastIndex;
    const match = pattern.exec(text);
    if (!match) {
      const position = start + (/\S/.exec(text.slice(start))?.index ?? 0);
      throw new FormulaError(`cannot read "${text.slice(position, position + 12)}"`, position);
    }
    const [, name, number, sign] = match;
    const position = pattern.lastIndex - (name ?? number ?? sign)!.length;
    if (name !== undefined) tokens.push({ text: name.replaceAll('`', ''), kind: 'name', position });
    else tokens.push({ text: (number ?? sign)!, kind: number === undefined ? 'sign' : 'number', position });
  }
  tokens.push({ text: 'the end', kind: 'end', position: text.length });
  return tokens;
}

/** Terms of a part of the formula while it is read; the constant is the empty term. */
type Terms = readonly FormulaTerm[];

class Parser {
  private at = 0;
  private depth = 0;
  private groups: string | undefined;

  constructor(private readonly tokens: readonly Token[]) {}

  formula(): Formula {
    const outcome = this.outcome();
    this.expect('~');
    const parts = [this.part()];
    while (this.accept('|')) parts.push(this.part());
    const { kind, text, position } = this.next;
    if (kind !== 'end') throw new FormulaError(`did not expect "${text}"`, position);
    return { outcome, parts, ...(this.groups !== undefined && { groups: this.groups }) };
  }

  private outcome(): Formula['outcome'] {
    const { text, position } = this.name('the column of the outcome before "~"');
    if (!this.accept('(')) return { columns: [text] };
    if (text !== 'cbind' && text !== 'Surv' && text !== 'interval')
      throw new FormulaError(`"${text}" is not an outcome: use cbind(), Surv() or interval()`, position);
    const columns = [this.name('a column').text];
    while (this.accept(',')) columns.push(this.name('a column').text);
    const isTotal = text === 'cbind' && columns.length === 2 && this.accept('-');
    if (isTotal && this.name('the column of the successes').text !== columns[0])
      throw new FormulaError('cbind(successes, total - successes) needs the same column twice', position);
    this.expect(')');
    if (columns.length !== 2 && !(text === 'interval' && columns.length === 3))
      throw new FormulaError(`${text}() needs two columns`, position);
    return { function: text, columns, ...(isTotal && { isTotal }) };
  }

  private part() {
    const all = this.sum([[]]);
    // In the order of R: first the columns, then their products.
    const terms = all.filter((term) => term.length > 0).toSorted((a, b) => a.length - b.length);
    return { terms, hasConstant: all.length > terms.length };
  }

  /** @param start terms before the first one: the constant at the top, none in parentheses */
  private sum(start: Terms): Terms {
    let terms = start;
    let sign = this.accept('-') ? '-' : '+';
    do {
      const { next } = this;
      if (next.kind === 'number') {
        this.at++;
        const isZero = Number(next.text) === 0;
        if (!isZero && Number(next.text) !== 1)
          throw new FormulaError(`a number in a formula must be 0 or 1, for the constant`, next.position);
        terms = isZero === (sign === '-') ? union(terms, [[]]) : terms.filter((term) => term.length > 0);
      } else if (sign !== '+' || !this.acceptIntercept()) {
        const own = this.product();
        terms = sign === '+' ? union(terms, own) : without(terms, own);
      }
      if (terms.length > maxTerms) throw new FormulaError(`has more than ${maxTerms} terms`, next.position);
      sign = this.next.text;
    } while (this.accept('+') || this.accept('-'));
    return terms;
  }

  private product(): Terms {
    let terms = this.interaction();
    while (this.accept('*')) {
      const other = this.interaction();
      terms = union(union(terms, other), crossed(terms, other));
    }
    return terms;
  }

  private interaction(): Terms {
    let terms = this.power();
    while (this.accept(':')) terms = crossed(terms, this.power());
    return terms;
  }

  private power(): Terms {
    const terms = this.primary();
    if (!this.accept('^')) return terms;
    const { text, kind, position } = this.next;
    const exponent = Number(text);
    if (kind !== 'number' || !(exponent >= 1 && exponent <= 4 && Number.isInteger(exponent)))
      throw new FormulaError(
        'the power of a sum must be 1, 2, 3 or 4; for the square of a column, use I(x^2)',
        position,
      );
    this.at++;
    let all = terms;
    for (let k = 1; k < exponent; k++) all = union(all, crossed(all, terms));
    return all;
  }

  private primary(): Terms {
    const { position } = this.next;
    if (++this.depth > maxDepth) throw new FormulaError('has too many parentheses', position);
    try {
      if (this.accept('(')) {
        const terms = this.sum([]);
        this.expect(')');
        return terms;
      }
      const { text } = this.name('a column');
      if (!this.accept('(')) return [[{ column: text }]];
      if (text === 'poly') return this.polynomial(position);
      if (text === 'lspline' || text === 'rcs') return this.spline(text, position);
      const argument = this.argument(text, position);
      this.expect(')');
      return [[argument]];
    } finally {
      this.depth--;
    }
  }

  /** `(1 | school)`: random intercepts of the groups of a column. */
  private acceptIntercept(): boolean {
    const [open, one, bar] = this.tokens.slice(this.at, this.at + 3).map(({ text }) => text);
    if (open !== '(' || one !== '1' || bar !== '|') return false;
    const { position } = this.next;
    this.at += 3;
    const { text } = this.name('the column of the groups');
    this.expect(')');
    if (this.groups !== undefined) throw new FormulaError('has more than one random intercept', position);
    this.groups = text;
    return true;
  }

  /**
   * Terms of a piecewise linear function, one for each part between two knots, or of a restricted cubic spline: the number, and a curve for each
   * knot except two.
   */
  private spline(name: 'lspline' | 'rcs', position: number): Terms {
    const { text: column } = this.name('a column');
    const knots: number[] = [];
    while (this.accept(',')) knots.push(this.number(true));
    this.expect(')');
    if (name === 'lspline' && knots.length === 0)
      throw new FormulaError('lspline() needs at least one knot: lspline(x, 30)', position);
    if (name === 'rcs' && knots.length < 3)
      throw new FormulaError('rcs() needs at least three knots: rcs(x, 30, 50, 70)', position);
    if (knots.some((knot, k) => k > 0 && knot <= knots[k - 1]!))
      throw new FormulaError(`the knots of ${name}() must be in ascending order`, position);
    if (name === 'rcs')
      return [[{ column }], ...knots.slice(2).map((_, k) => [{ column, curve: { knots, index: k + 1 } }])];
    return [undefined, ...knots].map((from, k) => [
      { column, part: { ...(from !== undefined && { from }), ...(k < knots.length && { to: knots[k]! }) } },
    ]);
  }

  /** `poly(x, 2, raw = TRUE)`: the column and its square. */
  private polynomial(position: number): Terms {
    const { text: column } = this.name('a column');
    const degree = this.accept(',') ? this.number() : 1;
    const isRaw =
      this.accept(',') && this.name('raw').text === 'raw' && this.accept('=') && this.name('TRUE').text === 'TRUE';
    this.expect(')');
    if (degree !== 2 || !isRaw)
      throw new FormulaError(
        `poly() needs the square of the column itself: write poly(${column}, 2, raw = TRUE), which gives the same predictions`,
        position,
      );
    return [[{ column }], [{ column, function: 'square' }]];
  }

  private argument(name: string, position: number): Atom {
    if (name === 'factor' || name === 'C') return { column: this.name('a column').text, isFactor: true };
    if (name === 'box_cox') return { column: this.name('a column').text, isBoxCox: true };
    if (name === 'log' || name === 'log1p' || name === 'sqrt') {
      const { column, scale, plusOne } = this.scaled();
      if (plusOne && name !== 'log') throw new FormulaError('only log() can add 1 to a column', position);
      const own = plusOne ? 'log1p' : name;
      return { column, function: own, ...(scale === undefined ? {} : { scale }) };
    }
    if (name !== 'I') {
      const known = 'log(), log1p(), sqrt(), lspline(), rcs(), box_cox(), factor() and I()';
      throw new FormulaError(`"${name}()" is not a function of a formula: use ${known}`, position);
    }
    const inParentheses = this.accept('(');
    const { column, scale } = this.scaled();
    if (inParentheses) this.expect(')');
    const shape = scale === undefined ? {} : { scale };
    if (this.accept('^')) {
      const power = this.number();
      if (power !== 2) throw new FormulaError('only the square of a column can be used: I(x^2)', position);
      return { column, function: 'square', ...shape };
    }
    if (this.accept('>=')) return { column, ...shape, bound: { at_least: this.number(true) } };
    if (this.accept('<=')) return { column, ...shape, bound: { at_most: this.number(true) } };
    return { column, ...shape };
  }

  /** `x`, `x * 2`, `2 * x`, `x / 10`, `x + 1` */
  private scaled(): { column: string; scale?: number; plusOne?: true } {
    if (this.next.kind === 'number') {
      const scale = this.number();
      this.expect('*');
      return { column: this.name('a column').text, scale };
    }
    const column = this.name('a column').text;
    if (this.accept('/')) return { column, scale: 1 / this.number() };
    if (this.accept('*')) return { column, scale: this.number() };
    if (this.next.text === '+') {
      const { position } = this.next;
      this.at++;
      if (this.number() !== 1) throw new FormulaError('only log(x + 1) can add a number to a column', position);
      return { column, plusOne: true };
    }
    return { column };
  }

  private number(canBeZero = false): number {
    const isNegative = this.accept('-');
    const { text, kind, position } = this.next;
    if (kind !== 'number' || (Number(text) === 0 && !canBeZero))
      throw new FormulaError(`expected a number${canBeZero ? '' : ' other than 0'}`, position);
    this.at++;
    return isNegative ? -Number(text) : Number(text);
  }

  private name(what: string): Token {
    const { next } = this;
    if (next.kind !== 'name') throw new FormulaError(`expected ${what}, but found "${next.text}"`, next.position);
    this.at++;
    return next;
  }

  private expect(text: string): void {
    const { next } = this;
    if (!this.accept(text)) throw new FormulaError(`expected "${text}", but found "${next.text}"`, next.position);
  }

  private accept(text: string): boolean {
    const isNext = this.next.kind === 'sign' && this.next.text === text;
    if (isNext) this.at++;
    return isNext;
  }

  private get next(): Token {
    return this.tokens[this.at]!;
  }
}

/** The same for each order of the atoms. */
const keyOf = (term: FormulaTerm): string => term.map(atomText).toSorted().join(':');

function union(terms: Terms, more: Terms): Terms {
  const known = new Set(terms.map(keyOf));
  return [...terms, ...more.filter((term) => !known.has(keyOf(term)) && known.add(keyOf(term)))];
}

function without(terms: Terms, less: Terms): Terms {
  const removed = new Set(less.map(keyOf));
  return terms.filter((term) => !removed.has(keyOf(term)));
}

function crossed(terms: Terms, others: Terms): Terms {
  if (terms.length * others.length > maxProducts) throw new FormulaError(`has more than ${maxTerms} terms`, 0);
  return union(
    [],
    terms.flatMap((a) =>
      others.map((b) => [...a, ...b.filter((atom) => !a.some((own) => keyOf([own]) === keyOf([atom])))]),
    ),
  );
}
