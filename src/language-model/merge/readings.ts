import type { WorkflowDefinition } from '../../engine/index.js';
import type {
  Interpretation,
  Interpreted,
  NotInterpreted,
  QuestionKind,
  Values,
} from '../../interpretation/findings.js';
import type { ModelReading } from '../tasks/extract.js';

/** A value that the model read. */
export type ModelValue = ModelReading['values'][number];

const singleScenarioKinds: ReadonlySet<QuestionKind> = new Set(['scenario', 'baseline']);

/** Whether a question has at most one scenario. A model reads values of such questions only. */
export const hasSingleScenario = ({ kind }: Pick<Interpretation, 'kind'>): boolean => singleScenarioKinds.has(kind);

/** Values closer than this are equal: a model rounds. */
const relativeTolerance = 0.005;

export function isEqual(a: number | string, b: number | string): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  return Math.abs(a - b) <= relativeTolerance * Math.max(Math.abs(a), Math.abs(b));
}

/** Words that rules and model read differently. */
export const disputed = (words: string, parameters: string[], candidates: Values[] = []): NotInterpreted => ({
  words,
  reason: 'disputed',
  parameters,
  candidates,
});

/** The values that both sides or one side read, in the order of the parameters, and the values on which they differ. */
export function combineValues(
  { scenario }: WorkflowDefinition,
  rules: readonly Interpreted[],
  model: readonly ModelValue[],
): { set: Interpreted[]; open: NotInterpreted[] } {
  const set: Interpreted[] = [];
  const open: NotInterpreted[] = [];
  for (const { id, type } of scenario.parameters) {
    const own = rules.find(({ parameter }) => parameter === id);
    const other = model.find(({ parameter }) => parameter === id);
    if (own && other && !isEqual(own.value, other.value)) {
      open.push(disputed(own.from, [id], [{ [id]: own.value }, { [id]: other.value }]));
    } else if (own) set.push({ ...own, source: other ? 'both' : 'rules' });
    else if (other) set.push({ ...other, how: type === 'choice' ? 'option' : 'set', source: 'model' });
  }
  return { set, open };
}
