import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Column } from '../../columns/column.js';
import type { WorkflowDefinition, WorkflowOf } from '../../definition/definition.schema.js';
import { baselineScenario } from '../../definition/resolve-scenario.js';
import { estimatesOf } from '../../equations/compile-equations.js';
import { compile } from '../../simulation/compile.js';
import { drawSituation } from '../../population/situation.js';
import { simulate } from '../../simulation/simulate.js';
import { simulateChunk } from '../../simulation/simulate-chunk.js';
import {
  withBoxCox,
  withClasses,
  withCrossedNests,
  withMembership,
  withMoney,
  withNests,
  withRandomTastes,
  withScales,
} from '../../testing/mixed-definitions.js';
import { conditionalLogit } from './conditional-logit.family.js';
import type { ConditionalLogit } from './conditional-logit.schema.js';
import { rowsOf, sampleSize } from '../../../test/support/full-level.js';

type Definition = WorkflowOf<ConditionalLogit>;

const published = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../model/testing/linear-mode-choice.json'), 'utf8'),
) as Definition;
const scenario = { ...baselineScenario(published), swissmetro_cost_factor: 0.8, train_time_factor: 0.9 };
const agentCount = sampleSize(5_000, 100_000);

const definitions = rowsOf<[string, WorkflowDefinition]>(
  [
    ['coefficients that are amounts of money', withMoney(published)],
    ['latent classes with attributes in their log odds', withMembership(published)],
    ['crossed nests', withCrossedNests(published)],
    ['scales', withScales(published)],
    ['Box-Cox variables', withBoxCox(published)],
  ],
  // Simpler forms of the first three.
  [
    ['random tastes', withRandomTastes(published)],
    ['latent classes', withClasses(published)],
    ['nests', withNests(published)],
  ],
) as [string, Definition][];

const valuesOf = (columns: readonly Column[], name: string) => columns.find((column) => column.name === name)!.values;
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe.each(definitions)('agents with %s', (_, definition) => {
  const small = simulate({ definition, scenario, seed: 0, agentCount: 100 });

  it('The first 100 of 10,000 agents equal a run of 100 agents', () => {
    const large = simulate({ definition, scenario, seed: 0, agentCount: 10_000 });
    for (const { name, values } of small.columns) expect(valuesOf(large.columns, name).slice(0, 100)).toEqual(values);
  });

  it.each(rowsOf([1], [7, 100]))('The digest does not depend on a chunk size of %d', (chunkSize) => {
    expect(simulate({ definition, scenario, seed: 0, agentCount: 100, chunkSize }).digest).toBe(small.digest);
  });

  it('Tastes and random errors are the same under every scenario', () => {
    const baseline = simulate({ definition, scenario: baselineScenario(definition), seed: 0, agentCount: 100 });
    const own = small.columns.filter(({ name }) => /^(taste|class|error|attribute|baseline)/.test(name));
    expect(own.some(({ name }) => name.startsWith('error.'))).toBe(true);
    for (const { name, values } of own) expect(valuesOf(baseline.columns, name)).toEqual(values);
  });

  it('Agents switch only to alternatives that became better', () => {
    const parameters = ['train_time_factor', 'train_cost_factor', 'swissmetro_time_factor', 'swissmetro_cost_factor'];
    fc.assert(
      fc.property(fc.constantFrom(...parameters), fc.double({ min: 0.1, max: 1, noNaN: true }), (id, factor) => {
        const [before, after] = [1, factor].map((value) => {
          const { columns } = simulateChunk(compile(definition, { ...scenario, [id]: value }, 3), 0, 200);
          return Array.from(valuesOf(columns, 'outcome'));
        });
        const improved = id.startsWith('train') ? 0 : 1;
        const switched = after!.filter((outcome, row) => outcome !== before![row] && outcome !== improved);
        expect(switched).toEqual([]);
      }),
      { numRuns: sampleSize(5, 40) },
    );
  });

  it('Choice shares match the closed form within 4 standard errors', () => {
    const compiled = compile(definition, scenario, 8);
    const { columns } = simulateChunk(compiled, 0, agentCount);
    const model = conditionalLogit.linear(definition.decision);
    const { situation } = drawSituation(compiled, 0, agentCount);
    const [expected] = compiled.decision.expect(situation, [estimatesOf(model)]);
    const outcome = Array.from(valuesOf(columns, 'outcome'));
    expected!.scenario.forEach((share, code) => {
      const error = Math.sqrt((share * (1 - share)) / agentCount);
      expect(Math.abs(meanOf(outcome.map((own) => Number(own === code))) - share)).toBeLessThan(4 * error);
    });
  });
});
