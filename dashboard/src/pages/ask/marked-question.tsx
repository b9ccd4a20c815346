import type { ReactNode } from 'react';
import type { Interpretation } from './question-types';

interface Part {
  from: number;
  to: number;
  isRead: boolean;
}

/** The question with the words that set a value, and underlined the words that have no effect. */
export function MarkedQuestion({ question, interpretation }: { question: string; interpretation: Interpretation }) {
  const parts = partsOf(question, interpretation);
  if (parts.length === 0) return null;
  const nodes: ReactNode[] = [];
  let at = 0;
  for (const { from, to, isRead } of parts) {
    const words = question.slice(from, to);
    nodes.push(
      question.slice(at, from),
      isRead ? (
        <mark key={from}>{words}</mark>
      ) : (
        <u key={from} className="ask-unread">
          {words}
        </u>
      ),
    );
    at = to;
  }
  return (
    <p className="ask-marked" dir="auto">
      {nodes}
      {question.slice(at)}
    </p>
  );
}

/** Excerpts in the order of the question. Where two overlap, the one that starts first is marked. */
export function partsOf(question: string, { interpreted, not_read, also }: Interpretation): Part[] {
  const found = [
    ...[...interpreted, ...also].map(({ words }) => ({ words, isRead: true })),
    ...not_read.map(({ words }) => ({ words, isRead: false })),
  ].flatMap(({ words, isRead }) => {
    const from = words ? question.indexOf(words) : -1;
    return words && from >= 0 ? [{ from, to: from + words.length, isRead }] : [];
  });
  const sorted = found.sort((a, b) => a.from - b.from || b.to - a.to);
  const parts: Part[] = [];
  for (const part of sorted) if (part.from >= (parts.at(-1)?.to ?? 0)) parts.push(part);
  return parts;
}
