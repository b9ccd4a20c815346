import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hybridModel, lexicalModel } from '../../src/routing/confidence/constants.js';
import { predict } from '../../src/routing/confidence/logistic.js';
import type { VectorCache } from '../../src/routing/embedding/vector-cache.js';
import { QuestionScorer, type RoutedWorkflow } from '../../src/routing/scorer/question-scorer.js';
import type { Figure } from '../figures.js';
import { ask, type Asked } from './catalogs.js';
import { judge, reliability } from './judge.js';

interface OwnQuestions {
  in_scope: Record<string, string[]>;
  /** Questions of the same domains that no workflow answers. */
  near_misses: string[];
  far_misses: string[];
}

const folder = join(import.meta.dirname, '../../../bench/router');
const catalogFolder = join(import.meta.dirname, '../../src/catalog');

/**
 * Evaluates the router on questions for the workflows of the catalog, with the constants of the service. The authors of the questions had not
 * read the examples of the catalog. No constant is fitted or tuned on these questions.
 */
export async function judgeOwn(cache: VectorCache, floor: number): Promise<Figure[]> {
  const questions = JSON.parse(readFileSync(join(folder, 'own-questions.json'), 'utf8')) as OwnQuestions;
  const workflows = ownWorkflows();
  const all = [...Object.values(questions.in_scope), questions.near_misses, questions.far_misses].flat();
  const catalog = workflows.flatMap(({ examples, notFor }) => [...examples, ...notFor]);
  const vectors = await cache.vectorsOf([...catalog, ...all]);
  return [true, false].flatMap((semantic) => {
    const scorer = new QuestionScorer(workflows, semantic ? vectors : undefined);
    const route = (text: string, intent: string | null) => ask(scorer, { vectors }, { text, intent });
    const inScope = Object.entries(questions.in_scope).flatMap(([id, texts]) => texts.map((text) => route(text, id)));
    const near = questions.near_misses.map((text) => route(text, null));
    const far = questions.far_misses.map((text) => route(text, null));
    return figuresOf(semantic, { inScope, near, far }, floor);
  });
}

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

function figuresOf(semantic: boolean, asked: Record<'inScope' | 'near' | 'far', Asked[]>, floor: number): Figure[] {
  const { inScope, near, far } = asked;
  const model = semantic ? hybridModel : lexicalModel;
  const all = [...inScope, ...near, ...far];
  const found = judge(all, model, floor);
  const name = `own ${semantic ? 'hybrid' : 'lexical'}`;
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
