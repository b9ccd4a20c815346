import { elasticityFigures, shareOfParameters } from '../model/analyses.js';
import type { WorkflowDefinition } from '../model/definition.js';
import { tokensOf } from './tokens.js';

/** Words that a name in a question may lack. */
const optional = new Set('a an the all of would will do does did to it'.split(' '));
/** A condition states the change, not what the question asks about. */
const conditions = /\b(?:if|when|whenever|unless|once|after|because|suppose|supposing|assuming)\b[^,;:.?!\n]*/gi;

/**
 * Returns the id of the only outcome, outcome group or measure that a question names outside its conditions and its changes, or null if it
 * names none or several.
 *
 * @param changes excerpts of the question that set parameters
 */
export function askedOutcome(
  definition: WorkflowDefinition,
  question: string,
  changes: readonly string[],
): string | null {
  // A comma ends the phrases on both sides.
  const rest = changes
    .filter((words) => words !== '')
    .reduce((text, words) => text.replace(words, ','), question)
    .replace(conditions, ',');
  const stems = contentOf(askingPart(rest));
  const names = namesOf.get(definition) ?? compileNames(definition);
  namesOf.set(definition, names);
  const found = new Set<string>();
  for (let at = 0; at < stems.length;) {
    const matching = names.filter((name) => name.stems.every((stem, k) => stems[at + k] === stem));
    const [longest] = matching.sort((a, b) => b.stems.length - a.stems.length);
    if (longest) found.add(longest.id);
    at += longest?.stems.length ?? 1;
  }
  const [only = null] = found;
  if (found.size === 0) return askedMean(definition, askingPart(rest));
  return found.size === 1 ? only : null;
}

const asksForMean = /\bon average\b|\bthe (?:average|mean)\b|\bhow (?:often|long)\b/i;

/** The only measure that a question counts (`how many weeks`), or the only one of the workflow if the question asks for a mean. */
function askedMean(definition: WorkflowDefinition, asking: string): string | null {
  const measures = elasticityFigures(definition).figures.filter(({ kind }) => kind === 'measure');
  const counted = Array.from(
    asking.matchAll(/\bhow many (?:more |fewer |extra )?(\p{L}+)/giu),
    ([, word]) => contentOf(word!)[0],
  );
  const own = measures.filter(({ label }) => contentOf(nameOf(label)).some((stem) => counted.includes(stem)));
  const [only, ...others] = own.length > 0 ? own : asksForMean.test(asking) ? measures : [];
  return only && others.length === 0 ? only.id : null;
}

interface Name {
  id: string;
  stems: readonly string[];
}

/** The sentences with a question mark, if there are any: the other sentences of a long text are its setting. */
function askingPart(text: string): string {
  const asking = text.split(/(?<=[.?!\n])/).filter((sentence) => sentence.trimEnd().endsWith('?'));
  return asking.length > 0 ? asking.join(' ') : text;
}

const namesOf = new WeakMap<WorkflowDefinition, Name[]>();

/** The labels, and the words of alternatives in the names of their parameters. A name of several figures names none of them. */
function compileNames(definition: WorkflowDefinition): Name[] {
  const hasAlternatives = definition.decision.family === 'conditional_logit';
  const labels = elasticityFigures(definition)
    .figures.map(({ id, label, kind }) => {
      // `Low` or `Gave` alone are also words of other meanings.
      const minWords = hasAlternatives || kind === 'measure' ? 1 : 2;
      return { id, minWords, stems: contentOf(kind === 'measure' ? nameOf(label) : label) };
    })
    .filter(({ stems, minWords }) => stems.length >= minWords);
  const taken = new Set(labels.map(keyOf));
  const synonyms = hasAlternatives ? synonymsOf(definition).filter((name) => !taken.has(keyOf(name))) : [];
  return [labels, synonyms].flatMap((names) =>
    names.filter((name) => names.every((other) => other.id === name.id || keyOf(other) !== keyOf(name))),
  );
}

/** The part after a comma or in parentheses explains the name of a measure. */
const nameOf = (label: string): string => label.split(/[,;(]/)[0]!;

const keyOf = ({ stems }: Name) => stems.join(' ');

/** The words for an alternative that at least two of its parameters share: `rail` in `rail fare` and `rail travel time`. */
function synonymsOf(definition: WorkflowDefinition): Name[] {
  const named = definition.scenario.parameters.flatMap(({ id, words = [] }) => {
    const share = shareOfParameters(definition, [id]);
    const subjects = words.length > 1 ? words[0]!.split('|').map((text) => text.trim()) : [];
    return share === undefined ? [] : subjects.filter((text) => !/[-!=…/]/.test(text)).map((text) => ({ share, text }));
  });
  const isRepeated = (one: (typeof named)[number], at: number) =>
    named.some((other, k) => k < at && other.share === one.share && other.text === one.text);
  return named
    .filter(isRepeated)
    .map(({ share, text }) => ({ id: share, stems: contentOf(text) }))
    .filter(({ stems }) => stems.length > 0);
}

/** Stems of the words that a name needs, and punctuation, which ends a phrase. */
const contentOf = (text: string): string[] =>
  tokensOf(text)
    .filter(({ word }) => !optional.has(word))
    .map(({ stem }) => stem);
