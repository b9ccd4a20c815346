import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Column } from '../../columns/column.js';
import type { WorkflowOf } from '../../definition/definition.schema.js';
import { baselineScenario } from '../../definition/resolve-scenario.js';
import { EngineError } from '../../engine-error.js';
import { compileEquations } from '../../equations/compile-equations.js';
import { compileExplainer, rowExplainer, evaluateEquations } from '../../equations/evaluate-equations.js';
import { compileEffects } from '../../transcript/reasons/effects.js';
import { compileParameterEffects, rowCurves } from '../../equations/parameter-effects.js';
import { productContextOf } from '../../equations/products/compile-products.js';
import { drawSituation } from '../../population/situation.js';
import { compile } from '../../simulation/compile.js';
import { simulate } from '../../simulation/simulate.js';
import { simulateChunk } from '../../simulation/simulate-chunk.js';
import { definitionIssues } from '../../testing/definition-issues.js';
import { withBoxCox, withClasses } from '../../testing/mixed-definitions.js';
import { conditionalLogit } from './conditional-logit.family.js';
import type { ConditionalLogit } from './conditional-logit.schema.js';

type Definition = WorkflowOf<ConditionalLogit>;

const published = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../testing/linear-mode-choice.json'), 'utf8'),
) as Definition;
const transformed = withBoxCox(published) as Definition;
const scenario = { ...baselineScenario(published), swissmetro_time_factor: 1.2 };

const valuesOf = (columns: readonly Column[], name: string) =>
  Array.from(columns.find((column) => column.name === name)!.values);

function changed(definition: Definition, change: (decision: ConditionalLogit) => void): Definition {
  const own = structuredClone(definition);
  change(own.decision);
  return own;
}

/** Gives a variable of Swissmetro a transform with a power. */
const withPower = (variable: string, power: number, at = 1) =>
  changed(published, ({ variables, coefficients }) => {
    variables.find(({ id }) => id === variable)!.box_cox = { power: 'power', at };
    coefficients.push({ id: 'power', label: 'Power', estimate: power });
  });

