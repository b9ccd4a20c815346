// cspell:ignore told (a field of the definition)
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import type { Scenario } from '../definition/scenario.schema.js';
import type { EngineError } from '../engine-error.js';
import { estimatesOf } from '../equations/compile-equations.js';
import { compile } from '../simulation/compile.js';
import { drawSituation } from '../population/situation.js';
import { simulate } from '../simulation/simulate.js';
import { simulateChunk } from '../simulation/simulate-chunk.js';
import { agentRenderer } from '../simulation/render-agent.js';
import { familyOf } from './family-of.js';
import { rowsOf, sampleSize } from '../../test/support/full-level.js';

// If these digests change, results change: increase ENGINE_VERSION.
const expectedDigests = {
  poisson: 'fe1d10bd0a96375d1f36980cdc49972a89b3f4f93e355fb026e4f8e1870473d0',
  negative_binomial: '65c37ec5481c8225f45e96950dccccb73f7c857a4ee177a2af9775d9ecb666cf',
  counts_in_groups: 'bfed4e537a8cfd5c6e4d74f6eaff743fbfe42cfa633362f21df86ae42354729b',
  hazard: 'efab60d1414f01efa0dc8d046bd292c384c2a50fe1b3ea23b6006752046f8b5a',
  willingness_to_pay: '20fd03f25be7c68812987d308059a639e29dfa9287aaf63c2f93d6c722bbb6f3',
  amounts: 'c29f939fe6a73df8f26fd7d30422a62b37900a4e7dc00b1542c0c6759495c8fe',
  amounts_or_zero: '7b8779810c116e005037dcfa53152f2ba6b59cba2139036e1e860493aaa07024',
};

const coefficient = (id: string, estimate: number) => ({ id, label: id, estimate });
const term = (id: string, factors: object[] = [], scale = 1) => ({ id, label: id, coefficient: id, scale, factors });
const outcome = (id: string) => ({ id, label: id, noun: `to end with ${id}` });
const telling = { favours: 'more of it', less: '{number} have less', more: '{number} have more' };

/** Shared by all families: an offer, and attributes of the agents. */
const coefficients = [coefficient('offer', 0.5), coefficient('town', -0.6), coefficient('age', 0.8)];
const terms = [
  term('offer', [{ parameter: 'offer' }]),
  term('town', [{ indicator: { attribute: 'place', in: ['town'] } }]),
  term('age', [{ attribute: 'age' }], 0.02),
];
const amountTerms = [term('constant'), ...terms].map((one) => ({ ...one, equation: 'amount' }));
const zeroTerms = [term('zero'), term('zero_offer', [{ parameter: 'offer' }])].map((one) => ({
  ...one,
  equation: 'zero',
}));
const shared = { id: 'decision', label: 'Decision', variables: [], telling };

const poisson = {
  ...shared,
  family: 'counts',
  coefficients: [coefficient('constant', 0.2), ...coefficients],
  terms: [term('constant'), ...terms],
  count: {
    id: 'visits',
    label: 'Visits',
    unit: 'visits',
    words: { none: 'not at all', one: 'once', two: 'twice', more: '{count} times' },
  },
  outcomes: [
    { ...outcome('none'), from: 0 },
    { ...outcome('some'), from: 1 },
    { ...outcome('many'), from: 4 },
  ],
};

