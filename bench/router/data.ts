import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** `intent` is null where a question is out of scope. */
export interface Question {
  text: string;
  intent: string | null;
}

export interface IntentData {
  name: string;
  /** Ten for each intent: the published few-shot draw. */
  examples: Question[];
  /** The official test split. */
  questions: Question[];
  outOfScope: Question[];
  vectors: ReadonlyMap<string, ArrayLike<number>>;
}

type Rows = [text: string, label: string][];

/** Where the public data lies; undefined where it is absent. */
export function dataFolder(): string | undefined {
  const folder = resolve(process.env.ROUTER_DATA ?? '../shared/router');
  return existsSync(join(folder, 'CLINC150.json')) && existsSync(join(folder, 'BANKING77.json')) ? folder : undefined;
}

/** One data set, without vectors yet. */
export function readData(folder: string, name: string): IntentData {
  const splits = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Record<string, Rows>;
  const questions = (split: string) => (splits[split] ?? []).map(([text, intent]) => ({ text, intent }));
  return {
    name,
    examples: questions('train_10'),
    questions: questions('test'),
    outOfScope: questions('oos_test').map(({ text }) => ({ text, intent: null })),
    vectors: new Map(),
  };
}
