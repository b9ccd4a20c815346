import {
  type ChoiceParameter,
  isChoice,
  type NumericParameter,
  type Parameter,
  traitsOf,
  type WorkflowDefinition,
} from '../model/definition.js';
import { groupNames, type GroupNames } from './group-names.js';
import { clauseOpeners, emptyWords, fillers, negations, peopleNouns, sentenceEnds, stemmed } from './vocabulary.js';
import { quantitiesOf, type Quantity } from './quantities.js';
import type { Span } from './question.js';
import { spellingsOf, type Spellings } from './spelling.js';
import type { Token } from './tokens.js';
import { gapSlot, namingOf, phrasesOf, synonymsOf, type Naming, type Phrase, type Slot } from './naming.js';

/** Tokens at which a phrase occurs in a question. */
export interface Mention extends Span {
  opposite: boolean;
  excludes: boolean;
  /** The tokens without the gaps of the phrase. */
  runs: Span[];
}

/** A number, and the lists of phrases that name it. */
export interface NumberNames {
  parameter: NumericParameter;
  naming: Naming;
  lists: number[];
  quantity: Quantity | undefined;
}

export interface OptionName {
  id: string | number;
  name: number;
  needed: number[];
}

/** A choice with its options, or a number with named values. */
export interface ChoiceNames {
  parameter: Parameter;
  lists: number[];
  options: OptionName[];
  /** Stems of the label, and stems that several options share. */
  words: ReadonlySet<string>;
}

export interface GroupList {
  group: GroupNames;
  phrases: number;
  vague: number;
  adjectives: number;
  needed: number[];
  attribute: number;
}

/** The names of a definition. Parameters that share a list of phrases share its id. */
export interface DefinitionNames {
  numbers: NumberNames[];
  choices: ChoiceNames[];
  groups: GroupList[];
  spellings: Spellings;
  /** Stems of the name and the summary. */
  subject: ReadonlySet<string>;
  find: (tokens: readonly Token[]) => Mention[][];
}

/** The question takes too long to read. */
export class TooComplexError extends Error {}

const known = new WeakMap<WorkflowDefinition, DefinitionNames>();

/** The names of a definition, compiled once. */
export function definitionNames(definition: WorkflowDefinition): DefinitionNames {
  let names = known.get(definition);
  if (!names) known.set(definition, (names = compile(definition)));
  return names;
}

/** Words that name no option alone. */
const generic = new Set(stemmed('none low medium high yes no other everybody nobody all'));
/** `10` alone can be the number of anything. */
const isGeneric = (stem: string) => generic.has(stem) || /^\d+(\.\d+)?$/.test(stem);

function compile(definition: WorkflowDefinition): DefinitionNames {
  const { scenario, population, name, summary } = definition;
  const quantities = quantitiesOf(definition);
  const lists: Phrase[][] = [];
  const ids = new Map<string, number>();
  const idOf = (phrases: Phrase[]): number => {
    const key = JSON.stringify(phrases);
    let id = ids.get(key);
    if (id === undefined) ids.set(key, (id = lists.push(phrases) - 1));
    return id;
  };
  const numbers: NumberNames[] = [];
  const choices: ChoiceNames[] = [];
  const labels = scenario.parameters.map(({ label }) => label);
  for (const parameter of scenario.parameters) {
    const naming = namingOf(parameter, labels);
    if (isChoice(parameter)) {
      const own = parameter.words ? naming.map(idOf) : [];
      const options = parameter.options.map(({ id, label, words: [first = '', ...needed] = [] }) => ({
        id,
        name: idOf([...ownName(label), ...ratioNames(label), ...phrasesOf(first)]),
        needed: needed.map((text) => idOf(phrasesOf(text))),
      }));
      choices.push({ parameter, lists: own, options, words: choiceWords(parameter) });
    } else {
      numbers.push({ parameter, naming, lists: naming.map(idOf), quantity: quantities.get(parameter.id) });
      const all = (parameter.words ?? []).map(phrasesOf);
      const values = new Set(all.flat().flatMap(({ value }) => value ?? []));
      const options = [...values].map((id) => ({
        id,
        name: idOf(all.flat().filter(({ value }) => value === id)),
        needed: [],
      }));
      const rest = naming.filter((_, at) => !all[at]?.some(({ value }) => value !== undefined));
      if (options.length > 0) choices.push({ parameter, lists: rest.map(idOf), options, words: new Set() });
    }
  }
  const groups = groupNames(population.attributes).map((group) => ({
    group,
    phrases: idOf(group.phrases),
    vague: idOf(group.vague),
    adjectives: idOf(group.adjectives),
    needed: group.needed.map(idOf),
    attribute: idOf([group.attributePhrase]),
  }));
  return {
    numbers,
    choices,
    groups,
    spellings: spellingsOf([...namesOf(definition).flat(), ...population.attributes.map(({ label }) => label)]),
    subject: new Set(stemmed(`${name} ${summary}`)),
    find: finder(lists),
  };
}

function choiceWords({ label, words = [], options }: ChoiceParameter): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const option of options)
    for (const stem of new Set(stemmed([option.phrase, ...(option.words ?? [])].join(' '))))
      counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const shared = [...counts].flatMap(([stem, count]) => (count > 1 ? [stem] : []));
  return new Set(
    [...stemmed([label, ...words].join(' ')), ...shared].filter(
      (stem) => /^\p{L}{3}/u.test(stem) && !emptyWords.has(stem) && !peopleNouns.has(stem),
    ),
  );
}

