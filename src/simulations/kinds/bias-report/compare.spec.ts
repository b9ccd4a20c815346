import type { SurveyAnswers } from '../../../language-model/tasks/survey.js';
import {
  compareWithWorkflow,
  corrected,
  correlation,
  optionWeights,
  samplingDistance,
  simBenchScore,
  totalVariation,
} from './compare.js';

const plan = {
  question: 'How would you travel?',
  options: [
    { id: 'option_1', label: 'Train', outcome: 'train' },
    { id: 'option_2', label: 'Car', outcome: 'car' },
  ],
  replicates: 1,
  compared_scenario: null,
};
const usage = { requests: 0, cached_answers: 0, unreported: 0, prompt_tokens: 0, completion_tokens: 0 };
const answersOf = (all: (string | null)[]): SurveyAnswers => ({
  ...{ model: 'some-model', answers: all.map((own) => [own]), unanswered: {}, usage },
});
/** The first `train` of each 10 agents choose the train. */
const choices = (count: number, train: number) =>
  Array.from({ length: count }, (_, row) => (row % 10 < train ? 'option_1' : 'option_2'));
const equal = (count: number, share: number) => Array.from({ length: count }, () => [share, 1 - share]);
const halves = (count: number) => ({
  ...{ id: 'sex', label: 'Sex' },
  groups: [
    { id: 'female', label: 'Female' },
    { id: 'male', label: 'Male' },
  ],
  groupOf: Array.from({ length: count }, (_, row) => (row < count / 2 ? 0 : 1)),
});

describe('the comparison of answers with a workflow', () => {
  it('The SimBench score is 100 for equal shares, 0 as far as the uniform distribution, and negative beyond it', () => {
    expect(simBenchScore(0, 0.3)).toBe(100);
    expect(simBenchScore(0.3, 0.3)).toBe(0);
    expect(simBenchScore(0.6, 0.3)).toBe(-100);
    expect(simBenchScore(0.1, 0)).toBeNull();
  });

  it('The total variation distance is the mass that differs, between 0 and 1', () => {
    expect(totalVariation([0.2, 0.8], [0.5, 0.5])).toBeCloseTo(0.3, 12);
    expect(totalVariation([1, 0], [0, 1])).toBe(1);
  });

  it('The distance from sampling alone is the mean distance of random answers of the same probabilities', () => {
    // Binomial distribution of 100 answers with probability 0.3, computed exactly.
    let [mean, probability] = [0, 0.7 ** 100];
    for (let k = 0; k <= 100; k++) {
      mean += probability * Math.abs(k / 100 - 0.3);
      probability *= ((100 - k) / (k + 1)) * (0.3 / 0.7);
    }
    expect(samplingDistance(equal(100, 0.3), 1)).toBeCloseTo(mean, 3);
    expect(samplingDistance(equal(100, 1), 1)).toBe(0);
    expect(samplingDistance(equal(100, 0.3), 4)).toBeCloseTo(samplingDistance(equal(400, 0.3), 1), 12);
  });

  it('Distances and scores compare the agents that answered, over all agents and in each group', () => {
    const workflow = [...equal(20, 0.5), ...equal(20, 0.9)];
    const all = [...choices(20, 5), ...choices(20, 5)];
    const result = compareWithWorkflow(plan, [halves(40)], [workflow], answersOf(all));
    expect(result).toMatchObject({ calibrated: false, answered: 40, effects: null });
    expect(result.options.map((own) => own.workflow_share)).toEqual([expect.closeTo(0.7), expect.closeTo(0.3)]);
    expect(result.total_variation).toBeCloseTo(0.2, 12);
    expect(result.simbench_score).toBeCloseTo(0, 10);
    expect(result.segments[0]!.groups.map((own) => own.total_variation)).toEqual([
      expect.closeTo(0),
      expect.closeTo(0.4),
    ]);
    // 1 - mean(0, 0.4) / mean(0, 0.4), and not the mean of the scores, of which one does not exist.
    expect(result.segments_simbench_score).toBeCloseTo(0, 10);
    const partial = compareWithWorkflow(
      plan,
      [halves(40)],
      [workflow],
      answersOf(all.map((own, row) => (row < 20 ? own : null))),
    );
    expect(partial).toMatchObject({ answered: 20, total_variation: expect.closeTo(0) as number });
    expect(partial.segments[0]!.groups.map(({ id }) => id)).toEqual(['female']);
  });

  it('Weights reach the target shares, also if no agent chose an option, and corrected shares add up to 1', () => {
    const weights = optionWeights([0.8, 0.2], [0.4, 0.6], 1e9);
    expect(corrected([0.8, 0.2], weights)).toEqual([expect.closeTo(0.4), expect.closeTo(0.6)]);
    expect(optionWeights([1, 0], [0.5, 0.5], 10).every((own) => Number.isFinite(own) && own > 0)).toBe(true);
  });

  it('The correction is fitted to one half of the agents, and its errors are those of the other half only', () => {
    const count = 400;
    const all = answersOf(Array.from({ length: count }, (_, row) => (row % 20 < 16 ? 'option_1' : 'option_2')));
    const { correction } = compareWithWorkflow(plan, [halves(count)], [equal(count, 0.4)], all);
    expect(correction).toMatchObject({ fitted_agents: 200, held_out_agents: 200 });
    expect(correction!.held_out_before).toBeCloseTo(0.4, 10);
    expect(correction!.held_out_after).toBeLessThan(0.01);
    expect(correction!.held_out_segments_after).toBeLessThan(0.01);
    // A correction of a bias that the other half does not have makes the other half worse.
    const odd = answersOf(
      Array.from({ length: count }, (_, row) => (row % 2 === 0 || row % 5 === 0 ? 'option_1' : 'option_2')),
    );
    const worse = compareWithWorkflow(plan, [], [equal(count, 0.2)], odd).correction!;
    expect(worse.held_out_before).toBeLessThan(0.01);
    expect(worse.held_out_after).toBeGreaterThan(0.15);
    expect(compareWithWorkflow(plan, [], [equal(19, 0.5)], answersOf(choices(19, 5))).correction).toBeNull();
  });

  it('Effects compare two scenarios for the agents that answered in both', () => {
    const second = { ...plan, compared_scenario: { cost: 2 } };
    // Workflow: only the second group reacts. Model: the same, in the same direction and half as strong.
    const workflow = [equal(40, 0.6), [...equal(20, 0.6), ...equal(20, 0.2)]];
    const all = [...choices(40, 6), ...choices(20, 6), ...choices(20, 4)];
    const { effects, correction } = compareWithWorkflow(second, [halves(40)], workflow, answersOf(all));
    expect(effects).toMatchObject({ compared: 4, correlation: expect.closeTo(1) as number });
    expect(effects!.options[0]).toEqual({
      id: 'option_1',
      effect: expect.closeTo(-0.1) as number,
      workflow_effect: expect.closeTo(-0.2) as number,
    });
    expect(correction!.compared_scenario_before).not.toBeNull();
    expect(correlation([1, 1], [0, 1])).toBeNull();
  });

  it('A scenario with answers of fewer than half of the agents fails the report', () => {
    const all = [...choices(10, 5), ...Array.from({ length: 10 }, () => null)];
    const compare = () => compareWithWorkflow(plan, [], [equal(10, 0.5), equal(10, 0.5)], answersOf(all));
    expect(compare).toThrow('0 of 10 agents');
  });
});
