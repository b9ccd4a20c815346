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

describe('Question scorer', () => {
  const scorer = new QuestionScorer([trains, donors]);

  it('The workflow whose examples share words wins, also with other word endings', () => {
    expect(best(scorer, 'Would the travelling public use trains if the fare were lower?').workflow.id).toBe('trains');
    expect(best(scorer, 'Do donations rise with a match?').workflow.id).toBe('donors');
  });

  it('The score names the most similar example and the matching words', () => {
    const question = 'Does a matching grant bring in donors?';
    expect(best(scorer, question).example.text).toBe('Does a matching grant bring more donors?');
    expect(scorer.wordsFor(question, 'donors', 2)).toContain('matching');
    expect(scorer.wordsFor(question, 'trains', 2)).not.toContain('matching');
  });

  it('A similar `not_for` question lowers the score of its workflow', () => {
    const question = 'Where should the new railway station be built?';
    const without = new QuestionScorer([{ ...trains, notFor: [] }, donors]);
    const pulled = scorer.score(question).candidates.find(({ workflow }) => workflow.id === 'trains')!;
    const free = without.score(question).candidates.find(({ workflow }) => workflow.id === 'trains')!;
    expect(pulled.against).toBe('Where should a new railway station be built?');
    expect(pulled.score).toBeLessThan(free.score / 2);
  });

  it('A `not_for` question has no effect if an example is more similar', () => {
    expect(best(scorer, 'How many travellers take the train when fares fall?')).toMatchObject({
      pull: 0,
      against: null,
    });
  });

  it('A question about an unnamed business goes to the workflow of the organization whose names it has, and is like no other workflow', () => {
    const sales: RoutedWorkflow = {
      id: 'sales',
      examples: ['Which ketchup do people buy if its price rises?'],
      notFor: [],
    };
    const own: RoutedWorkflow = { id: 'own', examples: ['What share has the outcome “Buys”?'], notFor: [] };
    const question = 'Do fewer people buy if I raise the price to 12?';
    const business = ['Do we sell less if I raise my price?'];
    const texts = [...sales.examples, ...own.examples, question, ...business];
    // Sentence vectors: the question and the business question have one direction, and the ketchup is near.
    const vectors = new Map(
      texts.map((text, k) => [
        text,
        Float64Array.from(
          [
            [1, 1, 0.2],
            [1, 0.6, 0.5],
            [1, 0.4, 0.3],
            [1, 0.3, 0.2],
          ][k]!,
        ),
      ]),
    );
    const scoreWith = (one: RoutedWorkflow) =>
      new QuestionScorer([sales, one], vectors, business).score(question, vectors.get(question));
    expect(scoreWith(own).candidates[0]!.workflow.id).toBe('sales');
    expect(scoreWith(own).business).toBeGreaterThan(0.5);
    const named = scoreWith({ ...own, vocabulary: ['Price', 'Buys', 'Raise'] });
    expect(named.candidates[0]!.workflow.id).toBe('own');
    expect(named.business).toBeLessThan(scoreWith(own).business);
    expect(scoreWith({ ...own, vocabulary: ['Region'] }).candidates[0]!.workflow.id).toBe('sales');
    expect(scorer.score(question).business).toBe(0);
  });

  it('Scores do not depend on the order of the workflows', () => {
    const question = 'How many people give after a letter about trains?';
    expect(new QuestionScorer([donors, trains]).score(question)).toEqual(scorer.score(question));
  });

  it('Questions in any script that share nothing with the catalog are scored without an error', () => {
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

  it('The coverage counts the rare words of a question that the best workflow has, also with other endings', () => {
    expect(scorer.score('traveller rails').coverage).toBe(1);
    const { coverage } = scorer.score('travellers and railway companies in Peru');
    expect(coverage).toBeGreaterThan(0);
    expect(coverage).toBeLessThan(0.7);
  });

  it('A question on any topic is more answerable if it asks like examples than if it asks like `not_for` questions', () => {
    const texts = [trains, donors].flatMap(({ examples, notFor }) => [...examples, ...notFor]);
    // Topic, topic, kind of request.
    const vectors = new Map(texts.map((text, k) => [text, [k < 3 ? 1 : 0, k < 3 ? 0 : 1, k % 3 < 2 ? 1 : -1]]));
    const semantic = new QuestionScorer([trains, donors], vectors);
    const answerable = (vector: number[]) => semantic.score('xxxx', vector).answerable;
    for (const topic of [
      [1, 0],
      [0, 1],
      [1, 1],
    ])
      expect(answerable([...topic, 1])).toBeGreaterThan(answerable([...topic, -1]) + 0.5);
    expect(new QuestionScorer([{ ...trains, notFor: [] }], vectors).score('xxxx', [1, 0, 1]).answerable).toBe(0);
  });

  it('With sentence vectors for all texts, a question without shared words finds its workflow', () => {
    const texts = [trains, donors].flatMap(({ examples, notFor }) => [...examples, ...notFor]);
    const vectors = new Map(texts.map((text, k) => [text, [k < 2 ? 1 : 0, k === 2 ? 1 : 0, k > 2 ? 1 : 0, k / 100]]));
    const semantic = new QuestionScorer([trains, donors], vectors);
    expect(semantic.hasVectors).toBe(true);
    expect(semantic.score('xxxx', [0, 0, 1, 0]).candidates[0]!.workflow.id).toBe('donors');
    expect(semantic.score('xxxx', [1, 0, 0, 0]).candidates[0]!.workflow.id).toBe('trains');
    vectors.delete(texts[0]!);
    expect(new QuestionScorer([trains, donors], vectors).hasVectors).toBe(false);
  });
});

describe('Catalogs of any size', () => {
  const syllables = 'ba ce di fo gu ha ke li mo nu'.split(' ');
  const name = (k: number) => [...String(k).padStart(3, '0')].map((digit) => syllables[Number(digit)]).join('');
  /** Workflows with one distinct word and one distinct direction each. */
  const catalogOf = (size: number) =>
    Array.from({ length: size }, (_, k) => ({
      id: `workflow-${name(k)}`,
      examples: [`How many people would take the ${name(k)} tomorrow?`, `Does a cheaper ${name(k)} find more buyers?`],
      notFor: [`Where is the ${name(k)} built?`],
    }));
  const vectorsOf = (workflows: readonly RoutedWorkflow[]) =>
    new Map(
      workflows.flatMap(({ examples, notFor }, k) =>
        [...examples, ...notFor].map((text, position) => {
          const angles = [k, 7 * k, 31 * k].map((turn) => (turn * Math.PI) / 500);
          return [text, Float32Array.from([...angles.flatMap((a) => [Math.cos(a), Math.sin(a)]), 0.05 * position, 1])];
        }),
      ),
    );

  it.each([1, 1_000])('Each of %d workflows is found, with and without vectors', (size) => {
    const workflows = catalogOf(size);
    const vectors = vectorsOf(workflows);
    const words = new QuestionScorer(workflows);
    const both = new QuestionScorer(workflows, vectors);
    for (const k of [0, Math.floor(size / 2), size - 1]) {
      const question = `Would more people buy the ${name(k)} if it were cheaper?`;
      const vector = vectors.get(workflows[k]!.examples[1]!);
      for (const { candidates } of [words.score(question), both.score(question, vector)]) {
        expect(candidates).toHaveLength(size);
        expect(candidates[0]!.workflow.id).toBe(`workflow-${name(k)}`);
        expect(candidates.every(({ score }) => Number.isFinite(score))).toBe(true);
      }
    }
  });

  it('An empty catalog returns no workflow', () => {
    expect(new QuestionScorer([]).score('Would more people take the train?').candidates).toEqual([]);
  });
});
