import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routeQuestion, type RoutedText } from '../../src/routing/confidence/route-question.js';
import type { LogisticModel } from '../../src/routing/confidence/logistic.js';
import type { VectorCache } from '../../src/routing/embedding/vector-cache.js';
import { QuestionScorer, type RoutedWorkflow } from '../../src/routing/scorer/question-scorer.js';
import { plainText } from '../../src/routing/text/plain-text.js';
import { decidingSentences } from '../../src/routing/text/sentences.js';
import type { Figure } from '../figures.js';
import { ask, type Asked } from './catalogs.js';
import { answersOf, judge, reliability, type Answer } from './judge.js';
import { askLong, inBackground, textsOfLong, type TopicalQuestion } from './long-questions.js';

/** Questions of one or several writers. */
interface Written {
  questions: TopicalQuestion[];
  ambiguous: { question: string; workflow_ids: string[] }[];
}

/** A file of bench/questions; see the README there. */
interface RoutingFile {
  in_scope: Record<string, { question: string; voice: string }[]>;
  near_misses: { question: string; workflow_id: string }[];
  far_misses: string[];
  ambiguous?: { question: string; workflow_ids: string[] }[];
}

const folder = join(import.meta.dirname, '../../../bench');
const catalogFolder = join(import.meta.dirname, '../../src/catalog');
const trainingWriters = [1, 2] as const;
const testWriters = [3, 4] as const;
const longCharacters = 250;
const backgroundSeed = 1;
const maxRoutes = 5;

type Vectors = ReadonlyMap<string, ArrayLike<number>>;

/** Features and results of the training half, for the fit of the constants. */
export interface TrainingRows {
  questions: Asked[];
  /** The same questions, the short ones with sentences of background. */
  long: Asked[];
}

/**
 * Results on questions for the workflows of the catalog, by writers whose questions fitted no constant and are no examples, as the service
 * routes them.
 *
 * @param others constants that never saw our questions, for comparison
 */
export async function judgeOwn(cache: VectorCache, floor: number, others?: LogisticModel): Promise<Figure[]> {
  const test = merged(testWriters.map(readWriter));
  const earlier = readEarlier();
  const long = inBackground(test.questions, backgroundSeed);
  const workflows = ownWorkflows();
  const written = [...test.questions, ...earlier, ...test.ambiguous.map(({ question }) => ({ text: question }))];
  const plain = written.map(({ text }) => plainText(text));
  const vectors = await cache.vectorsOf([
    ...textsOf(workflows),
    ...plain.flatMap((text) => [text, ...decidingSentences(text)]),
    ...textsOfLong(long),
  ]);
  const hybrid = new QuestionScorer(workflows, vectors);
  const lexical = new QuestionScorer(workflows);
  const set = 'own test half, hybrid';
  return [
    ...figuresOf(set, hybrid, vectors, test.questions, floor),
    ...decisionsOf(set, hybrid, vectors, test, floor),
    ...figuresOf('own test half in background, hybrid', hybrid, vectors, long, floor),
    ...(others ? withOtherConstants(hybrid, vectors, test.questions, others, floor) : []),
    ...figuresOf('own earlier, hybrid', hybrid, vectors, earlier, floor),
    ...figuresOf('own test half, lexical', lexical, vectors, test.questions, floor),
  ];
}

/**
 * Features and results of the training half. The questions of one writer are routed with the examples of the other one, so that no
 * question is its own example.
 */
