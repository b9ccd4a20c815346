import type { Parameter } from '../model/definition.js';
import type { Aspect } from './vocabulary.js';
import { tokensOf } from './tokens.js';
import { fillers, stemmed } from './vocabulary.js';

/** Alternative words of one part of a phrase, as stems. */
export type Slot = readonly string[][];

/** A word or phrase that names a parameter, as stems. */
export interface Phrase {
  /** The stems, or those of the first alternatives if there are slots. */
  stems: string[];
  /** Alternatives of each part, if a part has several, or if there is a gap. */
  slots?: readonly Slot[];
  /** The phrase names the inverse of the parameter, such as speed for a travel time. */
  opposite: boolean;
  /** The phrase shows that other phrases of its list do not name the parameter: `a mile` in `the cost of a mile` for a price. */
  excludes?: boolean;
  /** The phrase names this value of a number, such as `compact` for a size class. It does not name the parameter. */
  value?: number;
}

/** Lists of alternative phrases. A question names the parameter if it contains one phrase of each list. */
export type Naming = Phrase[][];

/** Synonyms of quantities in labels: `Train fare` also matches the price of a ticket. */
const quantities: readonly string[][] = [
  stemmed('price cost fare fee ticket charge bill tariff premium rent'),
  stemmed('time duration journey trip ride'),
  stemmed('frequency departure often'),
  stemmed('distance range away way'),
];

/** Synonyms of other words in labels. */
const things: readonly string[][] = [
  stemmed('car driving drive'),
  stemmed('train rail railway'),
  stemmed('bus coach'),
  stemmed('plane flight flying air'),
  stemmed('bike bicycle cycling'),
  stemmed('web online internet website'),
  stemmed('call phone ring'),
  stemmed('email mail newsletter'),
  stemmed('free complimentary gratis'),
  stemmed('discount rebate coupon voucher'),
  stemmed('last previous past'),
  stemmed('month monthly'),
  stemmed('year yearly annual'),
  stemmed('gift donation present'),
];

/** Units in the names of columns: `price_eur`. */
const units = new Set(stemmed('eur usd gbp chf euro dollar pound km kilometer mile min minute hour percent pct kg'));

/** Whether a label names a price. */
export const isPrice = (label: string): boolean => stemmed(label).some((stem) => quantities[0]!.includes(stem));

const familyOf = (stem: string): readonly string[] =>
  [...quantities, ...things].find((members) => members.includes(stem)) ?? [stem];

/** The stem and its synonyms. */
export const synonymsOf = (stem: string): Phrase[] =>
  familyOf(stem).map((member) => ({ stems: [member], opposite: false }));

/**
 * Phrases that name a parameter: its `words`, otherwise the words of its label. A quantity that no other label has needs no other word:
 * `fee` names the only parameter with a price, such as `Monthly charge`.
 */
export function namingOf({ label, words }: Pick<Parameter, 'label' | 'words'>, labels: readonly string[]): Naming {
  if (words) return words.map((text) => phrasesOf(text).filter(({ value }) => value === undefined));
  const said = contentOf(label);
  const isQuantity = ([stem = '']: readonly string[]) => quantities.some((members) => members.includes(stem));
  const others = new Set(labels.filter((other) => other !== label).flatMap((other) => contentOf(other).flat()));
  const quantity = said.find(isQuantity);
  const isOnly = quantity && !familyOf(quantity[0]!).some((member) => others.has(member));
  // The subject is the first list, as in `words`: `Price of Bus` names the bus, then its price.
  const ordered = said.length > 1 && quantity ? [...said.filter((one) => one !== quantity), quantity] : said;
  return (isOnly ? [quantity] : ordered).map((stems) =>
    stems.length === 1 ? synonymsOf(stems[0]!) : [{ stems, opposite: false }],
  );
}

/**
 * The words of a label that name something, without units. A number names with the word before it only, so that `price of Concept 1 is 2` does
 * not name Concept 2. So does a letter that is also an article, as in `price of A`.
 */
function contentOf(label: string): string[][] {
  const tokens = tokensOf(label).filter(({ stem }) => /^[\p{L}\p{N}]/u.test(stem));
  const all = tokens.flatMap(({ stem, from, to }, at) => {
    const before = tokens[at - 1]?.stem;
    const isLetter = fillers.has(stem) && /^\p{Lu}$/u.test(label.slice(from, to));
    if (before !== undefined && (isLetter || /^\d/.test(stem))) return [[before, stem]];
    return fillers.has(stem) ? [] : [[stem]];
  });
  const withoutUnits = all.filter(([stem = '', ...more]) => more.length > 0 || !units.has(stem));
  return withoutUnits.length > 0 ? withoutUnits : all;
}

/** A gap of a few words: `pay … half` matches `pay for about one half`. */
const gap = '…';
export const gapSlot: Slot = [];
/** `=2 compact` names the value 2. */
const named = /^=(\d+(?:\.\d+)?)\s/;
/** The slash of `50/50` separates no words. */
const ratio = /^\d+\/\d+$/;

/** Reads alternatives such as `pay/cover … half | free`: `|` separates phrases, `/` words, and `…` is a gap of a few words. */
export function phrasesOf(alternatives: string): Phrase[] {
  return alternatives
    .split('|')
    .map((text) => text.trim())
    .filter((text) => /[^\s…!-]/.test(text))
    .flatMap((text) => {
      const [, value] = named.exec(text) ?? [];
      const slots = slotsOf(text.replace(named, '').replace(/^[-!]/, ''));
      const rest = {
        opposite: text.startsWith('-'),
        excludes: text.startsWith('!'),
        ...(value !== undefined && { value: Number(value) }),
      };
      if (slots.length === 1) return slots[0]!.map((stems) => ({ stems, ...rest }));
      const isPlain = slots.every((slot) => slot !== gapSlot && slot.length === 1);
      const stems = slots.flatMap(([first = []]) => first);
      return [isPlain ? { stems, ...rest } : { stems, slots, ...rest }];
    });
}

function slotsOf(text: string): Slot[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const slots = words.map((word) => (word === gap ? gapSlot : alternativesOf(word)));
  // A gap is between two words.
  const isWord = (slot: Slot | undefined) => slot !== undefined && slot !== gapSlot;
  const last = slots.findLastIndex(isWord);
  return slots.filter((slot, at) => isWord(slot) || (isWord(slots[at - 1]) && at < last));
}

/** Stems of the words that `/` separates, such as `next-door/nearby`. */
function alternativesOf(word: string): Slot {
  const all = (ratio.test(word) ? [word] : word.split('/')).map(stemmed).filter((stems) => stems.length > 0);
  return [...new Map(all.map((stems) => [stems.join(' '), stems])).values()];
}

const aspects = new Map<Aspect, string>(
  (['price', 'time', 'distance', 'frequency', 'number'] as const).map((aspect) => [aspect, stemmed(aspect)[0]!]),
);

/** The phrase of a list that an adjective implies: `cheaper` implies `price`. */
export function impliedBy(phrases: readonly Phrase[], aspect: Aspect): Phrase | undefined {
  const stem = aspects.get(aspect);
  return phrases.find(({ stems, excludes }) => !excludes && stems.length === 1 && stems[0] === stem);
}
