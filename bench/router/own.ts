import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hybridModel, lexicalModel } from '../../src/routing/confidence/constants.js';
import { predict } from '../../src/routing/confidence/logistic.js';
import type { VectorCache } from '../../src/routing/embedding/vector-cache.js';
import { QuestionScorer, type RoutedWorkflow } from '../../src/routing/scorer/question-scorer.js';
import type { Figure } from '../figures.js';
import { ask, type Asked } from './catalogs.js';
import { judge, reliability } from './judge.js';

interface WrittenQuestions {
  /** Questions by workflow. */
  in_scope: Record<string, string[]>;
  /** Questions of the same domains that no workflow answers. */
  near_misses: string[];
  far_misses: string[];
}

/** A file of bench/questions; see the README there. */
interface RoutingFile {
  in_scope: Record<string, { question: string; voice: string }[]>;
  near_misses: Record<string, string[]>;
  far_misses: string[];
  ambiguous: { question: string; workflow_ids: string[] }[];
}

const folder = join(import.meta.dirname, '../../../bench');
const catalogFolder = join(import.meta.dirname, '../../src/catalog');
const trainingWriters = [1, 2] as const;
const testWriters = [3, 4] as const;

/** Results on questions for the workflows of the catalog, by writers whose questions fitted no constant and are no examples. */
export async function judgeOwn(cache: VectorCache, floor: number): Promise<Figure[]> {
  const test = merged(testWriters.map((writer) => readWriter(writer)));
  const earlier = JSON.parse(readFileSync(join(folder, 'router/own-questions.json'), 'utf8')) as WrittenQuestions;
  const workflows = ownWorkflows();
  const vectors = await cache.vectorsOf([...textsOf(workflows), ...[test, earlier].flatMap(questionsOf)]);
  return [true, false].flatMap((semantic) => {
    const scorer = new QuestionScorer(workflows, semantic ? vectors : undefined);
    return [
      ...figuresOf('own test half', semantic, askWritten(scorer, vectors, test), floor),
      ...figuresOf('own earlier', semantic, askWritten(scorer, vectors, earlier), floor),
    ];
  });
}

/**
 * Features and results of the training half. The questions of one writer are routed with the examples of the other one, so that no
 * question is its own example.
 */
export async function askTraining(cache: VectorCache): Promise<Record<'hybrid' | 'lexical', Asked[]>> {
  const written = trainingWriters.map((writer) => readWriter(writer));
  const texts = new Set(written.flatMap(questionsOf));
  const basic = ownWorkflows().map((workflow) => ({
    ...workflow,
    examples: workflow.examples.filter((text) => !texts.has(text)),
    notFor: workflow.notFor.filter((text) => !texts.has(text)),
  }));
  const vectors = await cache.vectorsOf([...textsOf(basic), ...texts]);
  const asked = (semantic: boolean) =>
    written.flatMap((questions, writer) => {
      const workflows = withQuestions(basic, readFile(trainingWriters[1 - writer]!));
      const { inScope, near, far } = askWritten(
        new QuestionScorer(workflows, semantic ? vectors : undefined),
        vectors,
        questions,
      );
      return [...inScope, ...near, ...far];
    });
  return { hybrid: asked(true), lexical: asked(false) };
}

/** Adds the questions of a writer to `examples`, and the near misses to `not_for`. */
function withQuestions(workflows: readonly RoutedWorkflow[], { in_scope, near_misses }: RoutingFile): RoutedWorkflow[] {
  return workflows.map(({ id, examples, notFor }) => ({
    id,
    examples: [...examples, ...in_scope[id]!.map(({ question }) => question)],
    notFor: [...notFor, ...near_misses[id]!],
  }));
}

