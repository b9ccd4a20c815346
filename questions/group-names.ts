// Linguistic data: words that users write. cspell:ignore fella gents
import { emptyColumn, groupAgents } from '../model/analyses.js';
import type { Attribute } from '../model/definition.js';
import { fillers, stemmed } from './vocabulary.js';
import { phrasesOf, synonymsOf, type Naming, type Phrase } from './naming.js';

/** Phrases that name a group of the summary. */
export interface GroupNames {
  attribute: string;
  id: string;
  phrases: Phrase[];
  /** Ambiguous words such as `poor`. They name a group only next to the name of its attribute. */
  vague: Phrase[];
  /** Adjectives such as `old`. They name a group only if they describe people. */
  adjectives: Phrase[];
  /** Further phrases, of which the question must contain one of each list. */
  needed: Naming;
  attributePhrase: Phrase;
  /** All other known groups of the attribute, for `without` and `not`. */
  others: string[];
  /** Whether the attribute is a property that a person has or lacks. */
  isProperty: boolean;
}

const sexes = [
  'woman/women/female/wife/wives/lady/ladies/gal/gals',
  'man/men/male/bloke/guy/chap/lad/fella/gent/gents/gentleman/gentlemen/dude',
].map(phrasesOf);
const scales: readonly (readonly [attribute: RegExp, low: Phrase[], high: Phrase[]])[] = [
  [/^age$/, phrasesOf('young/younger/youngest'), phrasesOf('old/older/oldest/elderly/senior/pensioner/retiree')],
  [
    /^income$/,
    phrasesOf('poor/poorer/poorest | low/lower/lowest/small income/earning/wage/earner | badly/low/lower/poorly paid'),
    phrasesOf(
      'rich/richer/richest/wealthy/wealthier/wealthiest/affluent | high/higher/highest/big income/earning/wage/earner | well off/paid | better off',
    ),
  ],
];
const vagueWords = new Set([
  ...stemmed('none some full low medium high poor fair good excellent first second one two three four other both'),
  ...stemmed('self traveller household person people unknown negative positive white'),
]);
const unknown = new Set(['unknown', 'not_on_record']);

/** Names of all groups of a population's attributes. */
export function groupNames(attributes: readonly Attribute[]): GroupNames[] {
  return attributes.flatMap((attribute) => {
    const groups = groupsOf(attribute).filter(({ id }) => !unknown.has(id));
    const scale = scales.find(([name]) => name.test(attribute.id));
    const attributePhrase: Phrase = { stems: nameOf(attribute.label).slice(0, 1), opposite: false };
    const isProperty = groups.some(({ id }) => id === 'yes');
    return groups.map((group, position) => {
      const name = 'categories' in attribute ? nameOf(textOf(attribute, group)) : [];
      const own = name.length === 1 ? synonymsOf(name[0]!) : name.length > 0 ? [{ stems: name, opposite: false }] : [];
      const isVague = name.length === 1 && (vagueWords.has(name[0]!) || /^\d/.test(name[0]!));
      const sex = sexes.find((phrases) => phrases.some(({ stems }) => name.length === 1 && stems[0] === name[0])) ?? [];
      const adjectives = [
        ...(scale && position === 0 ? scale[1] : []),
        ...(scale && position === groups.length - 1 ? scale[2] : []),
      ];
      const [words = '', ...needed] = group.words ?? [];
      return {
        attribute: attribute.id,
        id: group.id,
        phrases: [...(isVague ? [] : own), ...sex, ...phrasesOf(words)],
        vague: isVague ? own : [],
        adjectives,
        needed: needed.map(phrasesOf),
        attributePhrase,
        others: groups.filter((other) => other !== group).map(({ id }) => id),
        isProperty,
      };
    });
  });
}

interface Group {
  id: string;
  label: string;
  phrase?: string | undefined;
  words?: string[] | undefined;
}

/** Groups of an attribute in the summary. */
export function groupsOf(attribute: Attribute): readonly Group[] {
  if ('categories' in attribute) return attribute.categories;
  return groupAgents(attribute, emptyColumn({ name: attribute.id, type: 'float64' }, 0)).groups;
}

/** Labels such as `yes` and `no` have a meaning only in their sentence. Without words, the label of the attribute names the group. */
function textOf(attribute: Attribute, { id, label, phrase, words }: Group): string {
  if (id !== 'yes' && id !== 'no') return label;
  const name = id === 'yes' ? attribute.label : words ? '' : `non ${attribute.label}`;
  return words ? (phrase ?? name) : name;
}

/** Removes text in brackets, punctuation, and leading fillers. */
function nameOf(text: string): string[] {
  const stems = stemmed(text.replace(/\([^()]*\)/g, '')).filter((stem) => /^[\p{L}\p{N}]/u.test(stem));
  const first = stems.findIndex((stem) => !fillers.has(stem));
  return first < 0 ? [] : stems.slice(first);
}
