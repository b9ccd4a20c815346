// Linguistic data: words that users write. cspell:ignore kilomet salar
/** Whole numbers from `low` to `high`, both inclusive. */
export interface Bracket {
  low: number;
  high: number;
}

/** A bracket and the characters of a question that name it. */
export interface NamedBracket extends Bracket {
  from: number;
  to: number;
}

type Rule = readonly [pattern: RegExp, bracket: (first: number, second: number) => Bracket];

const tens = ['ten', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const units = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const age = `(\\d{2}|eighteen|(?:${tens.slice(1).join('|')})(?:[- ](?:${units.join('|')}))?)`;
/** Amounts that are no ages. */
const noOtherUnit =
  '(?![\\d.,]*\\d|\\+? ?(?:%|per ?cent|minutes?|mins?|hours?|days?|weeks?|dollars?|cents?|francs?|points?|miles?|km|kilomet|mph|units?|k\\b|thousand|of\\b|out of\\b|times\\b))';
const years = '(?:[- ](?:years?|yrs?)(?:[- ]of[- ]age|[- ]old)?)?';
const said = '\\b(?:aged? |ages )?';
const ages: readonly Rule[] = [
  [
    new RegExp(
      `${said}(?:under|below|younger than|less than|up to)[ -](?:the age of )?${age}(?:s\\b|\\b)${noOtherUnit}`,
      'gi',
    ),
    (high) => ({ low: 0, high: high - 1 }),
  ],
  [
    new RegExp(`${said}(?:over|above|older than|past)[ -](?:the age of )?${age}(?:s\\b|\\b)${noOtherUnit}`, 'gi'),
    (low) => ({ low, high: Infinity }),
  ],
  [
    new RegExp(
      `${said}${age}${years}(?:\\+| plus\\b| (?:and|or) (?:over|older|above|up|upwards?|more|beyond)\\b)`,
      'gi',
    ),
    (low) => ({ low, high: Infinity }),
  ],
  [new RegExp(`${said}${age}${years} (?:and|or) (?:under|younger|below|less)\\b`, 'gi'), (high) => ({ low: 0, high })],
  [
    new RegExp(
      `\\b${age}(?:-? ?(?:to|–|-|through) ?| and )${age}(?:[- ](?:years?|yrs?)[- ]olds?\\b|s\\b|[- ](?:age|crowd|group|bracket|demographic))`,
      'gi',
    ),
    (low, high) => ({ low, high }),
  ],
  [
    new RegExp(`\\b(?:aged?|ages|aging)(?: between| from)? ${age}(?: ?(?:to|–|-|through) ?| and )${age}\\b`, 'gi'),
    (low, high) => ({ low, high }),
  ],
];
/** Two ages without other words. They must be the ends of a group. */
const exact = new RegExp(`\\b${age}(?: ?(?:to|–|-) ?| and )${age}\\b${noOtherUnit}`, 'gi');

const size = "(\\d[\\d.,']*) ?(k|thousand|grand)?\\b";
const currency = '(?:CHF|USD|AUD|francs|\\p{Sc})? ?';
const below = '(?:less than|fewer than|under|below|up to|at most|no more than|not more than|<)';
const above = '(?:more than|over|above|at least|upwards of|exceeding|>)';
const incomes: readonly (readonly [pattern: RegExp, bracket: (first: number, second: number) => Bracket])[] = [
  [
    new RegExp(`(?:between |from )?${currency}${size}(?: ?(?:and|to|–|-) ?)${currency}${size}`, 'giu'),
    (low, high) => ({ low, high }),
  ],
  [new RegExp(`${below} ?${currency}${size}`, 'giu'), (high) => ({ low: 0, high })],
  [new RegExp(`${above} ?${currency}${size}`, 'giu'), (low) => ({ low, high: Infinity })],
  [
    new RegExp(`${currency}${size}(?:\\+| plus\\b| (?:and|or) (?:more|above|over|up)\\b)`, 'giu'),
    (low) => ({ low, high: Infinity }),
  ],
  [new RegExp(`${currency}${size} (?:and|or) (?:less|below|under)\\b`, 'giu'), (high) => ({ low: 0, high })],
];
/** Smaller amounts are fares, not incomes per year. */
const minIncome = 10_000;

/** Ages in a question. `isGroup` accepts two ages without other words. */
export function agesIn(text: string, isGroup: (bracket: Bracket) => boolean): NamedBracket[] {
  const found = ages.flatMap(([pattern, bracket]) =>
    [...text.matchAll(pattern)].map(({ 0: words, 1: first = '', 2: second = '', index }) => ({
      ...bracket(ageOf(first), ageOf(second)),
      from: index,
      to: index + words.length,
    })),
  );
  const pairs = [...text.matchAll(exact)].map(({ 0: words, 1: low = '', 2: high = '', index }) => ({
    low: ageOf(low),
    high: ageOf(high),
    from: index,
    to: index + words.length,
  }));
  return [...found, ...pairs.filter((pair) => isGroup(pair) && !found.some((other) => meet(other, pair)))];
}

/** Yearly incomes in a question: `more than 100k`, `between CHF 50,000 and 100,000`. */
export function incomesIn(text: string): NamedBracket[] {
  const found: NamedBracket[] = [];
  for (const [pattern, bracket] of incomes) {
    for (const match of text.matchAll(pattern)) {
      const amounts = amountsOf(match);
      if (amounts.some((amount) => amount < minIncome)) continue;
      const own = { ...bracket(amounts[0]!, amounts[1]!), from: match.index, to: match.index + match[0].length };
      if (!found.some((other) => meet(other, own))) found.push(own);
    }
  }
  return found;
}

const meet = (a: NamedBracket, b: NamedBracket): boolean => a.from < b.to && b.from < a.to;

/** In `50 to 100k`, both amounts are thousands. */
function amountsOf([, first = '', firstUnit, second, secondUnit]: RegExpMatchArray): number[] {
  const amount = (digits: string, unit: string | undefined) =>
    Number(digits.replace(/[',](?=\d{3})|[.,']+$/g, '')) * (unit ? 1_000 : 1);
  if (second === undefined) return [amount(first, firstUnit)];
  return [amount(first, firstUnit ?? (Number(first) < 1_000 ? secondUnit : undefined)), amount(second, secondUnit)];
}

function ageOf(words: string): number {
  if (/^\d/.test(words)) return Number(words);
  if (/^eighteen$/i.test(words)) return 18;
  const [ten = '', unit = ''] = words.toLowerCase().split(/[- ]/);
  return (tens.indexOf(ten) + 1) * 10 + units.indexOf(unit) + 1;
}
