import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineScenario } from '../../definition/resolve-scenario.js';
import { simulate } from '../../simulation/simulate.js';
import { parseDefinition } from '../../validation/parse-definition.js';
import { EvaluatedAgents } from '../evaluated-agents.js';
import { resolveSensitivity, type RequestedSensitivity } from './resolve-sensitivity.js';
import { runSensitivity } from './run-sensitivity.js';
import { maxSensitivityEvaluations } from './sensitivity.js';

const loadDefinition = (slug: string) =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../../../catalog/${slug}.json`), 'utf8')));

const method = { include_coefficients: true, trajectories: 6, samples: 64, max_parameters: 8 };

function analyze(slug: string, requested: Partial<RequestedSensitivity> = {}, agentCount = 40) {
  const definition = loadDefinition(slug);
  const resolved = resolveSensitivity(definition, { ...method, ...requested });
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.issues));
  const { request } = resolved;
  const scenario = baselineScenario(definition);
  const progress: number[] = [];
  const onProgress = (done: number) => progress.push(done);
  const agents = new EvaluatedAgents({ definition, scenario, seed: 3, agentCount, onProgress });
  return { request, result: runSensitivity(agents, request), progress, definition };
}

describe('runSensitivity', () => {
  it('A single parameter without coefficients causes all of the variance, and its bar has the simulated shares', () => {
    const parameters = [{ name: 'train_cost_factor', from: 0.5, to: 1.5 }];
    const { result, definition } = analyze('swissmetro-mode-choice', { parameters, include_coefficients: false });
    const train = result.figures.find(({ id }) => id === 'train')!;
    const [only] = train.factors;
    expect(only!.first_order!.value).toBeCloseTo(1, 1);
    expect(only!.total!.value).toBeCloseTo(1, 1);
    const scenario = { ...baselineScenario(definition), train_cost_factor: 1.5 };
    const { summary } = simulate({ definition, scenario, seed: 3, agentCount: 40 });
    expect(only!.low).toEqual({
      setting: 1.5,
      value: expect.closeTo(summary.outcomes.find(({ id }) => id === 'train')!.share, 10) as number,
    });
  });

  it('Indices are sorted and add up to about 1, and the evaluations equal the announced maximum', () => {
    const { request, result, progress } = analyze('swissmetro-mode-choice', { max_parameters: 12 });
    expect(result.evaluations).toBe(maxSensitivityEvaluations(request));
    expect(progress.at(-1)).toBe(result.evaluations);
    for (const { factors } of result.figures) {
      const totals = factors.map(({ total }) => total!.value);
      expect(totals).toEqual(totals.toSorted((a, b) => b - a));
      const sum = factors.reduce((own, { first_order: first }) => own + first!.value, 0);
      expect(sum).toBeGreaterThan(0.6);
      expect(sum).toBeLessThan(1.4);
    }
  });

  it('The parameters with the greatest elementary effects get indices, and the others are listed', () => {
    const { result } = analyze('alt-fuel-vehicle-choice', { max_parameters: 2, samples: 16, trajectories: 3 });
    expect(result.screened_out.length).toBeGreaterThan(20);
    const withIndices = new Set(
      result.figures.flatMap(({ factors }) => factors.filter(({ total }) => total).map(({ name }) => name)),
    );
    expect(withIndices.size).toBe(3);
    for (const name of result.screened_out) expect(withIndices).not.toContain(name);
  });

  it('Equal requests have equal results', () => {
    const small = { samples: 16, trajectories: 2 };
    expect(analyze('charity-match-mailing', small).result).toEqual(analyze('charity-match-mailing', small).result);
  });

  it('The bar of the coefficients contains the error due to calibration targets', () => {
    const definition = loadDefinition('swissmetro-mode-choice');
    const [id] = definition.evidence.covariance!.coefficients;
    const adjustments = { targets: { covariance: { coefficients: [id], matrix: [[4]] } } };
    const width = (own: typeof definition) => {
      const resolved = resolveSensitivity(own, { ...method, samples: 16, trajectories: 2, max_parameters: 1 });
      if (!resolved.ok) throw new Error(JSON.stringify(resolved.issues));
      const task = { definition: own, scenario: baselineScenario(own), seed: 3, agentCount: 10 };
      const [figure] = runSensitivity(new EvaluatedAgents(task), resolved.request).figures;
      const { high, low } = figure!.factors.find(({ kind }) => kind === 'coefficients')!;
      return high.value - low.value;
    };
    expect(width({ ...definition, adjustments } as never)).toBeGreaterThan(1.5 * width(definition));
  });

  it('The result names the parts of the error that its intervals leave out, also those of fixed coefficients and targets', () => {
    const missing = (include_coefficients: boolean, adjustments = {}) => {
      const definition = { ...loadDefinition('swissmetro-mode-choice'), adjustments } as never;
      const parameters = [{ name: 'train_cost_factor', from: 0.5, to: 1.5 }];
      const small = { ...method, parameters, include_coefficients, samples: 16, trajectories: 2 };
      const resolved = resolveSensitivity(definition, small);
      if (!resolved.ok) throw new Error(JSON.stringify(resolved.issues));
      const task = { definition, scenario: baselineScenario(definition), seed: 3, agentCount: 10 };
      return runSensitivity(new EvaluatedAgents(task), resolved.request).missing_parts;
    };
    expect(missing(true)).toEqual(['simulation', 'population', 'model']);
    expect(missing(false)).toEqual(['simulation', 'estimation', 'population', 'model']);
    const targets = { covariance: { coefficients: ['asc_train'], matrix: [[4]] } };
    expect(missing(false, { targets })).toEqual(['simulation', 'estimation', 'targets', 'population', 'model']);
    expect(missing(true, { targets })).toEqual(['simulation', 'population', 'model']);
  });

  it('Interacting agents are rejected', () => {
    const resolved = resolveSensitivity(loadDefinition('hybrid-corn-network'), method);
    expect(resolved).toMatchObject({ ok: false, issues: [{ path: 'workflow_id' }] });
  });
});
