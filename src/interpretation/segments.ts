import { emptyColumn, groupAgents, type Attribute } from '../engine/index.js';
import { fillers, stemmed } from './lexicon.js';
import type { Mention, ReadQuestion } from './mentions.js';
import { phrasesOf, type Phrase } from './vocabulary.js';

/** A segment that a question asks about, as groups of the summary. */
export interface Segment {
  attribute: string;
  values: string[];
  mentions: Mention[];
}

/** Phrases that name a group. */
export interface GroupNames {
  attribute: string;
  id: string;
  phrases: Phrase[];
  /** Ambiguous words such as `poor`. They name a group only next to the name of its attribute. */
  vague: Phrase[];
  attributePhrase: Phrase;
}

const sexes = ['woman | women | female | wife | wives', 'man | men | male'].map(phrasesOf);
const scales: readonly (readonly [attribute: RegExp, low: Phrase[], high: Phrase[]])[] = [
  [/^age$/, phrasesOf('young | younger'), phrasesOf('old | older | elderly | seniors')],
  [
    /^income$/,
    phrasesOf('poor | poorer | low income | lower income'),
    phrasesOf('rich | richer | wealthy | affluent | high income | higher income'),
  ],
];
const vagueWords = new Set([
  ...stemmed('none some full low medium high poor fair good excellent first second one two three four other both'),
  ...stemmed('self traveller household person people unknown negative positive white'),
]);
const [year = ''] = stemmed('years');
const unknown = new Set(['unknown', 'not_on_record']);
const maxDistanceToAttribute = 2;

/** Names of all groups of a population's attributes. */
export function groupNames(attributes: readonly Attribute[]): GroupNames[] {
  return attributes.flatMap((attribute) => {
    const groups = groupsOf(attribute).filter(({ id }) => !unknown.has(id));
    const scale = scales.find(([name]) => name.test(attribute.id));
    const attributePhrase: Phrase = { stems: nameOf(attribute.label).slice(0, 1), opposite: false };
    return groups.map((group, position) => {
      const name = 'categories' in attribute ? nameOf(textOf(attribute, group)) : [];
      const own = name.length > 0 ? [{ stems: name, opposite: false }] : [];
      const isVague = name.length === 1 && (vagueWords.has(name[0]!) || /^\d/.test(name[0]!));
      const sex = sexes.find((phrases) => phrases.some(({ stems }) => name.length === 1 && stems[0] === name[0])) ?? [];
      const ends = [
        ...(scale && position === 0 ? scale[1] : []),
        ...(scale && position === groups.length - 1 ? scale[2] : []),
      ];
      const phrases = [...(isVague ? [] : own), ...sex, ...ends];
      return { attribute: attribute.id, id: group.id, phrases, vague: isVague ? own : [], attributePhrase };
    });
  });
}

/** Finds the groups that a question names, by attribute. */
export function findSegments(question: ReadQuestion, names: readonly GroupNames[]): Segment[] {
  const found = names.flatMap((group) => {
    const near = question.find(group.attributePhrase);
    // `30 year olds` are not the old.
    const isAge = ({ from }: Mention) => question.tokens[from - 1]?.stem === year;
    const sure = group.phrases.flatMap((phrase) => question.find(phrase)).filter((mention) => !isAge(mention));
    const vague = group.vague
      .flatMap((phrase) => question.find(phrase))
      .filter((mention) => near.some((name) => question.distance(mention, name) < maxDistanceToAttribute));
    return [...sure, ...vague].map((mention) => ({ group, mention, vague: vague.includes(mention) }));
  });
  const clear = found.filter(
    ({ mention, vague }) =>
      !found.some(
        (other) => contains(other.mention, mention) || (other.vague && !vague && same(other.mention, mention)),
      ),
  );
  return [...new Set(clear.map(({ group }) => group.attribute))].map((attribute) => {
    const own = clear.filter(({ group }) => group.attribute === attribute);
    const values = [...new Set(own.map(({ group }) => group.id))];
    return { attribute, values, mentions: own.map(({ mention }) => mention) };
  });
}

const same = (a: Mention, b: Mention) => a.from === b.from && a.to === b.to;
const contains = (outer: Mention, inner: Mention) =>
  outer.from <= inner.from && inner.to <= outer.to && !same(outer, inner);

interface Group {
  id: string;
  label: string;
  phrase?: string | undefined;
}

/** Groups of an attribute in the summary. */
export function groupsOf(attribute: Attribute): readonly Group[] {
  if ('categories' in attribute) return attribute.categories;
  return groupAgents(attribute, emptyColumn({ name: attribute.id, type: 'float64' }, 0)).groups;
}

/** Labels such as `yes` and `no` have a meaning only in their sentence. */
function textOf(attribute: Attribute, { id, label, phrase }: Group): string {
  if (id === 'yes') return phrase ?? attribute.label;
  return id === 'no' ? (phrase ?? '') : label;
}

/** Removes text in brackets, punctuation, and leading fillers. */
function nameOf(text: string): string[] {
  const stems = stemmed(text.replace(/\([^)]*\)/g, '')).filter((stem) => /^[\p{L}\p{N}]/u.test(stem));
  const first = stems.findIndex((stem) => !fillers.has(stem));
  return first < 0 ? [] : stems.slice(first);
}
