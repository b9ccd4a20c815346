import { tableOf } from '../../../test/support/calibration/table-of.js';
import { expandSpec } from '../../authoring/expand-spec.js';
import { parseSpec } from '../../authoring/parse-spec.js';
import { parseRecipe } from '../../authoring/recipe/parse-recipe.js';
import { numbers } from '../../authoring/testing/numbers.js';
import { baselineScenario, type WorkflowDefinition } from '../../definition.js';
import { simulate } from '../../simulation/simulate.js';
import { calibrate } from '../calibrate.js';

const logistic = (x: number) => 1 / (1 + Math.exp(-x));

interface Truth {
  /** Effect of the price on the log odds, by membership. */
  readonly price: readonly [number, number];
  readonly square?: number;
}

/** People of whom some are members, with the price that each has seen. */
function surveyOf({ price: slopes, square = 0 }: Truth) {
  const next = numbers(7);
  return Array.from({ length: 1_200 }, () => {
    const [member, age, price] = [Number(next() < 0.4), 20 + 50 * next(), 4 + 3 * next()];
    const x = price - 5.5;
    const share = logistic(0.3 + slopes[member]! * x + square * x ** 2 + 0.5 * member - 0.01 * (age - 45));
    return {
      ...{ member: member ? 'yes' : 'no', age: age.toFixed(1), price: price.toFixed(3) },
      buys: next() < share ? 'yes' : 'no',
    };
  });
}

function definitionOf(truth: Truth, formula = 'buys ~ price + member + age'): WorkflowDefinition {
  const spec = `title: Prices
formula: ${formula}
outcome: { event: yes, label: Buys }
parameters: { price: {} }
fit: { population_replicates: 20 }
`;
  const { recipe, table } = expandSpec(parseSpec(spec), tableOf(surveyOf(truth)));
  return calibrate({ recipe: parseRecipe(recipe), data: table, calibratedOn: '2026-12-01' }).definition;
}

/** Effect of another price: all respondents, and members. */
function effectsOf(definition: WorkflowDefinition): [Effect, Effect] {
  const { parameters } = definition.scenario;
  const price = parameters.find(({ id }) => id.startsWith('price'))!;
  const scenario = { ...baselineScenario(definition), [price.id]: Number(price.default) * 1.1 };
  const { summary } = simulate({ definition, scenario, seed: 1, agentCount: 1_000 });
  const members = summary.segments
    .find(({ attribute }) => attribute === 'member')!
    .groups.find(({ id }) => id === 'yes')!;
  const effectOf = ({ outcomes }: typeof members): Effect => {
    const { difference, difference_interval: interval, difference_errors: errors } = outcomes[1]!;
    const [low, high] = interval!;
    // Relative to an interval of the estimates alone.
    return { difference, middle: (low + high) / 2, width: (high - low) / (3.92 * errors.estimation!), errors };
  };
  return [effectOf({ ...members, ...summary }), effectOf(members)];
}
type Effect = {
  difference: number;
  middle: number;
  width: number;
  errors: { estimation: number | null; model: number | null };
};

describe('terms that a model omits', () => {
  it('A true model has little error in all respondents, and more in a group that it does not estimate by itself', () => {
    const [all, members] = effectsOf(definitionOf({ price: [-0.4, -0.4] }));
    expect(all.width).toBeLessThan(1.3);
    expect(members.width).toBeGreaterThan(all.width);
  });

  it('An omitted interaction moves the interval of a group towards its own effect', () => {
    const [, members] = effectsOf(definitionOf({ price: [-0.2, -1.2] }));
    expect(members.middle).toBeLessThan(members.difference - 0.2 * Math.abs(members.difference));
  });

  it('An interaction in the formula is not omitted', () => {
    const truth: Truth = { price: [-0.2, -1.2] };
    const [, members] = effectsOf(definitionOf(truth, 'buys ~ price * member + age'));
    const [, without] = effectsOf(definitionOf(truth));
    expect(members.errors.model!).toBeLessThan(0.3 * without.errors.model!);
  });

  it('An omitted square widens the interval', () => {
    const widthOf = (square: number) => effectsOf(definitionOf({ price: [-0.4, -0.4], square }))[0].width;
    expect(widthOf(0.4)).toBeGreaterThan(1.3 * widthOf(0));
  });

  it('Agents decide as without these terms', () => {
    const definition = definitionOf({ price: [-0.2, -1.2] });
    const plain = structuredClone(definition);
    delete plain.evidence.errors!.model!.omitted;
    const scenario = { ...baselineScenario(definition) };
    const digestOf = (own: WorkflowDefinition) =>
      simulate({ definition: own, scenario, seed: 1, agentCount: 500 }).digest;
    expect(digestOf(definition)).toBe(digestOf(plain));
  });
});
