import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Column, mergeChunks } from '../../../columns/column.js';
import { digestColumns } from '../../../columns/digest-columns.js';
import type { WorkflowOf } from '../../../definition/definition.schema.js';
import { baselineScenario } from '../../../definition/resolve-scenario.js';
import { estimatesOf } from '../../../equations/compile-equations.js';
import { drawSituation } from '../../../population/situation.js';
import { EvaluatedAgents } from '../../../analyses/evaluated-agents.js';
import { compile } from '../../../simulation/compile.js';
import { agentRenderer } from '../../../simulation/render-agent.js';
import { compareRuns } from '../../../simulation/compare-runs.js';
import { decideAgents, simulateChunk } from '../../../simulation/simulate-chunk.js';
import { runChunks, simulate } from '../../../simulation/simulate.js';
import { definitionIssues } from '../../../testing/definition-issues.js';
import {
  withCorrelatedTastes,
  withMembership,
  withNests,
  withOwnFares,
  withPeriods,
  withScales,
} from '../../../testing/mixed-definitions.js';
import { productContextOf } from '../../../equations/products/compile-products.js';
import { adjustDefinition } from '../../../adjustments/adjust-definition.js';
import { compileChoice, conditionalLogit } from '../conditional-logit.family.js';
import { compilePeriods } from './periods.js';
import { repeatedChoice } from './repeated-choice.js';
import type { ConditionalLogit } from '../conditional-logit.schema.js';
import { rowsOf, sampleSize } from '../../../../test/support/full-level.js';

type Definition = WorkflowOf<ConditionalLogit>;

const published = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../model/testing/linear-mode-choice.json'), 'utf8'),
) as Definition;
const repeated = withPeriods(published) as Definition;
const baseline = baselineScenario(repeated);
const cheaper = { ...baseline, swissmetro_cost_factor: 0.5 };
const agentCount = sampleSize(1_000, 100_000);

const valuesOf = (columns: readonly Column[], name: string) => columns.find((column) => column.name === name)!.values;
const shareOf = (values: ArrayLike<number>, code: number) =>
  Array.from(values).filter((value) => value === code).length / values.length;

const greatestDifference = (a: Float64Array, b: Float64Array) =>
  a.reduce((most, value, k) => Math.max(most, Math.abs(value - b[k]!)), 0);

/** The car is only offered in the baseline. */
const withoutCar = structuredClone(repeated);
withoutCar.decision.alternatives.find(({ id }) => id === 'car')!.offered_in = 'baseline';

const kinds = rowsOf<[string, Definition]>(
  [
    ['scales and nests', withScales(withNests(repeated))],
    ['two latent classes, whose shares depend on attributes', withMembership(repeated)],
    ['correlated tastes', withCorrelatedTastes(repeated)],
    ['values of a parameter by period', withOwnFares(repeated)],
  ] as [string, Definition][],
  [['a plain logit', repeated]],
);

describe.each(kinds)('repeated choices of %s', (_, definition) => {
  const own: Record<string, number> = definition.decision.periods!.by_period ? { swissmetro_fare_3: 0.7 } : {};
  const scenario = { ...baselineScenario(definition), ...cheaper, ...own };

  it('The digest does not depend on the chunk size, and the first 100 agents equal a run of 100 agents', () => {
    const compiled = compile(definition, scenario, 0);
    const columnsOf = (chunkSize: number) =>
      mergeChunks(runChunks(compiled, { definition, scenario, seed: 0, agentCount: 100, chunkSize }));
    const small = columnsOf(100);
    for (const chunkSize of rowsOf([1], [7])) expect(digestColumns(columnsOf(chunkSize))).toBe(digestColumns(small));
    const large = decideAgents(definition, scenario, 0, sampleSize(300, 2_000));
    for (const { name, values } of small) expect(valuesOf(large.columns, name).slice(0, 100)).toEqual(values);
  });

  it(`Shares of ${agentCount} agents in each period match the chain of probabilities within 4 standard errors`, () => {
    const compiled = compile(definition, scenario, 8);
    const { columns } = simulateChunk(compiled, 0, agentCount);
    const { situation } = drawSituation(compiled, 0, agentCount);
    const [expected] = compiled.decision.expect(situation, [estimatesOf(conditionalLogit.linear(definition.decision))]);
    for (const side of ['scenario', 'baseline'] as const) {
      const prefix = side === 'scenario' ? '' : 'baseline_';
      for (let alternative = 0; alternative < 3; alternative++)
        for (let period = 1; period <= 6; period++) {
          const share = expected![side][3 + alternative * 6 + period - 1]!;
          const observed = shareOf(valuesOf(columns, `${prefix}choice.${period}`), alternative);
          expect(Math.abs(observed - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / agentCount));
        }
    }
  });
});