function askWritten(
  scorer: QuestionScorer,
  vectors: ReadonlyMap<string, ArrayLike<number>>,
  questions: WrittenQuestions,
): Record<'inScope' | 'near' | 'far', Asked[]> {
  const route = (text: string, intent: string | null) => ask(scorer, { vectors }, { text, intent });
  return {
    inScope: Object.entries(questions.in_scope).flatMap(([id, texts]) => texts.map((text) => route(text, id))),
    near: questions.near_misses.map((text) => route(text, null)),
    far: questions.far_misses.map((text) => route(text, null)),
  };
}

const readFile = (writer: number) =>
  JSON.parse(readFileSync(join(folder, `questions/routing-writer-${writer}.json`), 'utf8')) as RoutingFile;

function readWriter(writer: number): WrittenQuestions {
  const { in_scope, near_misses, far_misses } = readFile(writer);
  const questions = Object.entries(in_scope).map(([id, asked]) => [id, asked.map(({ question }) => question)] as const);
  return { in_scope: Object.fromEntries(questions), near_misses: Object.values(near_misses).flat(), far_misses };
}

function merged(written: readonly WrittenQuestions[]): WrittenQuestions {
  const ids = Object.keys(written[0]!.in_scope);
  return {
    in_scope: Object.fromEntries(ids.map((id) => [id, written.flatMap(({ in_scope }) => in_scope[id]!)])),
    near_misses: written.flatMap(({ near_misses }) => near_misses),
    far_misses: written.flatMap(({ far_misses }) => far_misses),
  };
}

const questionsOf = ({ in_scope, near_misses, far_misses }: WrittenQuestions) => [
  ...Object.values(in_scope).flat(),
  ...near_misses,
  ...far_misses,
];
const textsOf = (workflows: readonly RoutedWorkflow[]) =>
  workflows.flatMap(({ examples, notFor }) => [...examples, ...notFor]);

function ownWorkflows(): RoutedWorkflow[] {
  const files = readdirSync(catalogFolder).filter((name) => name.endsWith('.json'));
  return files.map((file) => {
    const { workflow_id, routing } = JSON.parse(readFileSync(join(catalogFolder, file), 'utf8')) as {
      workflow_id: string;
      routing: { examples: string[]; not_for: string[] };
    };
    return { id: workflow_id, examples: routing.examples, notFor: routing.not_for };
  });
}

function figuresOf(
  set: string,
  semantic: boolean,
  asked: Record<'inScope' | 'near' | 'far', Asked[]>,
  floor: number,
): Figure[] {
  const { inScope, near, far } = asked;
  const model = semantic ? hybridModel : lexicalModel;
  const all = [...inScope, ...near, ...far];
  const found = judge(all, model, floor);
  const name = `${set}, ${semantic ? 'hybrid' : 'lexical'}`;
  const figure = (what: string, value: number, unit = '%'): Figure => ({
    case: `${name}: ${what}`,
    value,
    unit,
    against: null,
    ratio: null,
  });
  const rejected = (misses: Asked[]) => judge([...inScope, ...misses], model, floor).rejected;
  const bins = reliability(
    all,
    all.map(({ features }) => predict(model, features)),
  );
  return [
    figure(`accuracy of ${inScope.length}`, found.accuracy),
    figure('in scope and routed', found.routed),
    figure('correct among routed', found.precision),
    figure(`rejected of ${near.length} near misses`, rejected(near)),
    figure(`rejected of ${far.length} far misses`, rejected(far)),
    figure('area under the ROC curve', 100 * found.area),
    figure('area under the ROC curve against near misses', 100 * judge([...inScope, ...near], model, floor).area),
    figure('calibration error', 100 * found.calibrationError, 'points'),
    ...bins
      .map(({ count, confidence, right }, bin) => ({
        ...figure(`correct from .${bin} (${count})`, 100 * right),
        against: `its mean confidence, ${(100 * confidence).toFixed(1)} %`,
        ratio: right / confidence,
        count,
      }))
      .filter(({ count }) => count > 0)
      .map(({ count: _, ...rest }) => rest),
  ];
}
