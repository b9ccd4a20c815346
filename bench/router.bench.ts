import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fitLogistic, type LogisticModel } from '../src/routing/confidence/logistic.js';
import { routeQuestion } from '../src/routing/confidence/route-question.js';
import { prepared } from '../src/routing/embedding/embedder.js';
import { LocalEmbedder } from '../src/routing/embedding/local.embedder.js';
import { VectorCache } from '../src/routing/embedding/vector-cache.js';
import { QuestionScorer } from '../src/routing/scorer/question-scorer.js';
import { median, quantile, type Benchmark, type Figure } from './figures.js';
import { askAll, askDrawnCatalogs, type Asked } from './router/catalogs.js';
import { dataFolder, readData, type IntentData } from './router/data.js';
import { judge } from './router/judge.js';
import { askTraining, judgeOwn } from './router/own.js';

const floor = 0.65;
const catalogCount = 36;
const timedQuestions = 200;

/** Accuracy of the router on public data sets. Each set is evaluated with constants that were fitted on the other set. */
export const router: Benchmark = {
  name: 'router',
  about: 'accuracy and calibration on our own questions, and CLINC150 and BANKING77 in ROUTER_DATA (../shared/router)',
  run: async () => {
    const embedder = new LocalEmbedder();
    try {
      const cache = new VectorCache(embedder, resolve('.data/bench'));
      const own = await judgeOwn(cache, floor);
      const folder = dataFolder();
      if (folder === undefined) {
        process.stderr.write(
          'CLINC150.json and BANKING77.json are not in ROUTER_DATA; evaluating only our own questions.\n',
        );
        return own;
      }
      const banking = await withVectors(readData(folder, 'BANKING77'), cache);
      const clinc = await withVectors(readData(folder, 'CLINC150'), cache);
      const time = await timeOfQuestions(banking, embedder);
      return [...own, ...judgeBoth(banking, clinc, await askTraining(cache)), ...time];
    } finally {
      await embedder.close();
    }
  },
};

async function withVectors(data: IntentData, cache: VectorCache): Promise<IntentData> {
  const texts = [...data.examples, ...data.questions, ...data.outOfScope].map(({ text }) => text);
  return { ...data, vectors: await cache.vectorsOf(texts) };
}

/**
 * Repetitions of our own training questions in the fit: without them, the catalogs drawn from the public sets have fourteen times as many
 * questions, and none of them has near misses by people.
 */
const ownRepetitions = 16;

/**
 * Each public set is evaluated with constants that were fitted on the other one. If `ROUTER_CONSTANTS` is a file path, writes the constants
 * of the service there, fitted on both sets and our own training questions.
 */
function judgeBoth(banking: IntentData, clinc: IntentData, own: Record<'hybrid' | 'lexical', Asked[]>): Figure[] {
  const figures: Figure[] = [];
  const constants: Record<string, LogisticModel> = {};
  for (const semantic of [true, false]) {
    const method = semantic ? 'hybrid' : 'lexical';
    const drawn = [banking, clinc].map((data) => askDrawnCatalogs(data, semantic, catalogCount));
    constants[method] = fit([...drawn.flat(), ...Array.from({ length: ownRepetitions }, () => own[method]).flat()]);
    [clinc, banking].forEach((data, k) => {
      const found = judge(askAll(data, semantic), fit(drawn[k]!), floor);
      const figure = (what: string, value: number, unit: string) =>
        figures.push({ case: `${data.name} ${method}: ${what}`, value, unit, against: null, ratio: null });
      figure('accuracy', found.accuracy, '%');
      figure('in scope and routed', found.routed, '%');
      figure('correct among routed', found.precision, '%');
      figure('calibration error', 100 * found.calibrationError, 'points');
      if (data.outOfScope.length > 0) {
        figure('out of scope and rejected', found.rejected, '%');
        figure('area under the ROC curve', 100 * found.area, '%');
      }
    });
  }
  const file = process.env.ROUTER_CONSTANTS;
  if (file)
    writeFileSync(
      file,
      JSON.stringify(constants, (_, value: unknown) => shortened(value), 2),
    );
  return figures;
}

/** Rounds to 6 significant digits, as in the constants of the service. */
const shortened = (value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(6)) : value);

const fit = (asked: readonly Asked[]) =>
  fitLogistic(
    asked.map(({ features }) => features),
    asked.map(({ right }) => right),
  );

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
  const onTheLoop: number[] = [];
  for (const { text } of data.questions.slice(0, timedQuestions)) {
    const start = performance.now();
    const [vector] = await embedder.embed([prepared(text)]);
    const embedded = performance.now();
    routeQuestion(scorer, text, vector, 5);
    onTheLoop.push(performance.now() - embedded);
    total.push(performance.now() - start);
  }
  const figure = (what: string, value: number) => ({ case: what, value, unit: 'ms', against: null, ratio: null });
  return [
    figure('a question, p50', median(total)),
    figure('a question, p99', quantile(total, 0.99)),
    figure('on the event loop, p50', median(onTheLoop)),
  ];
}
