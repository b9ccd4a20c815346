import {
  categories,
  choiceParameter,
  indicator,
  linear,
  outcome,
  recipeDocument,
} from '../support/calibration/recipe-draft.js';
import { backtest } from '../../model/fitting/backtest.js';
import { baselineScenario } from '../../model/definition.js';
import { parseDefinition, simulate } from '../../model/simulate.js';
import { calibrate } from '../../model/fitting/calibrate.js';
import type { Table } from '../../model/fitting/rows/table.js';
import { modelErrorPrior } from '../../model/analyses.js';
import { parseRecipe } from '../../model/authoring/recipe/parse-recipe.js';

const names = ['sex', 'arm', 'did', 'split'];

/** An experiment with 2,400 respondents. The letter works better in the held-out rows than in the training rows. */
function experiment(): Table {
  const rows = Array.from({ length: 2_400 }, (_, k) => {
    const sex = k % 2 === 0 ? 'woman' : 'man';
    const arm = k % 4 < 2 ? 'none' : 'letter';
    const split = k % 3 === 0 ? 'test' : 'train';
    const share = 0.3 + (sex === 'man' ? 0.1 : 0) + (arm === 'letter' ? (split === 'test' ? 0.3 : 0.15) : 0);
    // A golden-ratio sequence spreads the outcomes evenly, so that shares are near their probability.
    const uniform = ((Math.floor(k / 12) * 12 + ((k * 5) % 12)) * 0.618_033_988_75) % 1;
    return [sex, arm, uniform < share ? 'goes' : 'stays', split];
  });
  return {
    columns: new Map(names.map((name, k) => [name, rows.map((row) => row[k]!)])),
    lines: Int32Array.from(rows.keys(), (row) => row + 2),
  };
}

const recipe = (fit: Record<string, unknown> = {}) =>
  parseRecipe(
    recipeDocument({
      attributes: [categories('sex', 'woman', 'man')],
      parameters: [choiceParameter('arm', 'none', 'letter')],
      decision: {
        family: 'binary_logit',
        variables: [],
        ...linear({
          constant: [],
          man: [indicator('attribute', 'sex', 'man')],
          letter: [indicator('parameter', 'arm', 'letter')],
        }),
        outcomes: [outcome('stays'), outcome('goes')],
      },
      data: {
        columns: {
          'attribute.sex': { column: 'sex' },
          'parameter.arm': { column: 'arm' },
          outcome: { column: 'did' },
        },
      },
      fit: {
        baseline_reason: 'The baseline is the group without a letter.',
        effects: [{ label: 'Letter', parameter: 'arm', option: 'letter', against: 'none', outcome: 'goes' }],
        ...fit,
      },
    }),
  );

const calibrated = (fit?: Record<string, unknown>) =>
  calibrate({ recipe: recipe(fit), data: experiment(), calibratedOn: '2026-01-01' });
const coefficientsOf = ({ definition }: ReturnType<typeof calibrated>) =>
  Object.fromEntries(
    (definition.decision as { coefficients: { id: string; estimate: number }[] }).coefficients.map(
      ({ id, estimate }) => [id, estimate],
    ),
  );

describe('Calibration', () => {
  const served = calibrated();
  const trained = calibrated({ sample: 'train' });

  it('The decision uses the fit of all rows by default, and the evidence contains both fits', () => {
    const { fits, estimates } = served.definition.evidence;
    expect(fits.map(({ sample }) => sample)).toEqual(['full', 'train']);
    const fromEvidence = (list: readonly { coefficient: string; estimate: number }[]) =>
      Object.fromEntries(list.map(({ coefficient, estimate }) => [coefficient, estimate]));
    expect(coefficientsOf(served)).toEqual(fromEvidence(estimates));
    expect(fromEvidence(fits[1]!.estimates!)).toEqual(coefficientsOf(trained));
    expect(coefficientsOf(served).letter).toBeGreaterThan(coefficientsOf(trained).letter! + 0.1);
  });

  it('The held-out results come from the fit of the training rows, whichever fit the decision uses', () => {
    expect(served.definition.evidence.hold_out).toEqual(trained.definition.evidence.hold_out);
    expect(served.definition.evidence.hold_out.fit).toBe('train');
  });

  it('A backtest repeats the held-out results from the definition alone, with the training estimates', () => {
    const { definition } = served;
    const tested = backtest({ recipe: recipe(), data: experiment(), definition, agents: 4, seed: 1 });
    const withoutAgents = JSON.parse(
      JSON.stringify({ ...tested.holdOut, simulation: undefined }, (key, value: unknown) =>
        key === 'simulated' ? undefined : value,
      ),
    ) as unknown;
    expect(withoutAgents).toEqual(definition.evidence.hold_out);
    expect(tested.definition.decision).toEqual(definition.decision);
  });

  it('A definition without the training estimates behind its held-out results is invalid', () => {
    const { definition } = served;
    const { fits, ...evidence } = definition.evidence;
    const without = fits.map(({ estimates: _estimates, ...own }) => own);
    expect(() => parseDefinition({ ...definition, evidence: { ...evidence, fits: without } })).toThrow(
      'evidence.fits.1: has no estimates, but the held-out results use this fit',
    );
    expect(() => parseDefinition({ ...definition, evidence: { ...evidence, fits: [fits[0]] } })).toThrow(
      'contains no fit of that sample',
    );
  });

  it('A held-out effect far from its prediction makes the model error of the change greater than that of the prior', () => {
    const { errors, hold_out } = served.definition.evidence;
    const { observed, predicted, observed_standard_error: error } = hold_out.effects![0]!;
    const [change] = Object.values(errors!.model!.changes);
    const isFar = Math.abs(observed - predicted) > Math.hypot(error!, modelErrorPrior.changes * predicted);
    expect(change!.shares! > modelErrorPrior.changes).toBe(isFar);
  });

  it('The arms of an experiment are the values whose observed means the fit reproduces', () => {
    const [change] = Object.values(served.definition.evidence.errors!.model!.changes);
    expect(change!.arms).toMatchObject({ values: ['letter', 'none'], shares: true, measures: [] });
    for (const { means, groups } of change!.arms!.residuals!) {
      expect(means).toEqual([0, 0]);
      // The groups are halves of the respondents.
      for (const arm of [0, 1]) expect(groups.reduce((sum, own) => sum + own.means[arm]!, 0)).toBeCloseTo(0, 6);
    }
  });

  it('The recommended number of agents states the interval that a simulation with this number answers', () => {
    const { definition } = served;
    const { recommended_agent_count: agentCount, recommended_agent_count_reason: reason } = definition.population;
    const { summary } = simulate({ definition, scenario: baselineScenario(definition), seed: 2, agentCount });
    const [low, high] = summary.outcomes[0]!.interval!;
    const stated = Number(/is ±([\d.]+) percentage points/.exec(reason)![1]);
    expect(Math.abs(stated - (100 * (high - low)) / 2)).toBeLessThan(0.1);
    const { simulation, estimation, population, model } = summary.outcomes[0]!.errors;
    expect(simulation).toBeLessThan(0.3 * Math.hypot(estimation!, population!, model!));
  });

  it('A recipe cannot contain the recommended number of agents', () => {
    const document = recipeDocument({ attributes: [], decision: {}, data: { columns: {} } });
    const population = { ...document.definition.population, recommended_agent_count: 1_000 };
    expect(() => parseRecipe({ ...document, definition: { ...document.definition, population } })).toThrow(
      'population.recommended_agent_count: must be omitted',
    );
  });
});