describe('periods', () => {
  it('The first period equals a single choice, and the outcome is the last one', () => {
    const once = { ...repeated.decision };
    delete once.periods;
    const single = simulate({
      definition: { ...repeated, decision: once },
      scenario: cheaper,
      seed: 3,
      agentCount: sampleSize(100, 500),
    });
    const { columns } = simulate({
      definition: repeated,
      scenario: cheaper,
      seed: 3,
      agentCount: sampleSize(100, 500),
    });
    for (const prefix of ['', 'baseline_']) {
      expect(valuesOf(columns, `${prefix}choice.1`)).toEqual(valuesOf(single.columns, `${prefix}outcome`));
      expect(valuesOf(columns, `${prefix}outcome`)).toEqual(valuesOf(columns, `${prefix}choice.6`));
    }
  });

  it('Before its first period, a scenario changes no choice, and after its last one its effect fades', () => {
    const window = { ...cheaper, first_trip: 3, last_trip: 3 };
    const { summary, columns } = simulate({
      definition: repeated,
      scenario: window,
      seed: 3,
      agentCount: sampleSize(1_500, 5_000),
    });
    for (const period of [1, 2])
      expect(valuesOf(columns, `choice.${period}`)).toEqual(valuesOf(columns, `baseline_choice.${period}`));
    const effects = summary.curves[1]!.points.map(({ share, baseline_share: before }) => share - before);
    expect(effects[2]).toBeGreaterThan(0.03);
    expect(effects[3]).toBeGreaterThan(0.005);
    expect(effects[3]).toBeLessThan(effects[2]! * 0.6);
    expect(effects[5]).toBeLessThan(effects[3]!);
  });

  it('An alternative that a scenario removes is chosen before its first period, and not after it', () => {
    const window = { ...baseline, first_trip: 3, last_trip: 4 };
    const { columns } = simulate({ definition: withoutCar, scenario: window, seed: 3, agentCount: 500 });
    const shares = (prefix: string) =>
      [2, 3, 4, 5].map((period) => shareOf(valuesOf(columns, `${prefix}choice.${period}`), 2));
    const [before, first, last, after] = shares('');
    expect([before! > 0.1, first, last, after! > 0.05]).toEqual([true, 0, 0, true]);
    expect(Math.min(...shares('baseline_'))).toBeGreaterThan(0.1);
  });

  it('Before its first period, a scenario changes no assignment', () => {
    const window = { ...baseline, swissmetro_airline_seats_share: 1, first_trip: 3, last_trip: 6 };
    const { columns } = simulate({
      definition: repeated,
      scenario: window,
      seed: 3,
      agentCount: sampleSize(300, 2_000),
    });
    const isSame = (period: number) =>
      valuesOf(columns, `choice.${period}`).every(
        (chosen, agent) => chosen === valuesOf(columns, `baseline_choice.${period}`)[agent],
      );
    expect([1, 2, 3].map(isSame)).toEqual([true, true, false]);
  });

  it('Each point of a curve has an interval with the error of the estimates', () => {
    const { curves } = simulate({
      definition: repeated,
      scenario: cheaper,
      seed: 3,
      agentCount: sampleSize(100, 400),
    }).summary;
    expect(curves.map(({ id }) => id)).toEqual(['train_by_period', 'swissmetro_by_period', 'car_by_period']);
    for (const { points } of curves)
      for (const { errors, difference_errors: difference } of points) {
        expect(errors.estimation).toBeGreaterThan(0);
        expect(difference.estimation).toBeGreaterThan(0);
        // Held-out series of choices test shares by period.
        expect(errors.model).toBeGreaterThan(0);
      }
  });

  it('Attributes that change from period to period count in their period only', () => {
    const compiled = compile(
      { ...repeated, decision: { ...repeated.decision, periods: { ...repeated.decision.periods!, number: 2 } } },
      baseline,
      8,
    );
    const { situation } = drawSituation(compiled, 0, 50);
    const { attributes } = situation;
    const longer = {
      ...situation,
      attributes: {
        ...attributes,
        columns: attributes.columns.map((column) =>
          column.name === 'attribute.train_time' && column.type === 'int32'
            ? { ...column, values: column.values.map((value) => 3 * value) }
            : column,
        ),
      },
    };
    const figuresOf = (own: typeof situation) =>
      compiled.decision.figures!(own, 'scenario', { gradients: false }).values;
    const [same, changed] = [
      figuresOf({ ...situation, later: [situation] }),
      figuresOf({ ...situation, later: [longer] }),
    ];
    expect(same).toEqual(figuresOf(situation));
    // Figures: shares of the last period, then shares by alternative and period.
    for (let agent = 0; agent < 50; agent++) {
      const trainAt = (values: Float64Array, period: number) => values[agent * 9 + 3 + period]!;
      expect(trainAt(changed, 0)).toBe(trainAt(same, 0));
      expect(trainAt(changed, 1)).toBeLessThan(trainAt(same, 1));
    }
    const chosen = compiled.decision.run({ ...situation, later: [longer] }).columns;
    const usual = compiled.decision.run(situation).columns;
    expect(valuesOf(chosen, 'choice.1')).toEqual(valuesOf(usual, 'choice.1'));
    expect(shareOf(valuesOf(chosen, 'choice.2'), 0)).toBeLessThan(shareOf(valuesOf(usual, 'choice.2'), 0));
  });

  it('Parameters with other values in each period give the window of a scenario', () => {
    const definition = withMembership(repeated) as Definition;
    const window = { ...cheaper, first_trip: 2, last_trip: 3 };
    const compiled = compile(definition, window, 8);
    const { situation } = drawSituation(compiled, 0, 200);
    const context = productContextOf(definition);
    const choiceAt = (scenario: typeof baseline) =>
      compileChoice(definition.decision, { ...context, scenario, baseline: scenario });
    const [usual, changed] = [choiceAt(baseline), choiceAt(cheaper)];
    const series = repeatedChoice({
      ...compilePeriods(definition.decision, definition.population.attributes)!,
      choices: [usual, changed, changed, usual, usual, usual],
    });
    const same = {
      ...situation,
      assigned: { scenario: situation.assigned.scenario, baseline: situation.assigned.scenario },
    };
    const estimates = [estimatesOf(conditionalLogit.linear(definition.decision))];
    const [expected] = compiled.decision.expect(situation, estimates);
    const [own] = series.expect(same, estimates);
    own!.scenario.forEach((share, k) => expect(share).toBeCloseTo(expected!.scenario[k]!, 12));
    const [ran, wanted] = [series.run(same), compiled.decision.run(situation)];
    for (let period = 1; period <= 6; period++)
      expect(valuesOf(ran.columns, `choice.${period}`)).toEqual(valuesOf(wanted.columns, `choice.${period}`));
  });

  it('Values of a parameter in periods equal a scenario that applies from the first until the last of them', () => {
    const definition = withOwnFares(withMembership(repeated)) as Definition;
    const own = { ...baselineScenario(definition), swissmetro_fare_2: 0.5, swissmetro_fare_3: 0.5 };
    const window = { ...cheaper, first_trip: 2, last_trip: 3 };
    const same = { seed: 8, agentCount: sampleSize(80, 300) };
    const byPeriod = simulate({ definition, scenario: own, ...same });
    const inWindow = simulate({ definition: withMembership(repeated), scenario: window, ...same });
    for (let period = 1; period <= 6; period++)
      expect(valuesOf(byPeriod.columns, `choice.${period}`)).toEqual(valuesOf(inWindow.columns, `choice.${period}`));
    const curvesOf = ({ summary }: typeof byPeriod) => summary.curves.map(({ points }) => points);
    expect(curvesOf(byPeriod)).toEqual(curvesOf(inWindow));
  });

  it('A parameter that is limited to some periods applies there, also if another parameter has values in other periods', () => {
    const definition = withOwnFares(withMembership(repeated)) as Definition;
    const usual = baselineScenario(definition);
    const scenario = { ...usual, swissmetro_fare_2: 0.5, train_cost_factor: 0.6, first_trip: 4, last_trip: 5 };
    const compiled = compile(definition, scenario, 8);
    const { situation } = drawSituation(compiled, 0, 200);
    const once = { ...definition.decision };
    delete once.periods;
    const choiceAt = (changes: Partial<typeof usual>) => {
      const values = { ...usual, ...changes } as typeof usual;
      return compileChoice(once, { ...productContextOf(definition), scenario: values, baseline: values });
    };
    const [none, fare, train] = [{}, { swissmetro_cost_factor: 0.5 }, { train_cost_factor: 0.6 }].map(choiceAt);
    const series = repeatedChoice({
      ...compilePeriods(definition.decision, definition.population.attributes)!,
      choices: [none!, fare!, none!, train!, train!, none!],
    });
    const { baseline: own } = situation.assigned;
    const [expected] = series.expect({ ...situation, assigned: { scenario: own, baseline: own } }, [
      estimatesOf(conditionalLogit.linear(definition.decision)),
    ]);
    const { values, figures } = compiled.decision.figures!(situation, 'scenario', { gradients: false });
    expected!.scenario.forEach((share, figure) => {
      const mean = values.filter((_, at) => at % figures === figure).reduce((sum, value) => sum + value / 200, 0);
      expect(mean).toBeCloseTo(share, 12);
    });
  });

  it('The value of a parameter in a period applies also outside of the changed periods, and others do not', () => {
    const definition = withOwnFares(repeated) as Definition;
    const ownBaseline = baselineScenario(definition);
    const choicesOf = (changes: Partial<typeof baseline>, period: number) => {
      const scenario = { ...ownBaseline, ...changes } as typeof baseline;
      const { columns } = simulate({
        definition,
        scenario,
        seed: 8,
        agentCount: sampleSize(250, 500),
        parameterDraws: 0,
      });
      return ['', 'baseline_'].map((side) => shareOf(valuesOf(columns, `${side}choice.${period}`), 1));
    };
    const late = { first_trip: 5, last_trip: 6 };
    const [changed, usual] = choicesOf({ ...late, swissmetro_fare_2: 0.5 }, 2);
    expect(changed).toBeGreaterThan(usual!);
    const [same, before] = choicesOf({ ...late, swissmetro_cost_factor: 0.5 }, 2);
    expect(same).toBe(before);
    // The fare of trips without a value of their own.
    const [second, first] = [2, 1].map((trip) =>
      choicesOf({ swissmetro_cost_factor: 0.5, swissmetro_fare_2: 2 }, trip),
    );
    expect(first![0]).toBeGreaterThan(first![1]!);
    expect(second![0]).toBeLessThan(second![1]!);
  });

  const agentsOfTwo = sampleSize(60, 200);
  describe.each([
    ['a window of each', withMembership(repeated) as Definition, {}, {}],
    [
      'own values by period',
      withOwnFares(repeated) as Definition,
      { swissmetro_fare_2: 0.4 },
      { swissmetro_fare_3: 2 },
    ],
    ['a removed car', withoutCar, {}, {}],
    ['another share of seats', repeated, { swissmetro_airline_seats_share: 1 }, { swissmetro_airline_seats_share: 0 }],
  ])('two scenarios with %s', (_, definition, changes, otherChanges) => {
    const usual = baselineScenario(definition);
    const early = { ...usual, swissmetro_cost_factor: 0.5, first_trip: 1, last_trip: 2, ...changes };
    const late = { ...usual, swissmetro_cost_factor: 1.5, first_trip: 5, last_trip: 6, ...otherChanges };
    const task = { definition, seed: 8, agentCount: agentsOfTwo };
    const figuresOf = (scenario: typeof early, other: typeof early | undefined, side: 'scenario' | 'baseline') => {
      const compiled = compile(definition, scenario, 8, other);
      const { situation } = drawSituation(compiled, 0, agentsOfTwo);
      return compiled.decision.figures!(situation, side, { gradients: true });
    };

    it('A comparison has the shares of both runs in each period, with their derivatives', () => {
      for (const [side, own] of [
        ['scenario', early],
        ['baseline', late],
      ] as const) {
        const compared = figuresOf(early, late, side);
        const alone = figuresOf(own, undefined, 'scenario');
        expect(greatestDifference(compared.values, alone.values)).toBeLessThan(1e-12);
        expect(greatestDifference(compared.gradients, alone.gradients)).toBeLessThan(1e-12);
      }
      const [first, second] = [early, late].map((scenario) => ({ scenario, output: simulate({ ...task, scenario }) }));
      const runOf = (run: typeof first) => ({ ...run!, summary: run!.output.summary });
      const comparison = compareRuns(definition, 8, runOf(first), runOf(second));
      if (!comparison.ok) throw new Error(comparison.reason);
      const runs = [first!, second!].map(({ output }) => output.summary);
      comparison.summary.curves.forEach(({ points }, k) =>
        points.forEach((point, period) => {
          const [own, other] = runs.map(({ curves }) => curves[k]!.points[period]!);
          expect([point.share, point.baseline_share]).toEqual([own!.share, other!.share]);
          expect(point.errors.estimation).toBeCloseTo(own!.errors.estimation!, 10);
        }),
      );
      // The same comparison in the other direction has the same errors of the differences.
      const reversed = compareRuns(definition, 8, runOf(second), runOf(first));
      if (!reversed.ok) throw new Error(reversed.reason);
      comparison.summary.outcomes.forEach(({ difference_errors: errors }, k) => {
        expect(errors.estimation).toBeGreaterThan(0);
        expect(errors.estimation).toBeCloseTo(reversed.summary.outcomes[k]!.difference_errors.estimation!, 10);
      });
    });

    it('Analyses of many scenarios use the values of each in its periods only', () => {
      const agents = new EvaluatedAgents({ ...task, scenario: usual });
      const compiled = compile(definition, early, 8);
      const { situation } = drawSituation(compiled, 0, agentsOfTwo);
      // With the drawn class of each agent, as in a simulation.
      const alone = compiled.decision.figures!(situation, 'scenario', { gradients: false, givenGroup: true });
      // Analyses read the shares of the outcomes, which follow from all periods. A simulation has the curves after them.
      const outcomes = (at: number, size: number) =>
        alone.values.subarray(at * alone.figures, at * alone.figures + size);
      agents.evaluate(early, 0, ({ figures: { values, figures: size } }) => {
        expect(size).toBe(3);
        for (let at = 0; at < agentsOfTwo; at++)
          expect(greatestDifference(values.subarray(at * size, (at + 1) * size), outcomes(at, size))).toBeLessThan(
            1e-12,
          );
      });
      expect(agents.evaluations).toBe(1);
    });
  });

  it('A transcript explains the last choice with the values of the last period', () => {
    const definition = withOwnFares(repeated) as Definition;
    definition.decision.periods!.by_period![1]!.period = 6;
    const ownBaseline = baselineScenario(definition);
    const transcriptOf = (changes: Partial<typeof baseline>) => {
      const scenario = { ...ownBaseline, ...changes } as typeof baseline;
      const output = simulate({ definition, scenario, seed: 8, agentCount: 1, parameterDraws: 0 });
      return agentRenderer(definition, scenario, output)(0).transcript;
    };
    const situation = (changes: Partial<typeof baseline>) => transcriptOf(changes).slice(1, 3).join(' ');
    expect(situation({ swissmetro_fare_3: 0.5 })).not.toBe(situation({}));
    expect(situation({ swissmetro_cost_factor: 0.5 })).toBe(situation({}));
  });

  it('The share of the last period has the same errors as the outcome, also in a group with a held-out error of its own', () => {
    const definition = structuredClone(repeated);
    const { segments } = definition.evidence.hold_out;
    for (const one of segments)
      if (one.attribute === 'sex') one.outcomes = one.outcomes?.map((own) => ({ ...own, model_error: 0.2 }));
    const { definition: restricted } = adjustDefinition(
      definition,
      { where: { sex: ['male'] } },
      { seed: 3, agentCount: sampleSize(150, 400) },
    );
    const { outcomes, curves } = simulate({
      definition: restricted,
      scenario: cheaper,
      seed: 3,
      agentCount: sampleSize(150, 400),
    }).summary;
    outcomes.forEach(({ errors }, k) => {
      expect(errors.model).toBeGreaterThan(0.1);
      expect(curves[k]!.points.at(-1)!.errors.model).toBeCloseTo(errors.model!, 12);
    });
  });

  it('Each agent keeps its class in all periods, and its transcript states it', () => {
    const definition = withMembership(repeated) as Definition;
    const agents = sampleSize(80, 300);
    const output = simulate({ definition, scenario: cheaper, seed: 3, agentCount: agents });
    const once = { ...definition.decision };
    delete once.periods;
    const single = simulate({
      definition: { ...definition, decision: once },
      scenario: cheaper,
      seed: 3,
      agentCount: agents,
    });
    expect(valuesOf(output.columns, 'class')).toEqual(valuesOf(single.columns, 'class'));
    const { segments } = output.summary;
    expect(segments.map(({ attribute }) => attribute)).toContain('class');
    const render = agentRenderer(definition, cheaper, output);
    const phrases = definition.decision.classes!.map(({ phrase }) => phrase);
    for (let agent = 0; agent < 50; agent++)
      expect(render(agent).transcript.join(' ').toLowerCase()).toContain(
        phrases[valuesOf(output.columns, 'class')[agent]!]!.toLowerCase(),
      );
  });

  it('A transcript counts the choices of all periods and explains the last one', () => {
    const agents = sampleSize(50, 200);
    const output = simulate({ definition: repeated, scenario: cheaper, seed: 3, agentCount: agents });
    const render = agentRenderer(repeated, cheaper, output);
    const nouns = repeated.decision.alternatives.map(({ noun }) => noun);
    for (let agent = 0; agent < agents; agent++) {
      const { transcript } = render(agent);
      const counts = nouns.flatMap((noun, alternative) => {
        const count = [1, 2, 3, 4, 5, 6].filter(
          (period) => valuesOf(output.columns, `choice.${period}`)[agent] === alternative,
        ).length;
        return count === 0 ? [] : [`${count} ${count === 1 ? 'is' : 'are'} ${noun}`];
      });
      for (const own of counts) expect(transcript[0]).toContain(own);
      expect(transcript.join(' ')).not.toMatch(/NaN|undefined|[{}]| {2}/);
      // A change of a parameter would also change the earlier choices.
      expect(transcript.at(-1)).toMatch(/I would have chosen/);
    }
  });
});

