import { QuestionScorer, type RoutedWorkflow } from './question-scorer.js';

const trains: RoutedWorkflow = {
  id: 'trains',
  examples: ['How many travellers take the train when fares fall?', 'Who leaves the car for faster rail?'],
  notFor: ['Where should a new railway station be built?'],
};
const donors: RoutedWorkflow = {
  id: 'donors',
  examples: ['Does a matching grant bring more donors?', 'How many past donors give again after a letter?'],
  notFor: ['Will a gala dinner raise more than a letter?'],
};
const best = (scorer: QuestionScorer, question: string) => scorer.score(question).candidates[0]!;

describe('scoring a question against a catalog', () => {
  const scorer = new QuestionScorer([trains, donors]);

  it('finds the workflow whose examples share the words, also when they are bent', () => {
    expect(best(scorer, 'Would the travelling public use trains if the fare were lower?').workflow.id).toBe('trains');
    expect(best(scorer, 'Do donations rise with a match?').workflow.id).toBe('donors');
  });

  it('names the example that is most like the question, and the words that spoke for it', () => {
    const question = 'Does a matching grant bring in donors?';
    expect(best(scorer, question).example.text).toBe('Does a matching grant bring more donors?');
    expect(scorer.wordsFor(question, 'donors', 2)).toContain('matching');
    expect(scorer.wordsFor(question, 'trains', 2)).not.toContain('matching');
  });

  it('is pulled away from a workflow by a question that the workflow is not for', () => {
    const question = 'Where should the new railway station be built?';
    const without = new QuestionScorer([{ ...trains, notFor: [] }, donors]);
    const pulled = scorer.score(question).candidates.find(({ workflow }) => workflow.id === 'trains')!;
    const free = without.score(question).candidates.find(({ workflow }) => workflow.id === 'trains')!;
    expect(pulled.against).toBe('Where should a new railway station be built?');
    expect(pulled.score).toBeLessThan(free.score / 2);
  });

  it('does not pull where an example is more alike', () => {
    expect(best(scorer, 'How many travellers take the train when fares fall?')).toMatchObject({
      pull: 0,
      against: null,
    });
  });

  it('gives the same scores whatever the order of the workflows', () => {
    const question = 'How many people give after a letter about trains?';
    expect(new QuestionScorer([donors, trains]).score(question)).toEqual(scorer.score(question));
  });

  it('answers about questions that share nothing with the catalog, in any script, without an error', () => {
    for (const question of [
      '火车票便宜两成会怎样呢请告诉我吧',
      '🚂🚂🚂🚂🚂🚂🚂🚂🚂🚂🚂',
      'zzz '.repeat(500),
      '          ',
    ]) {
      const { candidates } = scorer.score(question);
      expect(candidates.map(({ score }) => Number.isFinite(score))).toEqual([true, true]);
      expect(candidates[0]!.score).toBeLessThan(0.2);
    }
  });

  it('uses sentence vectors where all texts have one, and finds by meaning what shares no word', () => {
    const texts = [trains, donors].flatMap(({ examples, notFor }) => [...examples, ...notFor]);
    const vectors = new Map(texts.map((text, k) => [text, [k < 2 ? 1 : 0, k === 2 ? 1 : 0, k > 2 ? 1 : 0, k / 100]]));
    const semantic = new QuestionScorer([trains, donors], vectors);
    expect(semantic.hasVectors).toBe(true);
    expect(semantic.score('xxxx', [0, 0, 1, 0]).candidates[0]!.workflow.id).toBe('donors');
    expect(semantic.score('xxxx', [1, 0, 0, 0]).candidates[0]!.workflow.id).toBe('trains');
    vectors.delete(texts[0]!);
    expect(new QuestionScorer([trains, donors], vectors).hasVectors).toBe(false);
  });

  it('serves a catalog of one workflow, of a thousand, and of none', () => {
    const thousand = Array.from({ length: 1_000 }, (_, k) => ({ ...donors, id: `w${k}`, examples: [`about ${k}`] }));
    expect(best(new QuestionScorer([trains]), 'train fares').workflow.id).toBe('trains');
    expect(best(new QuestionScorer(thousand), 'tell me about 617').workflow.id).toBe('w617');
    expect(new QuestionScorer([]).score('anything at all').candidates).toEqual([]);
  });
});