const digits = 'zero one two three four five six seven eight nine ten'.split(' ');

/** `two to one` and `2 for 1` for `2:1`. */
function ratioNames(label: string): Phrase[] {
  const [, first, second] = /^(\d+) ?: ?(\d+)$/.exec(label) ?? [];
  const inWords = (text: string) => digits[Number(text)] ?? text;
  return first === undefined || second === undefined
    ? []
    : ['to', 'for'].flatMap((link) =>
        phrasesOf(`${first} ${link} ${second} | ${inWords(first)} ${link} ${inWords(second)}`),
      );
}

function ownName(label: string): Phrase[] {
  const stems = stemmed(/^\D*:/.test(label) ? label.slice(label.indexOf(':') + 1) : label).filter(
    (stem) => !/^[“”"]$/.test(stem),
  );
  if (stems.length !== 1) return stems.length === 0 ? [] : [{ stems, opposite: false }];
  return isGeneric(stems[0]!) ? [] : synonymsOf(stems[0]!);
}

/** The texts that name each parameter, option and group. */
export function namesOf({ scenario, population }: WorkflowDefinition): string[][] {
  return [
    ...scenario.parameters,
    ...scenario.parameters.flatMap((parameter) => traitsOf(parameter).options),
    ...population.attributes.flatMap((attribute) => ('categories' in attribute ? attribute.categories : [])),
  ].map(({ label, words = [] }) => [label, ...words]);
}

/** The words of a definition with the number of parameters, options and groups that each of them names, most shared first. */
export function sharedWords(definition: WorkflowDefinition): { word: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const texts of namesOf(definition)) {
    const words = texts.flatMap((text) => text.toLowerCase().match(/\p{L}+|\d+/gu) ?? []);
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts]
    .map(([word, count]) => ({ word, count }))
    .filter(({ word }) => !fillers.has(stemmed(word)[0] ?? ''))
    .sort((a, b) => b.count - a.count);
}

const maxFillers = 3;
const maxGap = 7;
/** Compared words. Reading takes a few milliseconds at this number. */
const maxSteps = 60_000;
/** A person repeats a name a few times. */
const maxMentions = 40;
/** Words that change the meaning of a phrase with a gap: `own record rather than that of the neighbors`. */
const endsGap = new Set([
  ...sentenceEnds,
  ...clauseOpeners,
  ...negations,
  ...stemmed(
    'no nobody none hardly barely scarcely without but or versus vs instead rather unlike except less fewer little cannot dont doesnt didnt wont',
  ),
]);

/** Finds all phrases in one pass. Throws {@link TooComplexError}. */
function finder(lists: readonly Phrase[][]) {
  const index = new Map<string, { list: number; phrase: Phrase; slots: readonly Slot[]; first: string[] }[]>();
  for (const [list, phrases] of lists.entries())
    for (const phrase of phrases) {
      const slots = phrase.slots ?? [[phrase.stems]];
      for (const first of slots[0]!) {
        const entry = { list, phrase, slots, first };
        const same = index.get(first[0] ?? '');
        if (same) same.push(entry);
        else index.set(first[0] ?? '', [entry]);
      }
    }
  return (tokens: readonly Token[]): Mention[][] => {
    let steps = 0;
    const found: Mention[][] = lists.map(() => []);
    const endOf = (stems: readonly string[], from: number): number | undefined => {
      let to = from;
      for (const [nth, stem] of stems.entries()) {
        if (++steps > maxSteps) throw new TooComplexError();
        let at = to;
        while (nth > 0 && tokens[at]?.stem !== stem && at - to < maxFillers && fillers.has(tokens[at]?.stem ?? ''))
          at++;
        if (tokens[at]?.stem !== stem) return undefined;
        to = at + 1;
      }
      return to;
    };
    const follow = (slots: readonly Slot[], next: number, runs: readonly Span[]): readonly Span[] | undefined => {
      const slot = slots[next];
      const { from, to } = runs.at(-1)!;
      if (!slot) return runs;
      if (slot !== gapSlot) {
        let at = to;
        for (;;) {
          for (const stems of slot) {
            const end = endOf(stems, at);
            const all = end !== undefined && follow(slots, next + 1, [...runs.slice(0, -1), { from, to: end }]);
            if (all) return all;
          }
          if (at - to >= maxFillers || !fillers.has(tokens[at]?.stem ?? '')) return undefined;
          at++;
        }
      }
      for (let at = to; at <= to + maxGap && at < tokens.length; at++) {
        for (const stems of slots[next + 1]!) {
          const end = tokens[at]!.stem === stems[0] ? endOf(stems, at) : undefined;
          const all = end !== undefined && follow(slots, next + 2, [...runs, { from: at, to: end }]);
          if (all) return all;
        }
        if (endsGap.has(tokens[at]!.stem)) return undefined;
      }
      return undefined;
    };
    for (const [from, { stem }] of tokens.entries()) {
      // `at all` names nobody.
      if (stem === 'all' && tokens[from - 1]?.stem === 'at') continue;
      for (const { list, phrase, slots, first } of index.get(stem) ?? []) {
        const to = endOf(first, from);
        const runs = to === undefined ? undefined : follow(slots, 1, [{ from, to }]);
        if (!runs) continue;
        if (
          found[list]!.push({
            from,
            to: runs.at(-1)!.to,
            opposite: phrase.opposite,
            excludes: phrase.excludes === true,
            runs: [...runs],
          }) > maxMentions
        )
          throw new TooComplexError();
      }
    }
    return found;
  };
}
