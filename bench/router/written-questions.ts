import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routeQuestion } from '../../src/routing/confidence/route-question.js';
import type { ConfidenceModels, LogisticModel } from '../../src/routing/confidence/logistic.js';
import { fitLogistic } from './fit-logistic.js';
import { businessQuestions } from '../../src/routing/scorer/business-questions.js';
import type { VectorCache } from '../../src/routing/embedding/vector-cache.js';
import { QuestionScorer, type RoutedWorkflow, type ScoredQuestion } from '../../src/routing/scorer/question-scorer.js';
import type { SemanticView } from '../../src/routing/scorer/semantic-index.js';
import { plainText, decidingSentences } from '../../src/routing/text/plain-text.js';
import { shareFigure, type Figure } from '../figures.js';
import { readRoutingQuestions } from '../questions/read-lines.js';
import { ask, type Asked } from './catalogs.js';
import { judge, reliability, type Answer } from './judge.js';
import { askLong, inBackground, textsOfLong, type TopicalQuestion } from './long-questions.js';

/** The questions of a writer, and the catalog without them. */
interface Writer {
  number: number;
  questions: TopicalQuestion[];
  /** The same questions, the short ones with sentences of background. */
  long: TopicalQuestion[];
  scorers: Record<Method, QuestionScorer>;
}

/** All writers, and the vectors of their texts. */
export interface WrittenQuestions {
  writers: Writer[];
  vectors: ReadonlyMap<string, ArrayLike<number>>;
}

type Method = keyof ConfidenceModels;

/** Questions of other sources in the fit of the models for single texts. */
export type OtherRows = Record<Method, readonly Asked[]>;

const catalogFolder = join(import.meta.dirname, '../../catalog');
/** The questions about an unnamed business, which the service has too. No workflow answers them. */
const businessWriter = 8;
const trainingWriters = [1, 2, 3, 4, 5, 6, businessWriter];
/** Writer 9 asks about a business, unnamed or of a workflow. */
const testWriters = [7, 9];
const maxRoutes = 5;
/**
 * Copies of a question in the fit. The questions in scope are 56% of the texts of the writers, and 66% with these copies: more of the
 * questions of users are in scope, and the more there are, the higher a calibrated confidence is. Half as many copies for long questions,
 * which are fitted alone. Business questions have fewer copies: they are one class, as many as all others together.
 */
const copies = { inScope: 6, outOfScope: 4, business: 2 };

/** Reads the questions of all writers. No question of a writer is an example of the catalog that routes it. */
export async function readWrittenQuestions(cache: VectorCache): Promise<WrittenQuestions> {
  const catalog = catalogWorkflows();
  const written = [...trainingWriters, ...testWriters].map((number) => {
    const questions = readQuestions(number);
    return { number, questions, long: inBackground(questions, number) };
  });
  const vectors = await cache.vectorsOf([
    ...catalog.flatMap(({ examples, notFor }) => [...examples, ...notFor]),
    ...businessQuestions,
    ...written.flatMap(({ questions, long }) => [
      ...questions.flatMap(({ text }) => [text, plainText(text), ...decidingSentences(plainText(text))]),
      ...textsOfLong(long),
    ]),
  ]);
  const writers = written.map((writer) => {
    const workflows = without(catalog, new Set(writer.questions.map(({ text }) => text)));
    return {
      ...writer,
      scorers: {
        hybrid: new LeaveOneOutScorer(workflows, vectors, businessQuestions),
        lexical: new LeaveOneOutScorer(workflows),
      },
    };
  });
  return { writers, vectors };
}

/** The models of the service: fitted on all training writers and on other questions. */
export const fitServiceModels = (written: WrittenQuestions, others: OtherRows): ConfidenceModels =>
  fitModels(written, trainingWriters, others);