const decisions = {
  poisson,
  negative_binomial: {
    ...poisson,
    coefficients: [...poisson.coefficients, coefficient('log_theta', -0.2)],
    dispersion: 'log_theta',
  },
  counts_in_groups: {
    ...poisson,
    coefficients: [...poisson.coefficients, coefficient('log_theta', 0.9), coefficient('spread', 0.6)],
    dispersion: 'log_theta',
    random_intercept: { spread: 'spread' },
  },
  hazard: {
    ...shared,
    family: 'hazard',
    coefficients: [coefficient('constant', -3), coefficient('early', 0.7), coefficient('time', -0.1), ...coefficients],
    terms: [
      term('constant'),
      term('early', [{ indicator: { state: 'period', at_least: 2, at_most: 3 } }]),
      term('time', [{ state: 'period', transform: 'log' }, { indicator: { attribute: 'place', in: ['town'] } }]),
      ...terms,
    ],
    periods: 12,
    duration: {
      id: 'weeks',
      label: 'Weeks',
      unit: 'weeks',
      period_length: 2,
      ended: 'for {value}',
      staying: 'for more than {value}',
    },
    curve: { id: 'staying', label: 'Still there' },
    outcomes: [{ ...outcome('soon'), until: 3 }, { ...outcome('later'), until: 12 }, outcome('never')],
  },
  willingness_to_pay: {
    ...shared,
    family: 'willingness_to_pay',
    coefficients: [
      coefficient('constant', 1.5),
      ...coefficients,
      coefficient('log_sigma', 0.4),
      coefficient('zero', -0.8),
      coefficient('zero_offer', -0.7),
    ],
    terms: [...amountTerms, ...zeroTerms],
    log_sigma: 'log_sigma',
    price: 'price',
    amount: {
      id: 'most_paid',
      label: 'Most paid',
      unit: 'EUR',
      most: 40,
      told: 'I would pay up to {value}',
      beyond: 'I would pay more than {value}',
    },
    curve: { id: 'demand', label: 'Would pay', prices: [1, 5, 10, 40, 100] },
    outcomes: [outcome('nothing'), outcome('less'), outcome('pays')],
  },
  amounts: {
    ...shared,
    family: 'amounts',
    coefficients: [coefficient('constant', 2.5), ...coefficients, coefficient('log_shape', 0.4)],
    terms: amountTerms,
    log_shape: 'log_shape',
    amount: { id: 'spending', label: 'Spending', unit: 'EUR', told: 'I spend {value}' },
    outcomes: [
      { ...outcome('little'), from: 0 },
      { ...outcome('some'), from: 10 },
      { ...outcome('much'), from: 25.5 },
    ],
  },
  amounts_or_zero: {
    ...shared,
    family: 'amounts',
    coefficients: [
      coefficient('constant', 2.5),
      ...coefficients,
      coefficient('log_shape', -0.3),
      coefficient('zero', -0.8),
      coefficient('zero_offer', -0.7),
    ],
    terms: [...amountTerms, ...zeroTerms],
    log_shape: 'log_shape',
    amount: { id: 'spending', label: 'Spending', unit: 'EUR', told: 'I spend {value}' },
    outcomes: [
      { ...outcome('nothing'), from: 0 },
      { ...outcome('little'), from: 0 },
      { ...outcome('much'), from: 20 },
    ],
  },
};
type Kind = keyof typeof decisions;
const kinds = Object.keys(decisions) as Kind[];

function documentOf(kind: Kind, decision: Omit<(typeof decisions)[Kind], never> = decisions[kind]) {
  const size = decision.coefficients.length;
  const number = (id: string, unit: string, defaultValue: number, minimum: number, maximum: number) => ({
    type: 'number',
    id,
    label: id,
    description: id,
    unit,
    default: defaultValue,
    minimum,
    maximum,
    calibrated_range: [minimum, maximum],
  });
  return structuredClone({
    workflow_id: 'offers',
    version: '1.0.0',
    name: 'Offers',
    summary: 'A small workflow.',
    domain: 'test',
    routing: { examples: ['?'], not_for: ['!'] },
    population: {
      description: 'People.',
      source: 'Made up.',
      date: '2000',
      recommended_agent_count: 1000,
      recommended_agent_count_reason: 'None.',
      attributes: [
        {
          type: 'categorical',
          id: 'place',
          label: 'Place',
          categories: [
            { id: 'town', label: 'Town', phrase: 'in a town', probability: 0.3 },
            { id: 'country', label: 'Country', phrase: 'in the country', probability: 0.7 },
          ],
        },
        {
          type: 'integer',
          id: 'age',
          label: 'Age',
          unit: 'years',
          quantiles: { probabilities: [0, 0.5, 1], values: [18, 40, 90] },
        },
      ],
    },
    scenario: {
      parameters: [number('offer', 'points', 0, 0, 2), number('price', 'EUR', 10, 0.5, 200)],
      assignments: [],
    },
    decision,
    evidence: {
      data: {
        title: 'None',
        citation: 'None',
        file: 'none.csv',
        licence: 'None',
        collected: '2000',
        sample: 'None',
        respondents: 0,
        observations: 0,
        kind: 'experiment',
        causal: 'None.',
      },
      split: {
        method: 'None',
        train_observations: 0,
        train_respondents: 0,
        test_observations: 0,
        test_respondents: 0,
      },
      fits: [{ method: 'None', sample: 'train', observations: 0, log_likelihood: 0, null_models: [] }],
      estimates: decision.coefficients.map(({ id, estimate }) => ({ coefficient: id, estimate, standard_error: 0.1 })),
      covariance: {
        method: 'None',
        coefficients: decision.coefficients.map(({ id }) => id),
        matrix: Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (i === j ? 0.001 : 0))),
      },
      hold_out: { observations: 0, respondents: 0, scores: [{ id: 'log_loss', value: 0 }], outcomes: [], segments: [] },
      limits: ['None.'],
      calibrated_on: '2000-01-01',
      calibrated_with: 'Nothing',
      engine_version: '0.0.0',
    },
    narrative: {
      introduction: [{ text: 'I am {age} old and live {place}' }],
      situation: [{ text: 'I am offered {parameter.offer} and asked for {parameter.price}' }],
      variables: {},
      assignments: {},
      reasons: [
        { id: 'place', terms: ['town'], raises: 'I live {place}', lowers: 'I live {place}' },
        { id: 'age', terms: ['age'], raises: 'I am {age} old', lowers: 'I am only {age} old' },
        { id: 'offer', terms: ['offer'], raises: 'I am offered {parameter.offer}' },
      ],
      levers: { offer: { text: 'Offered {new} rather than {old}' }, price: { text: 'At {new} rather than {old}' } },
      outcome: {
        chosen: 'I happen {alternative}',
        would: 'I would happen {alternative}',
        would_have: 'I would have happened {alternative}',
      },
      peers: 'people in my place',
      baseline: 'Without an offer',
    },
  });
}

