import { type Model } from '../fit-sample.js';

/** How many respondents these rows are of; where rows are cells of a count table, how many they count. */
export function respondentsOf({ rows, answers }: Pick<Model, 'rows' | 'answers'>, asked: Int32Array): number {
  const people = new Map<number, number>();
  for (const row of asked) {
    const who = rows.respondents[row]!;
    people.set(who, Math.max(answers[row]!, people.get(who) ?? 0));
  }
  return [...people.values()].reduce((sum, count) => sum + count, 0);
}

/** How many answers these rows stand for. */
export function answersIn({ answers }: Pick<Model, 'answers'>, asked: Int32Array): number {
  return asked.reduce((sum, row) => sum + answers[row]!, 0);
}