/** Results of each training writer with models that were fitted on the others, and of the test writer with the models of the service. */
export function judgeWriters(
  written: WrittenQuestions,
  floor: number,
  others: OtherRows,
  service: ConfidenceModels,
): Figure[] {
  const training = written.writers.filter(({ number }) => trainingWriters.includes(number));
  const leftOut = training.flatMap((writer) => {
    const rest = trainingWriters.filter((number) => number !== writer.number);
    const answers = answersOf(written, writer, 'hybrid', writer.questions, fitModels(written, rest, others));
    return figuresOf(`writer ${writer.number}, fitted on the others`, writer.questions, answers, floor);
  });
  return [...leftOut, ...judgeTestWriters(written, floor, service)];
}

/** Results of the test writers. */
export const judgeTestWriters = (written: WrittenQuestions, floor: number, models?: ConfidenceModels): Figure[] =>
  written.writers
    .filter(({ number }) => testWriters.includes(number))
    .flatMap((writer) => judgeTestWriter(written, writer, floor, models));

function judgeTestWriter(
  written: WrittenQuestions,
  writer: Writer,
  floor: number,
  models?: ConfidenceModels,
): Figure[] {
  const name = `test writer ${writer.number}`;
  const figures = (set: string, method: Method, questions: readonly TopicalQuestion[]) =>
    figuresOf(`${name} ${set}`, questions, answersOf(written, writer, method, questions, models), floor);
  return [
    ...figures('hybrid', 'hybrid', writer.questions),
    ...reliabilityOf(name, answersOf(written, writer, 'hybrid', writer.questions, models)),
    ...figures('in background, hybrid', 'hybrid', writer.long),
    ...figures('lexical', 'lexical', writer.questions),
  ];
}

function fitModels({ writers, vectors }: WrittenQuestions, numbers: readonly number[], others: OtherRows) {
  const used = writers.filter(({ number }) => numbers.includes(number));
  const shortOf = (method: Method) =>
    used.flatMap(({ number, questions, scorers }) =>
      copied(
        number,
        questions.map((one) => ask(scorers[method], { vectors }, one)),
        1,
      ),
    );
  const short = {
    hybrid: fitModel([...others.hybrid, ...shortOf('hybrid')]),
    lexical: fitModel([...others.lexical, ...shortOf('lexical')]),
  };
  const unfinished = {
    hybrid: { short: short.hybrid, long: short.hybrid },
    lexical: { short: short.lexical, long: short.lexical },
  };
  const longOf = (method: Method) =>
    fitModel(
      used.flatMap(({ number, long, scorers }) =>
        copied(number, askLong(scorers[method], vectors, long, unfinished), 0.5),
      ),
    );
  return {
    hybrid: { short: short.hybrid, long: longOf('hybrid') },
    lexical: { short: short.lexical, long: longOf('lexical') },
  };
}

const copied = (writer: number, asked: readonly Asked[], factor: number): Asked[] => {
  const outOfScope = writer === businessWriter ? copies.business : copies.outOfScope;
  return asked.flatMap((one) => new Array<Asked>(factor * (one.inScope ? copies.inScope : outOfScope)).fill(one));
};

export const fitModel = (asked: readonly Asked[]): LogisticModel =>
  fitLogistic(
    asked.map(({ features }) => features),
    asked.map(({ right }) => right),
  );

/**
 * A business question of the service does not count for itself, so that the fit sees how similar a new one is. Remembers the scores of a
 * text, because each is used in several fits.
 */
class LeaveOneOutScorer extends QuestionScorer {
  private readonly scored = new Map<string, ScoredQuestion>();
  private question = '';

  override score(question: string, vector?: ArrayLike<number>): ScoredQuestion {
    this.question = question;
    const found = this.scored.get(question) ?? super.score(question, vector);
    this.scored.set(question, found);
    return found;
  }

  protected override businessLikeness(view: SemanticView): number {
    const business = view.business.filter((_, at) => businessQuestions[at] !== this.question);
    return super.businessLikeness({ ...view, business });
  }
}

