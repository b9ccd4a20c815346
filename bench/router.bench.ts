import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ConfidenceModels } from '../src/routing/confidence/logistic.js';
import { routeQuestion } from '../src/routing/confidence/route-question.js';
import { prepared, LocalEmbedder } from '../src/routing/embedding/embedders.js';
import { VectorCache } from '../src/routing/embedding/vector-cache.js';
import { QuestionScorer } from '../src/routing/scorer/question-scorer.js';
import { median, quantile, type Benchmark, type BenchmarkOptions, type Figure } from './figures.js';
import { askAll, askDrawnCatalogs, type Asked } from './router/catalogs.js';
import { dataFolder, readData, type IntentData, type Question } from './router/intent-data.js';
import { measureLatency } from './router/latency.js';
import { answersOf, judge } from './router/judge.js';
import {
  fitModel,
  fitServiceModels,
  judgeWriters,
  judgeTestWriters,
  readWrittenQuestions,
} from './router/written-questions.js';

const floor = 0.65;
const catalogCount = 36;
const timedQuestions = 200;
/** Vectors of all texts of both public sets, 2 KB each. */
const maxVectors = 60_000;

/** Accuracy of the router. Public data sets are evaluated with constants that were fitted on the other set. */
export const router: Benchmark = {
  name: 'router',
  about:
    'accuracy and calibration on our own questions, CLINC150 and BANKING77 (ROUTER_DATA); `--cases full` adds all training data; `--service` measures latency',
  run: (options) => (options.service ? measureLatency() : measureAccuracy(options)),
};

async function measureAccuracy({ cases = [] }: BenchmarkOptions): Promise<Figure[]> {
  const embedder = new LocalEmbedder();
  try {
    const cache = new VectorCache(embedder, resolve('.data/bench'), maxVectors);
    const folder = dataFolder();
    if (folder === undefined) {
      process.stderr.write(
        'CLINC150.json and BANKING77.json are not in ROUTER_DATA; evaluating only our own questions.\n',
      );
      return judgeTestWriters(await readWrittenQuestions(cache), floor);
    }
    const isFull = cases.includes('full');
    const banking = await withVectors(readData(folder, 'BANKING77'), cache, isFull);
    const clinc = await withVectors(readData(folder, 'CLINC150'), cache, isFull);
    const drawn = {
      hybrid: drawCatalogs(banking, clinc, true),
      lexical: drawCatalogs(banking, clinc, false),
    };
    const written = await readWrittenQuestions(cache);
    const others = {
      hybrid: [...drawn.hybrid.banking, ...drawn.hybrid.clinc],
      lexical: [...drawn.lexical.banking, ...drawn.lexical.clinc],
    };
    const service = fitServiceModels(written, others);
    writeConstants(service);
    return [
      ...judgeWriters(written, floor, others, service),
      ...judgePublic([clinc, banking], drawn, isFull),
      ...(await timeOfQuestions(banking, embedder)),
    ];
  } finally {
    await embedder.close();
  }
}

async function withVectors(data: IntentData, cache: VectorCache, isFull: boolean): Promise<IntentData> {
  const { examples, fewExamples, allExamples, questions, outOfScope } = data;
  const used = [...examples, ...fewExamples, ...(isFull ? allExamples : []), ...questions, ...outOfScope];
  return { ...data, vectors: await cache.vectorsOf(used.map(({ text }) => text)) };
}

/** Questions routed with catalogs that are drawn from each set. */
interface Drawn {
  banking: Asked[];
  clinc: Asked[];
}

const drawCatalogs = (banking: IntentData, clinc: IntentData, semantic: boolean): Drawn => ({
  banking: askDrawnCatalogs(banking, semantic, catalogCount),
  clinc: askDrawnCatalogs(clinc, semantic, catalogCount),
});

/** If `ROUTER_CONSTANTS` is a file path, writes the constants of the service there. */
function writeConstants(models: ConfidenceModels) {
  const file = process.env.ROUTER_CONSTANTS;
  if (!file) return;
  writeFileSync(
    file,
    JSON.stringify(models, (_, value: unknown) => shortened(value), 2),
  );
}

/** Rounds to 6 significant digits, as in the constants of the service. */
const shortened = (value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(6)) : value);

/** Evaluates each set with constants that were fitted on the other one, and on no question of ours. */
function judgePublic(
  sets: readonly IntentData[],
  drawn: Record<'hybrid' | 'lexical', Drawn>,
  isFull: boolean,
): Figure[] {
  const judged = (data: IntentData, method: 'hybrid' | 'lexical', shots: string, examples: Question[]) => {
    const other = data.name === 'CLINC150' ? drawn[method].banking : drawn[method].clinc;
    const found = judge(answersOf(askAll(data, method === 'hybrid', examples), fitModel(other)), floor);
    const figure = (what: string, value: number, unit = '%'): Figure => ({
      case: `${data.name} ${shots} ${method}: ${what}`,
      value,
      unit,
      against: null,
      ratio: null,
    });
    return [
      figure('accuracy', found.accuracy),
      figure('in scope and answered', found.routed),
      figure('right among answered', found.precision),
      figure('calibration error', 100 * found.calibrationError, 'points'),
      ...(data.outOfScope.length > 0
        ? [figure('out of scope and refused', found.rejected), figure('area under the ROC curve', 100 * found.area)]
        : []),
    ];
  };
  return sets.flatMap((data) => [
    ...judged(data, 'hybrid', '5-shot', data.fewExamples),
    ...judged(data, 'hybrid', '10-shot', data.examples),
    ...(isFull ? judged(data, 'hybrid', 'all training data', data.allExamples) : []),
    ...judged(data, 'lexical', '10-shot', data.examples),
  ]);
}

/** Time from text to route, with a catalog of all intents of BANKING77. */
async function timeOfQuestions(data: IntentData, embedder: LocalEmbedder): Promise<Figure[]> {
  const intents = [...new Set(data.examples.map(({ intent }) => intent))];
  const workflows = intents.map((intent) => ({
    id: String(intent),
    examples: data.examples.filter((example) => example.intent === intent).map(({ text }) => text),
    notFor: [],
  }));
  const scorer = new QuestionScorer(workflows, data.vectors);
  const total: number[] = [];
  const compared: number[] = [];
  for (const { text } of data.questions.slice(0, timedQuestions)) {
    const start = performance.now();
    const [vector] = await embedder.embed([prepared(text)]);
    const embedded = performance.now();
    routeQuestion(scorer, { text, vector }, [], 5);
    compared.push(performance.now() - embedded);
    total.push(performance.now() - start);
  }
  const figure = (what: string, value: number) => ({ case: what, value, unit: 'ms', against: null, ratio: null });
  return [
    figure('a question, p50', median(total)),
    figure('a question, p99', quantile(total, 0.99)),
    figure('without its embedding, p50', median(compared)),
  ];
}