describe('agents with Box-Cox variables', () => {
  const columnsOf = (definition: Definition) => simulateChunk(compile(definition, scenario, 2), 0, 500).columns;
  const plain = columnsOf(published);
  const time = published.decision.coefficients.find(({ id }) => id === 'time')!.estimate;

  it('A power of 1 changes no probability of alternatives that all have the variable', () => {
    const own = valuesOf(columnsOf(withPower('time', 1)), 'probability.train');
    valuesOf(plain, 'probability.train').forEach((value, row) => expect(own[row]).toBeCloseTo(value, 10));
  });

  it('A power of 0 is the logarithm, and a power of 0.5 twice the square root', () => {
    const minutes = valuesOf(plain, 'attribute.train_time');
    const utilities = valuesOf(plain, 'utility.train');
    const expected = (row: number, transform: (x: number) => number) =>
      utilities[row]! + 0.01 * time * (transform(minutes[row]!) - minutes[row]!);
    const [logarithm, root] = [0, 0.5].map((power) => valuesOf(columnsOf(withPower('time', power)), 'utility.train'));
    minutes.forEach((_, row) => {
      expect(logarithm![row]).toBeCloseTo(expected(row, Math.log), 9);
      expect(root![row]).toBeCloseTo(
        expected(row, (x) => 2 * Math.sqrt(x) - 2),
        9,
      );
    });
  });

  it('At the typical value, one more unit has the effect of the coefficient for every power', () => {
    const minutes = valuesOf(plain, 'attribute.train_time');
    for (const power of [-0.5, 0, 0.5, 2]) {
      const [before, after] = [1, 1.001].map((factor) => {
        const own = compile(withPower('time', power, minutes[0]), { ...scenario, train_time_factor: factor }, 2);
        return valuesOf(simulateChunk(own, 0, 1).columns, 'utility.train')[0]!;
      });
      expect((after! - before!) / (0.001 * minutes[0]!) / (0.01 * time)).toBeCloseTo(1, 2);
    }
  });

  it('The utilities along a parameter are those of the scenarios with its values', () => {
    const model = conditionalLogit.linear(transformed.decision);
    const context = productContextOf(transformed);
    const { situation } = drawSituation(compile(transformed, scenario, 2), 0, 1);
    const { attributes, assigned } = situation;
    const effects = compileParameterEffects(transformed, model, context, scenario);
    for (const id of ['swissmetro_time_factor', 'train_headway_factor', 'car_cost_factor']) {
      const effect = effects.find(({ parameter }) => parameter.id === id)!;
      if (effect.kind !== 'number') throw new Error('expected a number');
      expect([id, effect.isLinear]).toEqual([id, id === 'car_cost_factor']);
      const along = rowCurves(effect.curve, attributes, assigned.scenario)(0);
      for (const value of [0.5, 1, 1.7]) {
        const there = compileEquations(model, context, { ...scenario, [id]: value });
        evaluateEquations(there, attributes, assigned.scenario, 0).forEach((utility, k) =>
          expect(along(value)[k]).toBeCloseTo(utility, 10),
        );
      }
    }
  });

  it('The standard error of a reason includes that of the power', () => {
    const { situation } = drawSituation(compile(transformed, scenario, 2), 0, 1);
    const effectIn = (definition: Definition) => {
      const model = conditionalLogit.linear(definition.decision);
      const explainer = compileExplainer(model, productContextOf(definition), scenario);
      const explanation = rowExplainer(explainer, situation.attributes, situation.assigned.scenario)(0);
      // Without a covariance, the standard error is the sum of those of the coefficients.
      const { evidence } = definition;
      delete evidence.covariance;
      const { effects } = compileEffects(definition, explainer.equations)(explanation, { signs: [1, -1, 0] });
      return effects.find(({ reason }) => reason.id === 'time')!;
    };
    const step = 1e-5;
    const bound = transformed.decision.coefficients.reduce((sum, _, k) => {
      const [above, below] = [step, -step].map(
        (by) => effectIn(changed(transformed, ({ coefficients }) => (coefficients[k]!.estimate += by))).weight,
      );
      return sum + (0.1 * Math.abs(above! - below!)) / (2 * step);
    }, 0);
    expect(effectIn(structuredClone(transformed)).standardError).toBeCloseTo(bound, 6);
  });

  it('A value of 0 fails the run unless the power is positive, and the error names the term', () => {
    expect(() => columnsOf(withPower('cost', 0.5))).not.toThrow();
    try {
      columnsOf(withPower('cost', -0.1));
      throw new Error('expected an error');
    } catch (error) {
      expect(error).toBeInstanceOf(EngineError);
      expect((error as EngineError).code).toBe('utility_not_finite');
      expect((error as EngineError).meta).toMatchObject({ term: 'cost' });
    }
  });

  it('The digest with Box-Cox variables does not change', () => {
    const { digest } = simulate({ definition: transformed, scenario, seed: 0, agentCount: 1_000 });
    expect(digest).toMatchInlineSnapshot(`"8ffff679faeaf062e2f571ac6dd42d33a693238138c10e66719f084ff46ab3ae"`);
  });
});

describe('validation of Box-Cox variables', () => {
  const issuesOf = definitionIssues;
  const power = ({ coefficients }: ConditionalLogit) => coefficients.find(({ id }) => id === 'time_power')!;

  it('A definition with Box-Cox variables is accepted', () => {
    expect(issuesOf(transformed)).toEqual([]);
  });

  it.each<[string, (decision: ConditionalLogit) => void, string]>([
    [
      'an unknown power',
      ({ variables }) => Object.assign(variables[0]!, { box_cox: { power: 'lambda', at: 1 } }),
      'decision.variables.0.box_cox.power: unknown coefficient "lambda"',
    ],
    [
      'a power in a term',
      ({ variables }) => Object.assign(variables[0]!, { box_cox: { power: 'cost', at: 1 } }),
      'decision.variables.0.box_cox.power: the power "cost" must not be used in a term',
    ],
    [
      'a fixed power',
      (decision) => Object.assign(power(decision), { fixed: true }),
      'decision.variables.0.box_cox.power: the power "time_power" must not be fixed',
    ],
    [
      'a product of two transforms',
      ({ terms }) => terms.find(({ id }) => id === 'headway')!.factors.push({ variable: 'time' }),
      'decision.terms.4.factors: can have one variable with box_cox at most',
    ],
  ])('The error names %s', (_, change, issue) => {
    expect(issuesOf(changed(transformed, change)).join('\n')).toContain(issue);
  });

  it('Box-Cox variables cannot have latent classes', () => {
    expect(issuesOf(withClasses(transformed) as Definition).join()).toContain(
      'decision.variables: a choice with box_cox cannot have random tastes or latent classes',
    );
  });
});