function without(workflows: readonly RoutedWorkflow[], texts: ReadonlySet<string>): RoutedWorkflow[] {
  const rest = (all: readonly string[]) => all.filter((text) => !texts.has(text));
  return workflows.map(({ id, examples, notFor }) => ({ id, examples: rest(examples), notFor: rest(notFor) }));
}

/** Routes questions as the service does. */
function answersOf(
  { vectors }: WrittenQuestions,
  { scorers }: Writer,
  method: Method,
  questions: readonly TopicalQuestion[],
  models?: ConfidenceModels,
): Answer[] {
  const viewOf = (text: string) => ({ text, vector: vectors.get(text) });
  return questions.map(({ text: question, intent }) => {
    const text = plainText(question);
    const sentences = decidingSentences(text).map(viewOf);
    const [best] = routeQuestion(scorers[method], viewOf(text), sentences, maxRoutes, models).routes;
    const right = intent !== null && best?.workflow.id === intent;
    return { confidence: best?.confidence ?? 0, right, inScope: intent !== null };
  });
}

/** Shares with the 95% interval for the choice of the texts. */
function figuresOf(
  set: string,
  questions: readonly TopicalQuestion[],
  answers: readonly Answer[],
  floor: number,
): Figure[] {
  const of = (test: (question: TopicalQuestion) => boolean) => answers.filter((_, k) => test(questions[k]!));
  const inScope = of(({ intent }) => intent !== null);
  const near = of(({ intent, topic }) => intent === null && topic !== null);
  const far = of(({ intent, topic }) => intent === null && topic === null);
  const answered = inScope.filter(({ confidence }) => confidence >= floor);
  const share = (what: string, all: readonly Answer[], test: (answer: Answer) => boolean) =>
    all.length > 0 ? [shareFigure(`${set}: ${what}`, all.filter(test).length, all.length)] : [];
  const isRefused = ({ confidence }: Answer) => confidence < floor;
  const figure = (what: string, value: number, unit: string) => ({ ...plain(`${set}: ${what}`, value), unit });
  return [
    ...share('best workflow right', inScope, ({ right }) => right),
    ...share('in scope and answered', inScope, ({ confidence }) => confidence >= floor),
    ...share('right among answered in scope', answered, ({ right }) => right),
    ...share('near misses refused', near, isRefused),
    ...share('far misses refused', far, isRefused),
    ...(inScope.length > 0 && near.length > 0
      ? [figure('area under the ROC curve against near misses', 100 * judge([...inScope, ...near], floor).area, '%')]
      : []),
    figure('calibration error', 100 * judge(answers, floor).calibrationError, 'points'),
  ];
}

const reliabilityOf = (set: string, answers: readonly Answer[]): Figure[] =>
  reliability(answers).flatMap(({ count, confidence, right }, bin) => {
    if (count === 0) return [];
    const against = `its mean confidence, ${(100 * confidence).toFixed(1)} %`;
    return [{ ...plain(`${set}: right from .${bin} (${count})`, 100 * right), against, ratio: right / confidence }];
  });

const plain = (name: string, value: number): Figure => ({ case: name, value, unit: '%', against: null, ratio: null });

function readQuestions(writer: number): TopicalQuestion[] {
  if (writer === businessWriter) return businessQuestions.map((text) => ({ text, intent: null, topic: null }));
  return readRoutingQuestions(writer)
    .filter(({ kind }) => kind !== 'ambiguous')
    .map(({ kind, question, workflow_id: topic = null }) => ({
      text: question,
      intent: kind === 'in scope' ? topic : null,
      topic,
    }));
}

function catalogWorkflows(): RoutedWorkflow[] {
  const files = readdirSync(catalogFolder).filter((name) => name.endsWith('.json'));
  return files.map((file) => {
    const { workflow_id, routing } = JSON.parse(readFileSync(join(catalogFolder, file), 'utf8')) as {
      workflow_id: string;
      routing: { examples: string[]; not_for: string[] };
    };
    return { id: workflow_id, examples: routing.examples, notFor: routing.not_for };
  });
}
