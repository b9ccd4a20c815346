import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { Issue } from '../engine-error.js';
import { placeholders } from './template.js';

/** Labels and units: results repeat them for every outcome of every group. */
export const maxLabelCharacters = 120;
/** Phrases, such as nouns: sentences insert them in place of placeholders. */
export const maxPhraseCharacters = 200;
export const maxSentenceCharacters = 600;
/** Maximum placeholders of one sentence or phrase. */
export const maxPlaceholders = 12;
/** Maximum sentences of the introduction, and of the situation. */
export const maxSentences = 50;

/** Parts of a definition with texts that results and transcripts repeat. */
const repeatedParts = ['population', 'scenario', 'decision', 'outcome_groups', 'narrative'] as const;
const labelKeys = new Set(['label', 'unit', 'step_unit']);
/** Texts that results and transcripts do not contain. */
const otherKeys = new Set(['people', 'description', 'source', 'date', 'recommended_agent_count_reason']);
const narrativeSentences = new Set(['introduction', 'situation', 'assignments', 'reasons', 'levers']);
const sentenceKeys = new Set(['story', 'unavailable', 'amount']);

type Path = readonly (string | number)[];
type Visit = (value: unknown, path: Path) => unknown;

/**
 * Finds texts that exceed the limits. Results and transcripts repeat these texts, so that the size of a response is a multiple of their
 * length.
 *
 * @returns one issue for each text, with its path in the definition
 */
export function textIssues(definition: WorkflowDefinition): Issue[] {
  const issues: Issue[] = [];
  const report = (path: Path, message: string) => issues.push({ path: path.join('.'), message });
  visitTexts(definition, (value, path) => {
    if (Array.isArray(value) && value.length > maxSentences) {
      report(path, `expected at most ${maxSentences} sentences, received ${value.length}`);
    }
    if (typeof value !== 'string') return value;
    const limit = maxCharactersAt(path);
    if (value.length > limit) report(path, `expected at most ${limit} characters, received ${value.length}`);
    const count = placeholders(value).length;
    if (count > maxPlaceholders)
      report(path, `expected at most ${maxPlaceholders} placeholders in a text, received ${count}`);
    return value;
  });
  return issues;
}

/**
 * Shortens the texts that exceed the limits, so that a definition of an older release with longer texts stays readable.
 *
 * @returns the same object if no text exceeds a limit
 */
export function withShortTexts(definition: WorkflowDefinition): WorkflowDefinition {
  return visitTexts(definition, (value, path) => {
    if (Array.isArray(value)) return (value as unknown[]).slice(0, maxSentences);
    if (typeof value !== 'string') return value;
    const limit = maxCharactersAt(path);
    const short = value.length > limit ? `${value.slice(0, limit - 1)}…` : value;
    return placeholders(short).length > maxPlaceholders ? withFewPlaceholders(short) : short;
  }) as WorkflowDefinition;
}

function withFewPlaceholders(text: string): string {
  let count = 0;
  return text.replace(/\{([^{}]*)\}/g, (whole, name: string) => (++count > maxPlaceholders ? name : whole));
}

function maxCharactersAt(path: Path): number {
  const key = path.at(-1)!;
  if (labelKeys.has(String(key))) return maxLabelCharacters;
  const isSentence =
    path[0] === 'narrative'
      ? narrativeSentences.has(String(path[1]))
      : path.some((part) => sentenceKeys.has(String(part))) || (path[1] === 'classes' && key === 'phrase');
  return isSentence ? maxSentenceCharacters : maxPhraseCharacters;
}

/** Calls `visit` with each repeated text and with the lists of sentences, and replaces each with the returned value. */
function visitTexts(definition: WorkflowDefinition, visit: Visit): object {
  const parts = repeatedParts
    .filter((part) => definition[part] !== undefined)
    .map((part) => [part, visitValue(definition[part], [part], visit)] as const);
  const isSame = parts.every(([part, value]) => value === definition[part]);
  return isSame ? definition : { ...definition, ...Object.fromEntries(parts) };
}

function visitValue(value: unknown, path: Path, visit: Visit): unknown {
  if (typeof value === 'string') return visit(value, path);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    // `words` of parameters and categories, ids and numbers: results do not contain them.
    if (typeof value[0] !== 'object') return value;
    const isSentences = path[0] === 'narrative' && ['introduction', 'situation'].includes(String(path[1]));
    const items = (
      isSentences && path.length === 2 && value.length > maxSentences ? visit(value, path) : value
    ) as unknown[];
    const visited = items.map((item, index) => visitValue(item, [...path, index], visit));
    return items === value && visited.every((item, index) => item === items[index]) ? value : visited;
  }
  const entries = Object.entries(value).map(([key, item]: [string, unknown]) => [
    key,
    otherKeys.has(key) ? item : visitValue(item, [...path, key], visit),
  ]);
  const isSame = entries.every(([key, item]) => item === (value as Record<string, unknown>)[key as string]);
  return isSame ? value : Object.fromEntries(entries);
}

/** Maximum UTF-8 bytes of the transcript of one agent. The longest transcript of the calibrated workflows has 4 KiB. */
export const maxTranscriptBytes = 16 * 1024;

/** A UTF-16 code unit takes at most 3 bytes in UTF-8. */
const maxBytesPerUnit = 3;
const ellipsis = '…';
const encoder = new TextEncoder();

/** Returns the UTF-8 bytes of the paragraphs. */
export function transcriptBytes(paragraphs: readonly string[]): number {
  return paragraphs.reduce((sum, text) => sum + encoder.encode(text).length, 0);
}

/** Returns the paragraphs, or their start if they exceed {@link maxTranscriptBytes}. An ellipsis marks the omission. */
export function limitTranscript(paragraphs: string[]): string[] {
  const units = paragraphs.reduce((sum, { length }) => sum + length, 0);
  if (units * maxBytesPerUnit <= maxTranscriptBytes) return paragraphs;
  if (transcriptBytes(paragraphs) <= maxTranscriptBytes) return paragraphs;
  const limited: string[] = [];
  let remaining = maxTranscriptBytes - encoder.encode(ellipsis).length;
  for (const text of paragraphs) {
    // Unlike `slice`, it never splits a character.
    const { read, written } = encoder.encodeInto(text, new Uint8Array(remaining));
    remaining -= written;
    if (read === text.length) {
      limited.push(text);
      continue;
    }
    limited.push(text.slice(0, read) + ellipsis);
    break;
  }
  return limited;
}
