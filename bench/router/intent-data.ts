import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** `intent` is null for questions out of scope. */
export interface Question {
  text: string;
  intent: string | null;
}

export interface IntentData {
  name: string;
  /** Ten examples per intent: the published few-shot sample. */
  examples: Question[];
  /** Five examples per intent: the published few-shot sample. */
  fewExamples: Question[];
  /** The official training split. */
  allExamples: Question[];
  /** The official test split. */
  questions: Question[];
  outOfScope: Question[];
  vectors: ReadonlyMap<string, ArrayLike<number>>;
}

type Rows = [text: string, label: string][];

/** Folder of the public data, or undefined if it is missing. */
export function dataFolder(): string | undefined {
  const folder = resolve(process.env.ROUTER_DATA ?? '../shared/router');
  return existsSync(join(folder, 'CLINC150.json')) && existsSync(join(folder, 'BANKING77.json')) ? folder : undefined;
}

/** Reads one data set, without vectors. */
export function readData(folder: string, name: string): IntentData {
  const splits = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Record<string, Rows>;
  const questions = (split: string) => (splits[split] ?? []).map(([text, intent]) => ({ text, intent }));
  return {
    name,
    examples: questions('train_10'),
    fewExamples: questions('train_5'),
    allExamples: questions('train'),
    questions: questions('test'),
    outOfScope: questions('oos_test').map(({ text }) => ({ text, intent: null })),
    vectors: new Map(),
  };
}
