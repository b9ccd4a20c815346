import { QuestionScorer, type RoutedWorkflow } from '../scorer/question-scorer.js';
import { fitLogistic } from '../../../bench/router/fit-logistic.js';
import { predict } from './logistic.js';
import { routeQuestion } from './route-question.js';

const workflow = (id: string, examples: string[], notFor: string[] = []): RoutedWorkflow => ({ id, examples, notFor });
const catalog = [
  workflow('trains', ['How many travellers take the train when fares fall?'], ['Where is a station built?']),
  workflow('donors', ['Does a matching grant bring more donors?']),
  workflow('voters', ['Does a letter about neighbours raise turnout?']),
];
const route = (question: string, workflows = catalog) =>
  routeQuestion(new QuestionScorer(workflows), { text: question, vector: undefined }, [], 5).routes;

describe('Routing a question', () => {
  it('Confidence is high for an example itself, and low for a question that shares only a word or nothing', () => {
    const sure = route('Does a matching grant bring more donors?')[0]!.confidence;
    const unsure = route('Who are the donors of organs?')[0]!.confidence;
    const unrelated = route('Which pizza has the crispest crust?')[0]!.confidence;
    expect(sure).toBeGreaterThan(0.8);
    expect(sure).toBeGreaterThan(unsure);
    expect(Math.max(unsure, unrelated)).toBeLessThan(0.5);
  });

  it('Confidences are sorted best first and sum to at most 1', () => {
    for (const question of ['Does a letter bring donors?', 'travellers and donors and turnout', 'nothing of that']) {
      const confidences = route(question).map(({ confidence }) => confidence);
      expect([...confidences].sort((a, b) => b - a)).toEqual(confidences);
      expect(confidences[0]! + confidences[1]!).toBeLessThanOrEqual(1.0001);
      for (const confidence of confidences) expect(confidence).toBeGreaterThanOrEqual(0);
    }
  });

  it('A catalog of one workflow does not route everything to it', () => {
    expect(route('Which pizza has the crispest crust?', catalog.slice(0, 1))[0]!.confidence).toBeLessThan(0.65);
  });

  it('A `not_for` question is rejected', () => {
    const [best] = route('Where is a station built?');
    expect(best!.confidence).toBeLessThan(0.65);
  });
});

describe('Routing a long question', () => {
  const scorer = new QuestionScorer(catalog);
  const textOf = (text: string) => ({ text, vector: undefined });
  const request = 'How many travellers take the train when fares fall?';
  const background = 'We bake bread and cakes in the old town. Our oven needs repair, and flour is expensive. ';
  const whole = textOf(background + request);

  it('A sentence decides if it is more certain than the whole question, and is named', () => {
    const question = 'Would travellers take the train if fares fall?';
    const topics = 'A matching grant pleased donors. A letter about neighbours raised turnout. ';
    const mixed = textOf(topics + background + question);
    const { routes, sentence } = routeQuestion(scorer, mixed, ['We bake bread.', question].map(textOf), 5);
    expect(sentence).toBe(question);
    expect(routes[0]!.workflow.id).toBe('trains');
    expect(routes[0]!.confidence).toBeGreaterThan(routeQuestion(scorer, mixed, [], 5).routes[0]!.confidence);
  });

  it('The whole question decides if no sentence is more certain', () => {
    const { routes, sentence } = routeQuestion(scorer, textOf(request), ['We bake bread.', 'Who?'].map(textOf), 5);
    expect(sentence).toBeNull();
    expect(routes[0]!.workflow.id).toBe('trains');
  });

  it('Many sentences without a match do not make an unrelated question certain', () => {
    const sentences = background.split('. ').map(textOf);
    expect(routeQuestion(scorer, textOf(background), sentences, 5).routes[0]!.confidence).toBeLessThan(0.5);
  });

  it('An empty catalog has no routes', () => {
    const empty = new QuestionScorer([]);
    expect(routeQuestion(empty, whole, [textOf(request)], 5)).toEqual({ routes: [], sentence: null });
  });
});

describe('Logistic regression of the confidence', () => {
  it('The fit recovers the probabilities that generated the data', () => {
    // Of 100 rows at each x, a share of 1 / (1 + e^−x) is correct.
    const xs = [-2, -1, 0, 1, 2].flatMap((x) => Array.from({ length: 1_000 }, (_, k) => ({ x, k })));
    const model = fitLogistic(
      xs.map(({ x }) => [x, 7]),
      xs.map(({ x, k }) => k < 1_000 / (1 + Math.exp(-x))),
    );
    for (const x of [-2, 0, 1]) expect(predict(model, [x, 7])).toBeCloseTo(1 / (1 + Math.exp(-x)), 2);
  });
});