const workflows = Object.fromEntries(kinds.map((kind) => [kind, parseDefinition(documentOf(kind))])) as Record<
  Kind,
  WorkflowDefinition
>;
const offered: Scenario = { offer: 1, price: 10 };
const manyAgents = sampleSize(4_000, 100_000);

interface Options {
  readonly agentCount?: number;
  readonly chunkSize?: number;
  readonly parameterDraws?: number;
}

function run(definition: WorkflowDefinition, changes: Scenario, options: Options = {}) {
  const scenario = { ...baselineScenario(definition), ...changes };
  return simulate({ definition, scenario, seed: 5, agentCount: 2_000, parameterDraws: 0, ...options });
}
type Output = ReturnType<typeof run>;
const valuesIn = ({ columns }: Pick<Output, 'columns'>, name: string) =>
  columns.find((column) => column.name === name)!.values;
const measureOf = (definition: WorkflowDefinition) =>
  familyOf(definition.decision).measures(definition.decision, definition.scenario.parameters)[0]!.id;

describe.each(kinds)('%s', (kind) => {
  it('The digest of the family does not change', () => {
    expect(run(workflows[kind], offered, { agentCount: 500 }).digest).toBe(expectedDigests[kind]);
  });
});

// The other kinds have a part of the equations of one of the first four.
const kindsByParts = rowsOf<Kind>(
  ['counts_in_groups', 'hazard', 'willingness_to_pay', 'amounts_or_zero'],
  ['poisson', 'negative_binomial', 'amounts'],
);
describe.each(kindsByParts)('%s', (kind) => {
  const definition = workflows[kind];
  const scenario = { ...baselineScenario(definition), ...offered };
  const measure = measureOf(definition);

  it('The first 100 of 2,000 agents equal a run of 100 agents, and the digest does not depend on the chunk size', () => {
    const whole = run(definition, offered);
    for (const { name, values } of run(definition, offered, { agentCount: 100 }).columns)
      expect(values).toEqual(valuesIn(whole, name).slice(0, 100));
    for (const chunkSize of rowsOf([7], [500, 5_000]))
      expect(run(definition, offered, { chunkSize }).digest).toBe(whole.digest);
  });

  it('A greater offer never changes the measure of an agent in the opposite direction, and changes some', () => {
    // A greater hazard shortens the duration; the other measures increase.
    const sign = kind === 'hazard' ? -1 : 1;
    const numbers = [0, 0.01, 0.3, 1, 2].map((offer) =>
      valuesIn(run(definition, { offer }, { agentCount: sampleSize(500, 5_000) }), `measure.${measure}`),
    );
    numbers.slice(1).forEach((own, step) => {
      const before = numbers[step]!;
      expect(own.every((value, agent) => sign * value >= sign * before[agent]!)).toBe(true);
      expect(own.some((value, agent) => sign * value > sign * before[agent]!)).toBe(true);
    });
  });

  it(`Mean probabilities match the shares of ${manyAgents} agents within 4 standard errors, under scenario and baseline`, () => {
    const output = run(definition, offered, { agentCount: manyAgents, chunkSize: manyAgents / 5 });
    for (const prefix of ['', 'baseline_']) {
      const outcomes = valuesIn(output, `${prefix}outcome`);
      output.summary.outcomes.forEach(({ id }, band) => {
        const probabilities = valuesIn(output, `${prefix}probability.${id}`);
        let [expected, variance, observed] = [0, 0, 0];
        for (let agent = 0; agent < outcomes.length; agent++) {
          expected += probabilities[agent]!;
          variance += probabilities[agent]! * (1 - probabilities[agent]!);
          observed += Number(outcomes[agent] === band);
        }
        expect(Math.abs(observed - expected)).toBeLessThan(4 * Math.sqrt(variance));
      });
    }
  });

  it(`Expectations at given coefficients equal the probabilities, and match the means and curves of ${manyAgents / 2} agents`, () => {
    const agentCount = manyAgents / 2;
    const { situation } = drawSituation(compile(definition, scenario, 5), 0, agentCount);
    const own = estimatesOf(familyOf(definition.decision).linear(definition.decision));
    const drawn = own.map((value, k) => value + 0.05 * (k % 3));
    const expectations = compile(definition, scenario, 5).decision.expect(situation, [own, drawn]);
    [own, drawn].forEach((values, k) => {
      const other = structuredClone(definition);
      other.decision.coefficients.forEach((one, position) => (one.estimate = values[position]!));
      const output = run(other, offered, { agentCount });
      const { outcomes, curves } = output.summary;
      outcomes.forEach(({ expected_share: share, baseline_expected_share: baselineShare }, band) => {
        expect(expectations[k]!.scenario[band]).toBeCloseTo(share, 12);
        expect(expectations[k]!.baseline[band]).toBeCloseTo(baselineShare, 12);
      });
      for (const [side, prefix] of [
        ['scenario', ''],
        ['baseline', 'baseline_'],
      ] as const) {
        const { mean, standardError } = meanAndError(valuesIn(output, `${prefix}measure.${measure}`));
        expect(Math.abs(expectations[k]![side][outcomes.length]! - mean)).toBeLessThan(4 * standardError);
      }
      const points = curves.flatMap((curve) => curve.points);
      expect(expectations[k]!.scenario.length).toBe(outcomes.length + 1 + points.length);
      points.forEach(({ share }, position) => {
        const expected = expectations[k]!.scenario[outcomes.length + 1 + position]!;
        const error = Math.sqrt((expected * (1 - expected)) / agentCount);
        expect(Math.abs(share - expected)).toBeLessThan(4 * error + 1e-9);
      });
    });
  });

  it('The difference has no greater simulation error than the level, and every number has an estimation error', () => {
    const { measures, outcomes } = run(definition, { offer: 0.2 }, { parameterDraws: 30 }).summary;
    for (const { errors, difference_errors: difference } of [...measures, ...outcomes]) {
      expect(errors.estimation).toBeGreaterThan(0);
      expect(difference.simulation).toBeLessThanOrEqual(errors.simulation!);
    }
  });

  it('Every number of the summary is finite if the covariance allows extreme coefficients', () => {
    const vague = structuredClone(definition);
    vague.evidence.covariance!.matrix.forEach((row, k) => (row[k] = 1e4));
    const { measures, outcomes } = run(vague, offered, { agentCount: 200, parameterDraws: 50 }).summary;
    for (const { errors, difference_errors, interval } of [...measures, ...outcomes])
      for (const number of [errors.estimation, difference_errors.estimation, ...interval!])
        expect(Number.isFinite(number)).toBe(true);
  });

  it('The error names the draw of coefficients that gives a predictor that is not finite', () => {
    const broken = structuredClone(definition);
    broken.decision.coefficients.find(({ id }) => id === 'age')!.estimate = 0;
    broken.decision.terms.find(({ id }) => id === 'age')!.scale = 1e300;
    const { coefficients, matrix } = broken.evidence.covariance!;
    const position = coefficients.indexOf('age');
    matrix[position]![position] = 1e14;
    const error = errorOf(() => run(broken, offered, { agentCount: 50, parameterDraws: 2 }));
    expect(error?.code).toBe('utility_not_finite');
    expect(error?.meta).toMatchObject({ term: 'age', draw: 0 });
    expect(error?.message).toMatch(/^Draw 0 of the coefficients from their covariance fails: /);
  });

  it('Every result column is finite at the bounds of the parameters', () => {
    for (const changes of [
      { offer: 0, price: 0.5 },
      { offer: 2, price: 200 },
    ]) {
      for (const { values } of run(definition, changes, { agentCount: sampleSize(400, 2_000) }).columns)
        expect(values.every((value: number) => Number.isFinite(value))).toBe(true);
    }
  });

  it('The error names the term and the agent of a predictor that is not finite', () => {
    const broken = structuredClone(definition);
    broken.decision.coefficients.find(({ id }) => id === 'age')!.estimate = 1e308;
    broken.decision.terms.find(({ id }) => id === 'age')!.scale = 1e10;
    const error = errorOf(() => simulateChunk(compile(broken, scenario, 5), 40, 60));
    expect(error?.code).toBe('utility_not_finite');
    expect(error?.meta).toMatchObject({ term: 'age', agent: 40 });
  });

  it('A change stated in a transcript has the stated effect when simulated', () => {
    const agentCount = sampleSize(24, 300);
    const render = agentRenderer(definition, scenario, run(definition, offered, { agentCount }));
    let changes = 0;
    for (let agent = 0; agent < agentCount; agent++) {
      const tip = /(Offered|At) (?:EUR )?([\d.]+)(?: points?)? rather than .*, I would happen (.*)\.$/.exec(
        render(agent).transcript.at(-1)!,
      );
      if (!tip) continue;
      changes++;
      const other = { ...scenario, [tip[1] === 'At' ? 'price' : 'offer']: Number(tip[2]) };
      const changed = agentRenderer(definition, other, run(definition, other, { agentCount: agent + 1 }))(agent);
      expect(changed.transcript.join(' ')).toContain(`I happen ${tip[3]}.`);
    }
    expect(changes).toBeGreaterThan(agentCount / 6);
  });

  it('Transcripts contain no raw floats or unfilled placeholders, and report the measure of the columns', () => {
    const agentCount = sampleSize(60, 400);
    const output = run(definition, offered, { agentCount });
    const render = agentRenderer(definition, scenario, output);
    for (let agent = 0; agent < agentCount; agent++) {
      const { transcript, measures } = render(agent);
      expect(transcript.join('\n')).not.toMatch(/\d\.\d{3}|[{}]|\.\.|NaN|undefined|null| {2}/);
      expect(transcript.filter((line) => !/^[A-Z].*\.$/.test(line))).toEqual([]);
      expect(measures[measure]!.value).toBe(valuesIn(output, `measure.${measure}`)[agent]);
    }
  });
});

