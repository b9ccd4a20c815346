import { coverageCases } from '../../bench/interval-coverage/cases.js';
import { measuredTarget } from '../../bench/interval-coverage/measured-target.js';
import { randomOf } from '../../bench/interval-coverage/random.js';
import { bootstrapPopulation } from '../../bench/interval-coverage/refit.js';
import { noSamples, repeat } from '../../bench/interval-coverage/repetition.js';
import { calibrate } from '../../model/fitting/calibrate.js';
import { parseRecipe } from '../../model/authoring/recipe/parse-recipe.js';

const repetitions = 400;
const own = coverageCases().find(({ name }) => name === 'as_observed')!;
const recipe = parseRecipe(own.recipe);

describe('A parameter whose default keeps the observed mix', () => {
  it('Intervals of “all agents with one option” against the baseline contain the true difference at their nominal rate', () => {
    const population = bootstrapPopulation(recipe, own.draw(randomOf(0)));
    const truth = own.truth();
    const samples = noSamples();
    for (let seed = 1; seed <= repetitions; seed++) repeat(own, recipe, { truth, population }, seed, samples);
    for (const target of ['share', 'difference'] as const) {
      const { intervals, coverage, bias } = measuredTarget(target, truth[target]!, samples[target]);
      expect(intervals).toBe(repetitions);
      // 3.3 standard errors of a coverage of 95%.
      expect(coverage).toBeGreaterThan(0.95 - 3.3 * Math.sqrt((0.95 * 0.05) / repetitions));
      expect(Math.abs(bias)).toBeLessThan(0.01);
    }
  });

  it('The baseline predicts the observed share of all respondents, and the held-out data test each option', () => {
    const { definition } = calibrate({ recipe, data: own.draw(randomOf(1)).data, calibratedOn: '2026-01-01' });
    const { baseline, hold_out: held } = definition.evidence;
    expect(baseline).toMatchObject({ respondents: 'all' });
    expect(baseline!.reason).toBeUndefined();
    for (const { observed, simulated } of baseline!.figures) expect(Math.abs(observed - simulated)).toBeLessThan(0.02);
    expect(held.settings?.map(({ value }) => value).sort()).toEqual(['friendly', 'none', 'plain']);
  });
});
