import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition } from '../src/engine/index.js';
import { interpretQuestion } from '../src/interpretation/interpret-question.js';
import { type Benchmark, type Figure, median, quantile, shareFigure } from './figures.js';
import { judge, verdicts, type Sentence, type Verdict } from './interpretation/judge.js';

const questionFolder = join(import.meta.dirname, '../../bench/questions');
const catalogFolder = join(import.meta.dirname, '../src/catalog');
const halves = ['work', 'test'] as const;

/** Readings of sentences whose values were fixed beforehand. `INTERPRETATION_LIST=work` prints each sentence of that half that is not right. */
export const interpretation: Benchmark = {
  name: 'interpretation',
  about: 'parameter values read from sentences in bench/questions, compared with the values that their writers fixed',
  run: () => Promise.resolve(halves.flatMap(judgeHalf)),
};

function judgeHalf(half: (typeof halves)[number]): Figure[] {
  const files = readdirSync(questionFolder).filter((name) => name.startsWith(`scenario-sentences-${half}`));
  const sentences = files.flatMap((name) => JSON.parse(readFileSync(join(questionFolder, name), 'utf8')) as Sentence[]);
  const definitions = readDefinitions();
  const times: number[] = [];
  const counts = new Map<Verdict, number>();
  for (const sentence of sentences) {
    const definition = definitions.get(sentence.workflow_id);
    if (!definition) throw new Error(`the catalog has no workflow ${sentence.workflow_id}`);
    const start = performance.now();
    const read = interpretQuestion(definition, sentence.question);
    times.push(performance.now() - start);
    const verdict = judge(definition, sentence, read);
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
    if (process.env.INTERPRETATION_LIST === half && verdict !== 'right')
      process.stderr.write(`${JSON.stringify({ verdict, ...sentence, read })}\n`);
  }
  const time = (what: string, value: number): Figure => ({
    case: `${half}: a sentence, ${what}`,
    value,
    unit: 'ms',
    against: null,
    ratio: null,
  });
  return [
    ...verdicts.map((verdict) => shareFigure(`${half}: ${verdict}`, counts.get(verdict) ?? 0, sentences.length)),
    time('p50', median(times)),
    time('p99', quantile(times, 0.99)),
  ];
}

function readDefinitions() {
  const files = readdirSync(catalogFolder).filter((name) => name.endsWith('.json'));
  const definitions = files.map((file) => parseDefinition(JSON.parse(readFileSync(join(catalogFolder, file), 'utf8'))));
  return new Map(definitions.map((definition) => [definition.workflow_id, definition]));
}
