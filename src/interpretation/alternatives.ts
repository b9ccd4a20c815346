import { overlaps, overlapsAny, sentencesOf, spanOf } from './clauses.js';
import { isToday } from './direction.js';
import type { Finding } from './findings.js';
import { adjectives, stemmed } from './lexicon.js';
import type { Span } from './mentions.js';
import { readFraction, readNumber } from './numbers.js';
import { better } from './question-words.js';
import type { Token } from './tokens.js';

const separators = new Set(['or', 'versus', 'vs', 'against', ...stemmed('beat beats outdo outperform')]);
const beats = /\b(?:does|do|would|will|can|could)\b[^.?!\n]*\b(?:beat|outdo|outperform)\b/i;
const bounds = new Set(stemmed('more less fewer over older younger above below so longer better worse not'));
/** Largest distance in tokens between `or` and the values that it separates, unless the question asks which is better. */
const maxDistance = 6;
const maxDistanceToChange = 8;
/** Words that begin the second of two scenarios: `is it better if …, or if …?` */
const branches = new Set(['to', 'if', 'when']);

export interface Alternatives {
  /** Values of all scenarios. */
  shared: Finding[];
  /** Values of each scenario. Empty if one of the scenarios was not read. */
  arms: Finding[][];
  /** The tokens of a comparison that was read in part. */
  unread: Span | null;
}

/**
 * Findings on both sides of an `or`: `a price cut of 10% or displays on a third of trips`. All scenarios share the findings of other
 * sentences and of an earlier clause: `With benefits 10% higher, do people …`.
 */
export function alternativesOf(
  text: string,
  tokens: readonly Token[],
  found: readonly Finding[],
): Alternatives | undefined {
  const amounts = tokens.flatMap((_, at) => (statesAmount(tokens, at) ? [{ from: at, to: at + 1 }] : []));
  const hasAmount = overlapsAny(amounts);
  for (const part of sentencesOf(text)) {
    const asksWhich = better.test(part.text) || beats.test(part.text);
    const sentence = spanOf(tokens, part.from, part.to);
    const inside = found.filter(({ spans }) => overlaps(spans[0]!, sentence));
    const sentenceHasAmount = hasAmount(sentence);
    const outside = found.filter((one) => !inside.includes(one));
    for (let at = sentence.from; at < sentence.to; at++) {
      const { stem } = tokens[at]!;
      if (!separators.has(stem) && !(stem === 'than' && asksWhich && !isToday(tokens, at + 1))) continue;
      // `three or more people`.
      if (bounds.has(tokens[at + 1]?.stem ?? '') && !adjectives.has(tokens[at + 2]?.stem ?? '')) continue;
      // `two or three sons`.
      const isCount = [at - 1, at + 1].every((near) => readNumber(tokens, near) !== undefined);
      if (isCount && !inside.some(({ spans }) => spans[0]!.from <= at + 1 && at - 1 < spans[0]!.to)) continue;
      const before = inside.filter(({ spans }) => spans[0]!.to <= at);
      const after = inside.filter(({ spans }) => spans[0]!.from > at);
      if (before.length === 0 || after.length === 0) {
        if (!asksWhich || stem === 'than') continue;
        const other = before.length === 0 ? { from: sentence.from, to: at } : { from: at + 1, to: sentence.to };
        const isVague = inside.length === 0 && changesOnBothSides(tokens, at, sentence);
        // `would it be better to build towers, or to give them a say?`
        const isAction = inside.length > 0 && branches.has(tokens[at + 1]?.stem ?? '');
        const isAmount = isVague || isAction || hasAmount(other) || (inside.length === 0 && sentenceHasAmount);
        if (isAmount) return { shared: outside, arms: [], unread: sentence };
        continue;
      }
      const lastEnd = Math.max(...before.map(({ spans }) => spans[0]!.to));
      const nextStart = Math.min(...after.map(({ spans }) => spans[0]!.from));
      if (!asksWhich && (at - lastEnd > maxDistance || nextStart - at > maxDistance)) continue;
      const listed = asksWhich ? listedBefore(tokens, at, before) : [];
      if (listed.length > 1) return { shared: outside, arms: [...listed, after], unread: null };
      const comma = tokens.findLastIndex((token, position) => token.stem === ',' && position < at - 1);
      const isShared = ({ spans }: Finding) => spans[0]!.to <= comma && lastEnd > comma;
      return {
        shared: [...outside, ...before.filter(isShared)],
        arms: [before.filter((one) => !isShared(one)), after],
        unread: null,
      };
    }
  }
  return undefined;
}

/** The findings of each item of a list after a colon: `what helps more: lower fares, faster trains, or more departures?` */
function listedBefore(tokens: readonly Token[], at: number, before: readonly Finding[]): Finding[][] {
  const colon = tokens.findLastIndex(({ stem }, position) => stem === ':' && position < at);
  if (colon < 0 || before.some(({ spans }) => spans[0]!.from < colon)) return [];
  const commas = tokens.flatMap(({ stem }, position) =>
    stem === ',' && colon < position && position < at - 1 ? [position] : [],
  );
  const ends = [...commas, at];
  const items = ends.map((end, item) =>
    before.filter(({ spans }) => (ends[item - 1] ?? colon) < spans[0]!.from && spans[0]!.from < end),
  );
  return items.every(({ length }) => length > 0) ? items : [];
}

/** `a lower fare or more frequent departures`: two changes without an amount. */
function changesOnBothSides(tokens: readonly Token[], at: number, { to }: Span): boolean {
  const isChange = ({ stem }: Token) => adjectives.has(stem);
  return [
    tokens.slice(Math.max(0, at - maxDistanceToChange), at),
    tokens.slice(at + 1, Math.min(to, at + 1 + maxDistanceToChange)),
  ].every((side) => side.some(isChange));
}

const statesAmount = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]!.stem !== 'one' && (readNumber(tokens, at) !== undefined || readFraction(tokens, at) !== undefined);
