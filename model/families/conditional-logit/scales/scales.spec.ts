import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Column } from '../../../columns/column.js';
import type { WorkflowOf } from '../../../definition/definition.schema.js';
import { baselineScenario } from '../../../definition/resolve-scenario.js';
import { compile } from '../../../simulation/compile.js';
import { simulate } from '../../../simulation/simulate.js';
import { simulateChunk } from '../../../simulation/simulate-chunk.js';
import { definitionIssues } from '../../../testing/definition-issues.js';
import { withClasses, withScales } from '../../../testing/mixed-definitions.js';
import type { ConditionalLogit } from '../conditional-logit.schema.js';

type Definition = WorkflowOf<ConditionalLogit>;

const published = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../model/testing/linear-mode-choice.json'), 'utf8'),
) as Definition;
const scaled = withScales(published) as Definition;
const scenario = { ...baselineScenario(published), swissmetro_cost_factor: 0.8 };

const valuesOf = (columns: readonly Column[], name: string) => columns.find((column) => column.name === name)!.values;

describe('agents with scales', () => {
  const [plain, own] = [published, scaled].map(
    (definition) => simulateChunk(compile(definition, scenario, 2), 0, 1_000).columns,
  );
  const { categories } = published.population.attributes.find(({ id }) => id === 'who_pays') as {
    categories: { id: string }[];
  };
  const scaleOf: Record<string, number> = { employer: 0.6, half_half: 0.6, unknown: 1.7, self: 1 };
  const scales = Array.from(valuesOf(own!, 'attribute.who_pays'), (code) => scaleOf[categories[code]!.id]!);

  it('A scale divides the random errors of its agents and changes no utility', () => {
    expect(new Set(scales)).toEqual(new Set([0.6, 1, 1.7]));
    const errors = Array.from(valuesOf(plain!, 'error.train'), (error, row) => error / scales[row]!);
    expect(Array.from(valuesOf(own!, 'error.train'))).toEqual(errors);
    expect(valuesOf(own!, 'utility.train')).toEqual(valuesOf(plain!, 'utility.train'));
  });

  it('Probabilities are proportional to exp(scale × utility)', () => {
    const odds = (columns: readonly Column[]) =>
      Array.from(valuesOf(columns, 'probability.train'), (value, row) =>
        Math.log(value / valuesOf(columns, 'probability.swissmetro')[row]!),
      );
    const before = odds(plain!);
    odds(own!).forEach((value, row) => expect(value).toBeCloseTo(scales[row]! * before[row]!, 9));
  });

  it('The digest with scales does not change', () => {
    const { digest } = simulate({ definition: scaled, scenario, seed: 0, agentCount: 1_000 });
    expect(digest).toMatchInlineSnapshot(`"39b8134d88ced61ebc73da921af0c7bcd1113eba54fbc43f6711fc3bea16f218"`);
  });
});

describe('validation of scales', () => {
  const issuesOf = (change: (decision: ConditionalLogit) => void, base = scaled) => {
    const definition = structuredClone(base);
    change(definition.decision);
    return definitionIssues(definition);
  };
  const agents = (attribute: string, category: string) => ({ attribute, in: [category] });

  it('A definition with scales is accepted', () => {
    expect(issuesOf(() => undefined)).toEqual([]);
  });

  it.each<[string, (decision: ConditionalLogit) => void, string]>([
    [
      'a scale of 0',
      ({ coefficients }) => Object.assign(coefficients.at(-1)!, { estimate: 0 }),
      'decision.scales.1.coefficient: the scale "unknown_scale" must be above 0; its estimate is 0',
    ],
    [
      'a scale in a term',
      ({ scales }) => Object.assign(scales![0]!, { coefficient: 'cost' }),
      'decision.scales.0.coefficient: the scale "cost" must not be used in a term',
    ],
    [
      'scales of two attributes',
      ({ scales }) => Object.assign(scales![1]!, { agents: agents('sex', 'male') }),
      'decision.scales.1.agents.attribute: must be "who_pays", as in the first scale',
    ],
    [
      'a category with two scales',
      ({ scales }) => Object.assign(scales![1]!, { agents: agents('who_pays', 'employer') }),
      'decision.scales.1.agents.in: agents of "employer" have another scale',
    ],
    [
      'an unknown category',
      ({ scales }) => Object.assign(scales![1]!, { agents: agents('who_pays', 'state') }),
      'decision.scales.1.agents.in.0: unknown category of who_pays "state"',
    ],
  ])('The error names %s', (_, change, issue) => {
    expect(issuesOf(change).join('\n')).toContain(issue);
  });

  it('Scales cannot have latent classes', () => {
    expect(issuesOf(() => undefined, withClasses(scaled) as Definition).join()).toContain(
      'decision.scales: a choice with scales cannot have random tastes or latent classes',
    );
  });
});