export async function askTraining(cache: VectorCache): Promise<Record<'hybrid' | 'lexical', TrainingRows>> {
  const written = trainingWriters.map((writer) => readWriter(writer).questions);
  const long = written.map((questions, k) => inBackground(questions, backgroundSeed + k));
  const texts = new Set(written.flat().map(({ text }) => text));
  const basic = ownWorkflows().map((workflow) => ({
    ...workflow,
    examples: workflow.examples.filter((text) => !texts.has(text)),
    notFor: workflow.notFor.filter((text) => !texts.has(text)),
  }));
  const vectors = await cache.vectorsOf([...textsOf(basic), ...texts, ...long.flatMap(textsOfLong)]);
  const rows = (semantic: boolean): TrainingRows => {
    const asked = written.map((questions, k) => {
      const workflows = withQuestions(basic, written[1 - k]!);
      const scorer = new QuestionScorer(workflows, semantic ? vectors : undefined);
      return {
        questions: questions.map((question) => ask(scorer, { vectors }, question)),
        long: askLong(scorer, vectors, long[k]!),
      };
    });
    return { questions: asked.flatMap(({ questions }) => questions), long: asked.flatMap((one) => one.long) };
  };
  return { hybrid: rows(true), lexical: rows(false) };
}

/** Adds the questions of a writer to `examples`, and the near misses to `not_for`. */
function withQuestions(workflows: readonly RoutedWorkflow[], questions: readonly TopicalQuestion[]): RoutedWorkflow[] {
  return workflows.map(({ id, examples, notFor }) => {
    const own = questions.filter(({ topic }) => topic === id);
    const textsWith = (intent: string | null) => own.filter((one) => one.intent === intent).map(({ text }) => text);
    return { id, examples: [...examples, ...textsWith(id)], notFor: [...notFor, ...textsWith(null)] };
  });
}

/** Routes a question as the service does. */
function route(scorer: QuestionScorer, vectors: Vectors, question: string): RoutedText {
  const text = plainText(question);
  const viewOf = (one: string) => ({ text: one, vector: vectors.get(one) });
  return routeQuestion(scorer, viewOf(text), decidingSentences(text).map(viewOf), maxRoutes);
}

function figuresOf(
  set: string,
  scorer: QuestionScorer,
  vectors: Vectors,
  questions: readonly TopicalQuestion[],
  floor: number,
): Figure[] {
  const answers = questions.map(({ text, intent }) => answerOf(route(scorer, vectors, text), intent));
  return figuresOfAnswers(set, questions, answers, floor);
}

function answerOf({ routes: [best] }: RoutedText, intent: string | null): Answer {
  const right = intent !== null && best?.workflow.id === intent;
  return { confidence: best?.confidence ?? 0, right, inScope: intent !== null };
}

function withOtherConstants(
  scorer: QuestionScorer,
  vectors: Vectors,
  questions: readonly TopicalQuestion[],
  model: LogisticModel,
  floor: number,
): Figure[] {
  const answers = answersOf(
    questions.map((question) => ask(scorer, { vectors }, question)),
    model,
  );
  return figuresOfAnswers('own test half, hybrid, constants without our data', questions, answers, floor);
}

function figuresOfAnswers(
  set: string,
  questions: readonly TopicalQuestion[],
  answers: readonly Answer[],
  floor: number,
): Figure[] {
  const of = (test: (question: TopicalQuestion) => boolean) => answers.filter((_, k) => test(questions[k]!));
  const inScope = of(({ intent }) => intent !== null);
  const near = of(({ intent, topic }) => intent === null && topic !== null);
  const far = of(({ intent, topic }) => intent === null && topic === null);
  const found = judge(answers, floor);
  const rejected = (misses: Answer[]) => judge([...inScope, ...misses], floor).rejected;
  const figure = figureOf(set);
  return [
    figure(`accuracy of ${inScope.length}`, found.accuracy),
    figure('in scope and answered', found.routed),
    figure('right among answered in scope', judge(inScope, floor).precision),
    figure('right among all answered', found.precision),
    figure(`refused of ${near.length} near misses`, rejected(near)),
    figure(`refused of ${far.length} far misses`, rejected(far)),
    figure('area under the ROC curve', 100 * found.area),
    figure('area under the ROC curve against near misses', 100 * judge([...inScope, ...near], floor).area),
    figure('calibration error', 100 * found.calibrationError, 'points'),
    ...reliability(answers).flatMap(({ count, confidence, right }, bin) => {
      if (count === 0) return [];
      const against = `its mean confidence, ${(100 * confidence).toFixed(1)} %`;
      return [{ ...figure(`right from .${bin} (${count})`, 100 * right), against, ratio: right / confidence }];
    }),
  ];
}

