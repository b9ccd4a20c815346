import { readBuiltInWorkflows } from '../workflows/built-in-workflows.js';
import { baselineScenario } from '../../model/definition.js';
import { followedQuestion } from './followed-question.js';
import type { QuestionRecord } from './simulation.record.js';

const { definition } = readBuiltInWorkflows().get('swissmetro-mode-choice')!;
const baseline = baselineScenario(definition);
const scenario = { ...baseline, train_cost_factor: 0.8 };
const question: QuestionRecord = {
  ...{ workflow_id: definition.workflow_id, workflow_name: definition.name, confidence: 0.9 },
  question: 'How many women take the train if fares fall by 20% and trains change?',
  outcome: 'train',
  segments: [{ attribute: 'sex', values: ['female'], words: 'women' }],
  interpreted: [{ parameter: 'train_cost_factor', value: 0.8, words: 'fares fall by 20%', source: 'read' }],
  not_read: [{ words: 'trains change', reason: 'no_amount', parameters: ['train_headway_factor'], candidates: [] }],
  coverage: 'partly',
  also: [{ id: 'sim_2', words: '', values: {}, compare_url: null }],
};
const followed = { name: null, question, scenario };

describe('the question of a simulation that follows another one', () => {
  it('It keeps the question, its outcome, its groups and its unread words', () => {
    expect(followedQuestion(definition, followed, scenario)).toEqual({ ...question, also: [], suggested: null });
  });

  it('A changed value is set by the request, and words for it are no longer open', () => {
    const changed = { ...scenario, train_cost_factor: 0.9, train_headway_factor: 0.5 };
    expect(followedQuestion(definition, followed, changed)).toMatchObject({
      outcome: 'train',
      interpreted: [
        { parameter: 'train_cost_factor', value: 0.9, words: 'fares fall by 20%', source: 'override' },
        { parameter: 'train_headway_factor', value: 0.5, words: null, source: 'override' },
      ],
      not_read: [],
      coverage: 'full',
    });
  });

  it('Back at the baseline, the unread words are all that the question names', () => {
    expect(followedQuestion(definition, followed, baseline)).toMatchObject({ coverage: 'baseline_only' });
  });

  it('A simulation without a question has none', () => {
    expect(followedQuestion(definition, { ...followed, question: null }, scenario)).toBeNull();
  });
});
