import { emptyColumn, groupAgents, type Attribute } from '../../engine/index.js';
import { fillers, stemmed } from './lexicon.js';
import type { Mention, ReadQuestion } from './mentions.js';
import { phrasesOf, type Phrase } from './vocabulary.js';

/** People that a question asks about, as groups of the summary. */
export interface Segment {
  attribute: string;
  values: string[];
  mentions: Mention[];
}

interface Group {
  id: string;
  label: string;
  phrase?: string | undefined;
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
/** Words that are in too many questions to mean a group, unless the attribute is named beside them. */
const generic = new Set(
  stemmed(
    'none some full low medium high poor fair good excellent first second one two three four other both self traveller household person people unknown negative positive white',
  ),
);
const unknown = new Set(['unknown', 'not_on_record']);
const NEAR = 2;

/** The groups that the words of a question name, by attribute. */
export function findSegments(question: ReadQuestion, attributes: readonly Attribute[]): Segment[] {
  const found = attributes.flatMap((attribute) =>
    phrasesFor(question, attribute).flatMap(({ id, phrases }) =>
      phrases.flatMap((phrase) => question.find(phrase)).map((mention) => ({ attribute: attribute.id, id, mention })),
    ),
  );
  const outermost = found.filter(({ mention }) => !found.some((other) => contains(other.mention, mention)));
  return attributes.flatMap(({ id }) => {
    const own = outermost.filter(({ attribute }) => attribute === id);
    if (own.length === 0) return [];
    return [
      { attribute: id, values: [...new Set(own.map((one) => one.id))], mentions: own.map(({ mention }) => mention) },
    ];
  });
}

const contains = (outer: Mention, inner: Mention) =>
  outer.from <= inner.from && inner.to <= outer.to && outer.to - outer.from > inner.to - inner.from;

function phrasesFor(question: ReadQuestion, attribute: Attribute): { id: string; phrases: Phrase[] }[] {
  const groups = groupsOf(attribute);
  const known = groups.filter(({ id }) => !unknown.has(id));
  const scale = scales.find(([name]) => name.test(attribute.id));
  return groups.map((group) => {
    const ends = scale ? [...(group === known[0] ? scale[1] : []), ...(group === known.at(-1) ? scale[2] : [])] : [];
    return { id: group.id, phrases: [...namesOf(question, attribute, group), ...ends] };
  });
}

function groupsOf(attribute: Attribute): readonly Group[] {
  return 'categories' in attribute
    ? attribute.categories
    : groupAgents(attribute, emptyColumn({ name: attribute.id, type: 'float64' }, 0)).groups;
}

function namesOf(question: ReadQuestion, attribute: Attribute, { id, label, phrase }: Group): Phrase[] {
  if (!('categories' in attribute) || unknown.has(id)) return [];
  const isFlag = id === 'yes' || id === 'no';
  const texts = isFlag ? [phrase ?? (id === 'yes' ? attribute.label : '')] : [label];
  const sex = sexes.find((phrases) =>
    phrases.some(({ stems }) => stems[0] === stemmed(label)[0] && stemmed(label).length === 1),
  );
  const phrases = texts
    .map((text) => ({ stems: nameOf(text), opposite: false }))
    .filter(({ stems }) => stems.length > 0);
  return [...phrases.filter(({ stems }) => isTelling(question, attribute, stems)), ...(sex ?? [])];
}

/** Without what is in brackets, marks, and the small words before it. */
function nameOf(text: string): string[] {
  const stems = stemmed(text.replace(/\([^)]*\)/g, '')).filter((stem) => /^[\p{L}\p{N}]/u.test(stem));
  const first = stems.findIndex((stem) => !fillers.has(stem));
  return first < 0 ? [] : stems.slice(first);
}

function isTelling(question: ReadQuestion, attribute: Attribute, stems: readonly string[]): boolean {
  const [only = ''] = stems;
  if (stems.length > 1 || !(generic.has(only) || /^\d/.test(only))) return true;
  const names = nameOf(attribute.label)
    .slice(0, 1)
    .flatMap((stem) => question.find({ stems: [stem], opposite: false }));
  const own = question.find({ stems: [only], opposite: false });
  return own.some((mention) => names.some((name) => question.distance(mention, name) < NEAR));
}