function errorOf(work: () => unknown): EngineError | undefined {
  try {
    work();
  } catch (error) {
    return error as EngineError;
  }
  return undefined;
}

/** Mean of values and its standard error. */
function meanAndError(values: ArrayLike<number>) {
  const list = Array.from(values);
  const mean = list.reduce((sum, value) => sum + value, 0) / list.length;
  const squares = list.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, standardError: Math.sqrt(squares / (list.length - 1) / list.length) };
}

describe('counts', () => {
  const countsOfEqualAgents = (kind: 'poisson' | 'negative_binomial' | 'counts_in_groups') => {
    const document = documentOf(kind);
    document.decision.coefficients.forEach((one) => {
      if (['town', 'age'].includes(one.id)) one.estimate = 0;
    });
    document.evidence.estimates.forEach((one) => {
      if (['town', 'age'].includes(one.coefficient)) one.estimate = 0;
    });
    const output = run(parseDefinition(document), offered, { agentCount: manyAgents });
    const values = Float64Array.from(valuesIn(output, 'measure.visits'));
    const own = meanAndError(values);
    return { own, squares: meanAndError(values.map((value) => (value - own.mean) ** 2)) };
  };
  const mean = Math.exp(0.7);
  const theta = Math.exp(-0.2);
  // Random intercepts multiply the mean of a group by a log-normal number.
  const inGroups = Math.exp(0.7 + 0.18);
  const varianceInGroups = inGroups + inGroups ** 2 * ((1 + Math.exp(-0.9)) * Math.exp(0.36) - 1);

  it.each([
    ['poisson', mean, mean],
    ['negative_binomial', mean, mean + mean ** 2 / theta],
    ['counts_in_groups', inGroups, varianceInGroups],
  ] as const)(
    'The mean and variance of %s of equal agents match the formula within 4 standard errors',
    (kind, expected, variance) => {
      const { own, squares } = countsOfEqualAgents(kind);
      expect(Math.abs(own.mean - expected)).toBeLessThan(4 * own.standardError);
      expect(Math.abs(squares.mean - variance)).toBeLessThan(4 * squares.standardError);
    },
  );

  it('A mean count above a million fails with the index of the agent', () => {
    const huge = structuredClone(workflows.poisson);
    huge.decision.coefficients[0]!.estimate = 20;
    const error = errorOf(() => simulateChunk(compile(huge, baselineScenario(huge), 5), 7, 9));
    expect([error?.code, error?.meta]).toEqual(['mean_too_great', { agent: 7 }]);
  });

  it('A mean count above a million of the group of an agent fails, although the mean over the groups is smaller', () => {
    const spread = structuredClone(workflows.counts_in_groups);
    const { coefficients } = spread.decision;
    coefficients[0]!.estimate = 5;
    coefficients.find(({ id }) => id === 'spread')!.estimate = 3;
    const error = errorOf(() => simulateChunk(compile(spread, baselineScenario(spread), 5), 0, 2_000));
    expect(error?.code).toBe('mean_too_great');
  });

  it('A transcript ends if another value of a parameter has a mean without a limit', () => {
    const huge = structuredClone(workflows.poisson);
    huge.decision.coefficients.find(({ id }) => id === 'offer')!.estimate = 1e9;
    const baseline = baselineScenario(huge);
    const { transcript } = agentRenderer(huge, baseline, run(huge, baseline, { agentCount: 1 }))(0);
    expect(transcript.join(' ')).not.toMatch(/NaN|Infinity/);
  });
});

