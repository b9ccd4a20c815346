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

const set = (words: string): ReadonlySet<string> => new Set(stemmed(words));

/** Words before an approximate amount: `by about 10%`. */
export const approximate = set(
  'about another around roughly some only just even further as much a an over nearly exactly well fully',
);
export const roughly = set('about around roughly nearly some approximately almost');
/** Nouns for the people of a population, and for results. The simulation predicts them, so an amount of them sets nothing. */
export const peopleNouns = set(
  'people person folk those them ones anyone anybody someone everyone everybody individual adult respondent participant citizen voter nonvoter ' +
    'household family resident renter tenant dweller traveler traveller passenger commuter rider driver motorist holder owner buyer shopper customer user visitor ' +
    'donor giver supporter patient member farmer grower villager worker employee earner claimant woman women man men lady guy bloke chap couple parent mother father kid student Australian American Republican Democrat neighbor',
);
export const resultNouns = set(
  'ridership trip ride sale vote demand turnout traffic use usage revenue profit adoption adopter share visit satisfaction',
);
/** Words of a question: `how many`, `would they`. */
export const askingWords = set('how what which who whom whose why where');
export const auxiliaries = set('would will does do did can could should may might has have is are was were');
export const requests = set('tell show give let estimate predict calculate compute wonder curious find work see');
export const pronounsOfCaller = set('i me my we us our mine');
export const ownStory = set('i me my');
/** Words that turn a statement into a rejection. */
export const denials = set('not never neither nor cannot dont doesnt didnt wont without no');
export const noDeniers = set('only just merely simply');
/** Words for the present. */
export const presentWords = set(
  'now today current currently present presently usual still at observed before existing',
);
/** Words for a state that does not change. */
export const steady = set(
  'stay stays stayed remain remains remained keep keeps kept leave unchanged untouched constant same alone fixed frozen still steady',
);
export const betterWords = set(
  'more less fewer better best most rather sooner faster stronger larger bigger higher lower longer worse quicker cheaper happier likelier smarter wiser easier works work prefer preferable help helps help beat beats compare comparison difference differ contrast apart gap',
);
export const relatives = set('who that whose which whom');
/** Words between a noun of people and the words that describe it: `women who now live in a`. */
export const beforeGroup = set(
  'in of with from at on by the a an any very so really quite mostly mainly only just already still now currently today presently living housed staying based residing having belonging being called such big own ordinary live lives dwell reside stay is am was were are have has had hold own drive prefer like want belong got get do does call consider been feel say who that whose which whom their they',
);
export const everyWords = set('all every each everyone everybody both');
export const determiners = set(
  'the a an this that these those its their his her our your my today current present usual',
);
/** Words that make an amount inexact: `more than 20%`. */
export const least = set('least most');
/** Verbs that give something to people or put them somewhere. */
export const giving = set(
  'give gave put place move rehouse let make turn build raise bring grant lift offer send transfer relocate switch get gets',
);
export const zeroVerbs = set(
  'stop stopped quit cease ceased discontinue discontinued ignore ignored vanish vanished disappear disappeared',
);
export const losing = set('lose lost');
/** Words that name no change of the world by themselves. */
export const emptyWords = set(
  'a an the of in on at to for by with from as and or but so then also too it its this that these those they them their there he she his her we us our you your i me my be is are was were been being am do does did done have has had having will would can could should may might must shall not no yes if when while once what which who how why where than more less much many some any all each every both just only even still now today here please ok okay well say says said let us one other another about up down out over under per again same such like get gets got go goes going come comes make makes take takes thing way case question people person time year day look suppose imagine assume think know see tell show ask change happen scenario effect result share percent number compare world instead',
);
/** Words for the rest of the world, which does not change: `everything else stays the same`. */
export const nothingElse =
  /\bno changes?\b|\b(?:nothing|anything) (?:else|changes?|changed|is done|extra|new|moves|happens)|\b(?:nobody|no one)\b.*\banything\b|\bspends? nothing|\b(?:everything|all) (?:else|other)|\belse\b|as (?:before|now|usual|it is|they are|is|things (?:are|stand))\b|at the moment\b|unchanged|the same\b/i;