/** What the service does with the questions of the test half. */
function decisionsOf(set: string, scorer: QuestionScorer, vectors: Vectors, test: Written, floor: number): Figure[] {
  const figure = figureOf(set);
  const answered = (text: string) => {
    const [best] = route(scorer, vectors, text).routes;
    return best && best.confidence >= floor ? best.workflow.id : undefined;
  };
  const inScope = test.questions.filter(({ intent }) => intent !== null);
  const decided = inScope.map(({ text, intent }) => ({ text, intent, workflowId: answered(text) }));
  const accepted = decided.filter(({ workflowId }) => workflowId !== undefined);
  const long = decided.filter(({ text }) => text.length > longCharacters);
  const ambiguous = test.ambiguous.map(({ question, workflow_ids }) => ({
    workflowId: answered(question),
    workflow_ids,
  }));
  return [
    figure(`accepted of ${decided.length} in scope`, accepted.length, 'questions'),
    figure(
      'accepted and right',
      accepted.filter(({ workflowId, intent }) => workflowId === intent).length,
      'questions',
    ),
    figure(
      `accepted of ${long.length} longer than ${longCharacters} characters`,
      long.filter(({ workflowId }) => workflowId !== undefined).length,
      'questions',
    ),
    figure(
      `accepted with a meant workflow of ${ambiguous.length} ambiguous`,
      ambiguous.filter(({ workflowId = '', workflow_ids }) => workflow_ids.includes(workflowId)).length,
      'questions',
    ),
  ];
}

const figureOf =
  (set: string) =>
  (what: string, value: number, unit = '%'): Figure => ({
    case: `${set}: ${what}`,
    value,
    unit,
    against: null,
    ratio: null,
  });

function readWriter(writer: number): Written {
  const path = join(folder, `questions/routing-writer-${writer}.json`);
  const { in_scope, near_misses, far_misses, ambiguous = [] } = JSON.parse(readFileSync(path, 'utf8')) as RoutingFile;
  const inScope = Object.entries(in_scope).flatMap(([id, asked]) =>
    asked.map(({ question }) => ({ text: question, intent: id, topic: id })),
  );
  const near = near_misses.map(({ question, workflow_id }) => ({ text: question, intent: null, topic: workflow_id }));
  const far = far_misses.map((text) => ({ text, intent: null, topic: null }));
  return { questions: [...inScope, ...near, ...far], ambiguous };
}

const merged = (written: readonly Written[]): Written => ({
  questions: written.flatMap(({ questions }) => questions),
  ambiguous: written.flatMap(({ ambiguous }) => ambiguous),
});

/** The questions of an earlier version, which are worded like the examples. */
function readEarlier(): TopicalQuestion[] {
  const { in_scope, near_misses, far_misses } = JSON.parse(
    readFileSync(join(folder, 'router/own-questions.json'), 'utf8'),
  ) as { in_scope: Record<string, string[]>; near_misses: string[]; far_misses: string[] };
  const miss = (topic: string | null) => (text: string) => ({ text, intent: null, topic });
  return [
    ...Object.entries(in_scope).flatMap(([id, texts]) => texts.map((text) => ({ text, intent: id, topic: id }))),
    ...near_misses.map(miss('any')),
    ...far_misses.map(miss(null)),
  ];
}

const textsOf = (workflows: readonly RoutedWorkflow[]) =>
  workflows.flatMap(({ examples, notFor }) => [...examples, ...notFor]);

export function ownWorkflows(): RoutedWorkflow[] {
  const files = readdirSync(catalogFolder).filter((name) => name.endsWith('.json'));
  return files.map((file) => {
    const { workflow_id, routing } = JSON.parse(readFileSync(join(catalogFolder, file), 'utf8')) as {
      workflow_id: string;
      routing: { examples: string[]; not_for: string[] };
    };
    return { id: workflow_id, examples: routing.examples, notFor: routing.not_for };
  });
}