describe('hazards', () => {
  it('Band probabilities follow the complementary log-log formula in every period', () => {
    const output = run(workflows.hazard, offered, { agentCount: 300 });
    const [place, ages] = [valuesIn(output, 'attribute.place'), valuesIn(output, 'attribute.age')];
    for (let agent = 0; agent < 300; agent++) {
      const inTown = Number(place[agent] === 0);
      let staying = 1;
      const after = [1];
      for (let period = 1; period <= 12; period++) {
        const predictor =
          -3 +
          (period === 2 || period === 3 ? 0.7 : 0) -
          0.1 * Math.log(period) * inTown +
          0.5 -
          0.6 * inTown +
          0.016 * ages[agent]!;
        staying *= 1 - (1 - Math.exp(-Math.exp(predictor)));
        after.push(staying);
      }
      const expected = [1 - after[3]!, after[3]! - after[12]!, after[12]!];
      ['soon', 'later', 'never'].forEach((id, band) =>
        expect(valuesIn(output, `probability.${id}`)[agent]).toBeCloseTo(expected[band]!, 12),
      );
    }
  });

  it('A greater hazard with the same random errors never delays the end of the state', () => {
    const output = run(workflows.hazard, { offer: 0 }, { agentCount: 200 });
    const certain = run(workflows.hazard, { offer: 2 }, { agentCount: 200 });
    const [early, late] = [valuesIn(certain, 'period'), valuesIn(output, 'period')];
    for (let agent = 0; agent < 200; agent++) {
      const errors = Array.from({ length: 12 }, (_, k) => valuesIn(output, `error.${k + 1}`)[agent]!);
      expect(errors).toEqual(errors.map((_, k) => valuesIn(certain, `error.${k + 1}`)[agent]!));
      expect(early[agent]).toBeLessThanOrEqual(late[agent]!);
    }
  });

  it('The survival curve never increases and ends at the share of the last band', () => {
    const { curves, outcomes, measures } = run(workflows.hazard, offered).summary;
    const { points } = curves[0]!;
    expect(points.map(({ step }) => step)).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24]);
    points.slice(1).forEach(({ share }, k) => expect(share).toBeLessThanOrEqual(points[k]!.share));
    expect(points[2]!.share).toBeCloseTo(1 - outcomes[0]!.share, 12);
    expect(points[11]!.share).toBeCloseTo(outcomes[2]!.share, 12);
    const area = 2 * (1 + points.slice(0, -1).reduce((sum, { share }) => sum + share, 0));
    expect(measures[0]!.mean).toBeCloseTo(area, 9);
  });
});

