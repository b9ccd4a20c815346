import { readFileSync } from 'node:fs';
import { baselineScenario } from '../../definition/resolve-scenario.js';
import type { Scenario } from '../../definition/scenario.schema.js';
import { familyOf } from '../../families/family-of.js';
import { readSituation } from '../../population/read-situation.js';
import { compile } from '../../simulation/compile.js';
import { drawCoefficients } from '../../simulation/draw-coefficients.js';
import { simulate } from '../../simulation/simulate.js';
import { parseDefinition } from '../../validation/parse-definition.js';
import { withEstimates } from '../with-estimates.js';
import { drawnEffects, individualEffects } from './effect-variation.js';

const published = (slug: string) => parseDefinition(JSON.parse(readFileSync(`src/catalog/${slug}.json`, 'utf8')));

describe('individual effects under drawn coefficients', () => {
  it.each<[string, Scenario]>([
    ['swissmetro-mode-choice', { train_cost_factor: 0.7 }],
    ['catsup-brand-choice', { heinz28_price: 3 }],
    ['gotv-social-pressure', { mailing: 'neighbors' }],
    ['health-insurance-visits', {}],
  ])('They equal the effects of full simulations of %s with these coefficients', (slug, changes) => {
    const definition = published(slug);
    const scenario = { ...baselineScenario(definition), ...changes };
    const { columns } = simulate({ definition, scenario, seed: 3, agentCount: 200 });
    const rows = Int32Array.from([0, 1, 5, 40, 41, 150]);
    const drawn = drawnEffects({ definition, scenario, seed: 3, columns }, rows, undefined, 5);
    expect(drawn.length).toBeGreaterThan(0);
    const { key } = compile(definition, scenario, 3);
    const model = familyOf(definition.decision).linear(definition.decision);
    drawCoefficients(definition, model, key, drawn.length).forEach((coefficients, draw) => {
      const compiled = compile(withEstimates(definition, coefficients), scenario, 3);
      const { situation, columns: attributes } = readSituation(compiled, columns, 0, 151);
      const expected = individualEffects(definition, [...attributes, ...compiled.decision.run(situation).columns]);
      expected.forEach((own, figure) => {
        for (const row of rows) expect(drawn[draw]![figure]![row]).toBeCloseTo(own[row]!, 12);
      });
    });
  });
});
