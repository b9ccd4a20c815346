// Linguistic data: words that users write. cspell:ignore nobody everybody anybody cancelled
import { stemsOf } from './tokens.js';

/** Aspect that a word of change describes. Parameters use the same words. */
export type Aspect = 'price' | 'time' | 'distance' | 'frequency' | 'number';

/** Direction that a word implies: `cheaper` lowers the price. */
export interface Direction {
  sign: 1 | -1;
  aspect: Aspect | null;
}

export const stemmed = (words: string): string[] => stemsOf(words);

const directions = (table: readonly (readonly [words: string, sign: 1 | -1, aspect: Aspect | null])[]) =>
  new Map<string, Direction>(
    table.flatMap(([words, sign, aspect]) => stemmed(words).map((stem) => [stem, { sign, aspect }] as const)),
  );

/** Adjectives and adverbs after an amount: `20% cheaper`, `twice as often`. */
export const adjectives = directions([
  ['cheap cheaper', -1, 'price'],
  ['expensive dear dearer costly costlier pricey pricier', 1, 'price'],
  ['fast faster quick quicker quickly', -1, 'time'],
  ['slow slower slowly', 1, 'time'],
  ['long longer', 1, 'time'],
  ['short shorter', -1, 'time'],
  ['near nearer close closer', -1, 'distance'],
  ['far farther further', 1, 'distance'],
  ['often frequent frequently', 1, 'frequency'],
  ['many', 1, 'number'],
  ['fewer', -1, 'number'],
  [
    'strong stronger high higher large larger big bigger great greater generous extra additional up above heavy heavier hard harder loud louder loudly steep steeper roomy roomier fat fatter thick thicker rich richer',
    1,
    null,
  ],
  ['weak weaker low lower small smaller off down below light lighter mild milder thin thinner lean leaner', -1, null],
]);

/** Verbs before an amount, or nouns after it: `raise fares by 10%`, `a 10% rise`. */
export const movements = directions([
  [
    'raise raised raises rise rose risen intensification strengthening increase grow grew grown up climb climbed lengthen lengthened hike gain add plus intensify intensified strengthen strengthened expand expanded boost boosted swell jump soar surge bump hike ramp surcharge markup multiply inflate',
    1,
    null,
  ],
  [
    'cut cutback reduce reduction lower drop fall fell fallen decrease decline shrink shrank slash trim discount minus down weaken weakened dwindle dip sink sank curtail shorten shortened knock knocked shave chop tumble plunge plummet slip rebate markdown deduct subtract',
    -1,
    null,
  ],
]);

/** Verbs of change that may occur without an amount. */
export const vagueMovements = new Set(
  stemmed('raise rise rose increase grow grew cut reduce lower drop fall fell decrease decline shrink slash'),
);

const factors = new Map<string, number>([
  ...stemmed('double doubled doubling twice twofold').map((stem) => [stem, 2] as const),
  ...stemmed('triple tripled tripling treble thrice threefold').map((stem) => [stem, 3] as const),
  ...stemmed('quadruple quadrupled quadrupling fourfold').map((stem) => [stem, 4] as const),
  ...stemmed('quintuple quintupled fivefold').map((stem) => [stem, 5] as const),
  ...stemmed('sixfold').map((stem) => [stem, 6] as const),
  ...stemmed('tenfold').map((stem) => [stem, 10] as const),
  ...stemmed('halve halved halving').map((stem) => [stem, 0.5] as const),
]);
export const factorOf = (stem: string): number | undefined => factors.get(stem);

export const timesWords = new Set([...stemmed('times fold'), 'x', '×']);
export const wholeWords = new Set(stemmed('every everybody everyone always all each'));
export const zeroWords = new Set(stemmed('abolish abolished nothing'));
export const lackWords = new Set(stemmed('no without'));
export const conditions = new Set(stemmed('if suppose supposing assume assuming imagine would were'));
export const openers = new Set(stemmed('if when suppose supposing assume assuming imagine provided unless'));
/** Words that begin another clause. */
export const clauseOpeners = new Set([
  ...openers,
  ...stemmed('because since after while once although though whereas'),
]);
export const negations = new Set(stemmed('not never unless'));
/** Words for the present state in a comparison: `than today`. */
export const today = new Set(
  stemmed(
    'now today before current currently usual present at it they is are was were last observed nowadays baseline planned expected promised announced scheduled normal otherwise forecast foreseen projected envisaged budgeted intended survey study data sample experiment',
  ),
);
/** Words allowed between the words of a phrase. */
export const fillers = new Set(
  stemmed('a an the of each every their his her our your its any all to at is are were was be with on for'),
);
export const sentenceEnds = new Set(['.', '?', '!', ';', ':', '\n']);
export const clauseEnds = new Set([...clauseOpeners, ...sentenceEnds, ',', 'and', 'or', 'but']);