describe('willingness to pay', () => {
  it('A lower price never loses a payer, and the curve equals the share of payers at each price', () => {
    const curve = run(workflows.willingness_to_pay, offered).summary.curves[0]!.points;
    const payers = [100, 40, 10, 5, 1].map((price) => {
      const output = run(workflows.willingness_to_pay, { ...offered, price });
      expect(curve.find(({ step }) => step === price)!.share).toBeCloseTo(output.summary.outcomes[2]!.share, 12);
      return valuesIn(output, 'outcome');
    });
    payers
      .slice(1)
      .forEach((own, step) => expect(own.every((paid, agent) => paid >= payers[step]![agent]!)).toBe(true));
  });

  it('Amounts are capped at the limit and are 0 exactly for agents that pay nothing', () => {
    const output = run(workflows.willingness_to_pay, offered);
    const amounts = valuesIn(output, 'measure.most_paid');
    expect(Math.max(...amounts)).toBe(40);
    amounts.forEach((amount, agent) => expect(amount === 0).toBe(valuesIn(output, 'outcome')[agent] === 0));
  });
});

describe('amounts', () => {
  it.each([
    ['amounts', 1],
    ['amounts_or_zero', 1 / (1 + Math.exp(-0.8 - 0.7))],
  ] as const)('The mean and variance of %s of equal agents match the formula within 4 standard errors', (kind, any) => {
    const equal = structuredClone(workflows[kind]);
    const { coefficients: own } = equal.decision;
    for (const one of own) if (['town', 'age'].includes(one.id)) one.estimate = 0;
    const [mean, shape] = [Math.exp(3), Math.exp(own.find(({ id }) => id === 'log_shape')!.estimate)];
    const values = Float64Array.from(valuesIn(run(equal, offered, { agentCount: manyAgents }), 'measure.spending'));
    const amounts = meanAndError(values);
    const squares = meanAndError(values.map((value) => (value - amounts.mean) ** 2));
    const variance = any * (mean ** 2 / shape + mean ** 2) - (any * mean) ** 2;
    expect(Math.abs(amounts.mean - any * mean)).toBeLessThan(4 * amounts.standardError);
    expect(Math.abs(squares.mean - variance)).toBeLessThan(4 * squares.standardError);
  });

  it('Amounts are 0 exactly in the first band, and the amounts of others change by the ratio of their means', () => {
    const output = run(workflows.amounts_or_zero, offered);
    const [amounts, before] = [valuesIn(output, 'measure.spending'), valuesIn(output, 'baseline_measure.spending')];
    amounts.forEach((amount, agent) => {
      expect(amount === 0).toBe(valuesIn(output, 'outcome')[agent] === 0);
      if (before[agent]! > 0) expect(amount / before[agent]!).toBeCloseTo(Math.exp(0.5), 12);
    });
  });

  it('A mean that underflows to 0 has finite probabilities, derivatives and transcripts', () => {
    const tiny = structuredClone(workflows.amounts);
    tiny.decision.coefficients[0]!.estimate = -800;
    const scenario = { ...baselineScenario(tiny), ...offered };
    const output = simulate({ definition: tiny, scenario, seed: 5, agentCount: 20 });
    expect(Array.from(valuesIn(output, 'probability.little'))).toEqual(Array<number>(20).fill(1));
    for (const { errors } of [...output.summary.outcomes, ...output.summary.measures])
      expect(errors.estimation).toBe(0);
    const { transcript } = agentRenderer(tiny, scenario, output)(0);
    expect(transcript.join(' ')).not.toMatch(/NaN|undefined/);
  });

  it('A mean amount above a million billion fails with the index of the agent', () => {
    const huge = structuredClone(workflows.amounts);
    huge.decision.coefficients[0]!.estimate = 40;
    const error = errorOf(() => simulateChunk(compile(huge, baselineScenario(huge), 5), 7, 9));
    expect([error?.code, error?.meta]).toEqual(['mean_too_great', { agent: 7 }]);
  });
});

