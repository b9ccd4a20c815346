import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition } from '../model/simulate.js';
import { readWhole } from '../questions/left-over.js';
import { readQuestion } from '../questions/read-question.js';
import { type Benchmark, type Figure, median, quantile, shareFigure } from './figures.js';
import { weighedRows, type WeighedRow } from './interpretation/certainty.js';
import { fitCertainty } from './interpretation/fit-certainty.js';
import { judge, verdicts, type Sentence, type Verdict } from './interpretation/judge.js';
import { ownWorkflows } from './interpretation/own-workflows.js';
import { filesOf, readLines } from './questions/read-lines.js';

const catalogFolder = join(import.meta.dirname, '../catalog');
const halves = {
  work: /^scenario-sentences-work-(?:[5-9]|1[0-3])\.jsonl$/,
  'later writers': /^scenario-sentences-work-(?:1[4-9]|2\d)\.jsonl$/,
  'own workflows': /^scenario-sentences-own-work-\d\.jsonl$/,
  test: /^scenario-sentences-test-\d\.jsonl$/,
  'own workflows, test': /^scenario-sentences-own-test\.jsonl$/,
};
const development = ['work', 'later writers', 'own workflows'] as const;
type Half = keyof typeof halves;
const names = Object.keys(halves) as Half[];

/**
 * Readings of sentences whose values were fixed beforehand. `--cases work` reads one half only, `--record` fits the
 * probabilities of values on the development writers, and writes their table.
 * `INTERPRETATION_LIST=work` prints each sentence of that half that is not right.
 */
export const interpretation: Benchmark = {
  name: 'interpretation',
  about: 'parameter values read from sentences in bench/questions, compared with the values that their writers fixed',
  run: ({ cases, record }) => {
    if (record === true) {
      const files = (['later writers', 'own workflows'] as const).flatMap((half) => filesOf(halves[half]));
      const later = new Map(files.map((file) => [file, readLines(new RegExp(`^${file}$`)).length]));
      return Promise.resolve(fitCertainty(developmentRows(), later));
    }
    const chosen = names.filter((name) => cases === undefined || cases.includes(name));
    return Promise.resolve(chosen.flatMap(figuresOf));
  },
};

/** Values that the rules read in the sentences of the development writers. */
const developmentRows = (): WeighedRow[] =>
  development.flatMap((half) =>
    filesOf(halves[half]).flatMap((file) =>
      readLines<Sentence>(new RegExp(`^${file}$`)).flatMap((sentence) =>
        weighedRows(definitions().get(sentence.workflow_id)!, sentence, file),
      ),
    ),
  );

interface Judged {
  counts: ReadonlyMap<Verdict, number>;
  total: number;
  times: number[];
}

function figuresOf(half: Half): Figure[] {
  const { counts, total, times } = judgeHalf(half);
  const figure = (what: string, value: number, unit: string): Figure => ({
    case: `${half}: ${what}`,
    value,
    unit,
    against: null,
    ratio: null,
  });
  return [
    ...verdicts.map((verdict) => shareFigure(`${half}: ${verdict}`, counts.get(verdict) ?? 0, total)),
    figure('a sentence, p50', median(times), 'ms'),
    figure('a sentence, p99', quantile(times, 0.99), 'ms'),
    figure('hostile text of 2,000 characters, slowest', slowestHostile(), 'ms'),
  ];
}

function judgeHalf(half: Half): Judged {
  const sentences = readLines<Sentence>(halves[half]);
  definitions();
  const times: number[] = [];
  const counts = new Map<Verdict, number>();
  for (const sentence of sentences) {
    const definition = definitions().get(sentence.workflow_id);
    if (!definition) throw new Error(`the catalog has no workflow ${sentence.workflow_id}`);
    const { question } = sentence;
    const read = readWhole(definition, question);
    times.push(timeOf(() => readWhole(definition, question)));
    const verdict = judge(definition, sentence, read);
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
    if (process.env.INTERPRETATION_LIST === half && verdict !== 'right')
      process.stderr.write(`${JSON.stringify({ verdict, ...sentence, read })}\n`);
  }
  return { counts, total: sentences.length, times };
}

/** The fastest of three runs, without the pauses of a busy machine. */
function timeOf(run: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return Math.min(...times);
}

const hostileLength = 2_000;

/** The slowest reading of texts that repeat the words of a definition, with amounts. */
function slowestHostile(): number {
  const times = [...definitions().values()].flatMap((definition) => {
    const { parameters } = definition.scenario;
    const words = parameters.flatMap(({ label, words: own = [] }) => [
      label,
      ...own.map((text) => text.split('|')[0]!),
    ]);
    const texts = ['5% or ', 'and 20% cheaper, ', 'between 3 and 5 '].map((amount) =>
      words.map((word) => `${word} ${amount}`).join(''),
    );
    return [...texts, 'between 1 and '.repeat(hostileLength), '5% or '.repeat(hostileLength)].map((text) => {
      const question = text.repeat(Math.ceil(hostileLength / text.length)).slice(0, hostileLength);
      return timeOf(() => readQuestion(definition, question));
    });
  });
  return Math.max(...times);
}

let known: ReturnType<typeof readDefinitions> | undefined;
const definitions = () => (known ??= readDefinitions());

/** The first question of a workflow compiles its names, which the figures leave out. */
function readDefinitions() {
  const files = readdirSync(catalogFolder).filter((name) => name.endsWith('.json'));
  const catalog = files.map((file) => parseDefinition(JSON.parse(readFileSync(join(catalogFolder, file), 'utf8'))));
  const all = [...catalog, ...ownWorkflows()];
  for (const definition of all) readQuestion(definition, '');
  return new Map(all.map((definition) => [definition.workflow_id, definition]));
}