describe('validation of periods', () => {
  const issuesOf = (change: (definition: Definition) => void) => {
    const definition = structuredClone(repeated);
    change(definition);
    return definitionIssues(definition);
  };

  it('A complete definition has no issue', () => {
    expect(issuesOf(() => undefined)).toEqual([]);
  });

  it.each([
    [9, 40, 'decision.periods.number: is 40, but with 12 alternatives there can be 33 periods'],
    [18, 6, 'decision.periods: a choice with periods can have 20 alternatives; it has 21'],
  ])('%d more alternatives with %d periods are refused before they fill the memory', (more, number, message) => {
    const issues = issuesOf(({ decision }) => {
      decision.periods!.number = number;
      const copies = Array.from({ length: more }, (_, k) => ({ ...decision.alternatives[1]!, id: `copy_${k}` }));
      decision.alternatives = [...decision.alternatives, ...copies];
    });
    expect(issues.join('\n')).toContain(message);
  });

  it.each<[string, (own: NonNullable<NonNullable<Definition['decision']['periods']>['by_period']>) => void, string]>([
    ['an unknown parameter', ([own]) => (own!.parameter = 'fare'), '0.parameter: unknown parameter "fare"'],
    ['an unknown value', ([own]) => (own!.value = 'fare'), '0.value: unknown parameter "fare"'],
    ['a period after the last one', ([own]) => (own!.period = 7), '0.period: is 7, but the periods are 1 to 6'],
    [
      'a parameter that no term reads',
      ([own]) => (own!.parameter = 'first_trip'),
      '0.parameter: no term reads "first_trip"',
    ],
    [
      'a value that a term reads',
      ([own]) => (own!.value = 'car_cost_factor'),
      '0.value: "car_cost_factor" must have no other use',
    ],
    [
      'a value of two periods',
      ([one, other]) => (other!.value = one!.value),
      '1.value: "swissmetro_fare_2" is already the value in another period',
    ],
    [
      'two values in one period',
      ([, other]) => (other!.period = 2),
      '1: "swissmetro_cost_factor" already has a value in period 2',
    ],
    [
      'a value with other limits',
      ([own]) => (own!.parameter = 'swissmetro_airline_seats_share'),
      '0.value: "swissmetro_fare_2" needs the type, the default and the limits or options of "swissmetro_airline_seats_share"',
    ],
  ])('Values by period with %s are rejected with the path of the error', (_, change, message) => {
    const definition = withOwnFares(repeated) as Definition;
    expect(definitionIssues(definition)).toEqual([]);
    change(definition.decision.periods!.by_period!);
    expect(definitionIssues(definition)).toContainEqual(
      expect.stringContaining(`decision.periods.by_period.${message}`),
    );
  });

  it.each<[string, (definition: Definition) => void, string]>([
    [
      'an unknown attribute of the last choice',
      ({ decision }) => (decision.periods!.last_choice = 'mode'),
      'decision.periods.last_choice: unknown attribute "mode"',
    ],
    [
      'a number as the last choice',
      ({ decision }) => (decision.periods!.last_choice = 'train_time'),
      'decision.periods.last_choice: "train_time" has no categories',
    ],
    [
      'a last choice without an alternative',
      ({ decision }) => (decision.periods!.last_choice = 'sex'),
      'decision.periods.last_choice: "sex" needs a category "train", as each alternative can be the last choice',
    ],
    [
      'a first period that is no whole number',
      ({ decision }) => (decision.periods!.from = 'train_time_factor'),
      'decision.periods.from: "train_time_factor" must be an integer parameter',
    ],
    [
      'a last period after the end',
      ({ decision }) => (decision.periods!.number = 4),
      'decision.periods.until: "last_trip" can be from 1 to 6, but the periods are 1 to 4',
    ],
    [
      'scales by the last choice',
      ({ decision }) => {
        decision.coefficients.push({ id: 'train_scale', label: 'Scale', estimate: 0.8 });
        decision.scales = [{ coefficient: 'train_scale', agents: { attribute: 'last_mode', in: ['train'] } }];
      },
      'decision.scales: must not depend on "last_mode", because random errors are the same after every choice',
    ],
  ])('A definition with %s is rejected with the path of the error', (_, change, message) => {
    expect(issuesOf(change).join('\n')).toContain(message);
  });
});