type Document = ReturnType<typeof documentOf>;
const decisionOf = <K extends Kind>(document: Document) => document.decision as unknown as (typeof decisions)[K];

describe('validation of counts, hazards and amounts', () => {
  it.each<[string, Kind, (document: Document) => unknown, string]>([
    [
      'a first band above 0',
      'poisson',
      (document) => (decisionOf<'poisson'>(document).outcomes[0]!.from = 1),
      'decision.outcomes.0.from: "none" is the first band, so it must start at 0',
    ],
    [
      'bands that do not increase',
      'poisson',
      (document) => (decisionOf<'poisson'>(document).outcomes[2]!.from = 1),
      'decision.outcomes.2.from: "many" starts at 1, which is not above 1, the start of "some"',
    ],
    [
      'a second band of amounts above 0 that does not start at 0',
      'amounts_or_zero',
      (document) => (decisionOf<'amounts_or_zero'>(document).outcomes[1]!.from = 5),
      'decision.outcomes.1.from: "little" is the first band above 0, so it must start at 0',
    ],
    [
      'a band for 0 of amounts that cannot be 0',
      'amounts',
      (document) => (decisionOf<'amounts'>(document).outcomes[1]!.from = 0),
      'decision.outcomes.1.from: "some" starts at 0, which is not above 0, the start of "little"',
    ],
    [
      'a dispersion that is not a coefficient',
      'negative_binomial',
      (document) => (decisionOf<'negative_binomial'>(document).dispersion = 'spread'),
      'unknown coefficient "spread"',
    ],
    [
      'a last band that starts too high for random intercepts',
      'counts_in_groups',
      (document) => (decisionOf<'counts_in_groups'>(document).outcomes[2]!.from = 201),
      'decision.outcomes.2.from: "many" starts at 201, but with random intercepts the last band starts at 200 at most',
    ],
    [
      'an implausible standard deviation of random intercepts',
      'counts_in_groups',
      (document) => {
        document.decision.coefficients.find(({ id }) => id === 'spread')!.estimate = 3.5;
        document.evidence.estimates.find(({ coefficient: id }) => id === 'spread')!.estimate = 3.5;
      },
      'decision.random_intercept.spread: "spread" is 3.5, but a standard deviation of the logarithms of means is at most 3',
    ],
    [
      'a state in a family without states',
      'poisson',
      ({ decision }) => (decision.terms[0]!.factors = [{ state: 'period' }]),
      'unknown state "period"; known: none',
    ],
    [
      'an unknown state',
      'hazard',
      ({ decision }) => (decision.terms[0]!.factors = [{ state: 'exposure' }]),
      'unknown state "exposure"; known: period',
    ],
    [
      'a band without an end',
      'hazard',
      (document) => delete (decisionOf<'hazard'>(document).outcomes[1] as { until?: number }).until,
      'decision.outcomes.1.until: "later" needs "until", its last period',
    ],
    [
      'a last band with an end',
      'hazard',
      (document) => ((decisionOf<'hazard'>(document).outcomes[2] as { until?: number }).until = 14),
      '"never" is the last band, for agents still in the state at the end, so it must not have "until"',
    ],
    [
      'bands that omit periods',
      'hazard',
      (document) => (decisionOf<'hazard'>(document).periods = 13),
      'decision.outcomes: must cover all 13 periods, but end at period 12',
    ],
    [
      'a price that is not a parameter',
      'willingness_to_pay',
      (document) => (decisionOf<'willingness_to_pay'>(document).price = 'fee'),
      'decision.price: unknown parameter "fee"',
    ],
    [
      'a price that can be 0',
      'willingness_to_pay',
      (document) => {
        const price = document.scenario.parameters[1]!;
        price.minimum = 0;
        price.calibrated_range = [0, 200];
      },
      '"price" can be 0, but a price must be above 0',
    ],
    [
      'a price in another unit',
      'willingness_to_pay',
      (document) => (document.scenario.parameters[1]!.unit = 'USD'),
      '"price" is in USD, but amounts are in EUR',
    ],
    [
      'prices that do not increase',
      'willingness_to_pay',
      (document) => decisionOf<'willingness_to_pay'>(document).curve.prices.reverse(),
      'decision.curve.prices: must increase',
    ],
  ])('A definition with %s is rejected with the path of the error', (_, kind, spoil, message) => {
    const document = documentOf(kind);
    spoil(document);
    expect(() => parseDefinition(document)).toThrow(message);
  });
});
