import { columnNamed, mergeChunks } from '../columns/column.js';
import { digestColumns } from '../columns/digest-columns.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { normalCumulative } from '../math/normal.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import type { Scenario } from '../definition/scenario.schema.js';
import type { EngineError } from '../engine-error.js';
import { compileEquations, estimatesOf } from '../equations/compile-equations.js';
import { evaluateEquations } from '../equations/evaluate-equations.js';
import { linkOf } from '../equations/formulas.js';
import { compileParameterEffects, rowCurves } from '../equations/parameter-effects.js';
import { withIntercept } from '../equations/random-intercepts.js';
import { compile } from '../simulation/compile.js';
import { decideAgents, simulateChunk } from '../simulation/simulate-chunk.js';
import { drawSituation } from '../population/situation.js';
import { simulate } from '../simulation/simulate.js';
import { agentRenderer } from '../simulation/render-agent.js';
import { rowsOf, sampleSize } from '../../test/support/full-level.js';
import { familyOf } from './family-of.js';
import { productContextOf } from '../equations/products/compile-products.js';

// If these digests change, results change: increase ENGINE_VERSION.
const expectedDigests: Record<string, string> = {
  binary_logit: '2ab5ceb1db3855d78ea9ebd5543af757c03917cc96ab15edf9ed776d2a082282',
  binary_probit: '799f3e0cf915cbf3449d15805bf7f9762580c5cc099dc1140676c2161351465c',
  binary_complementary_log_log: '1a86e6d826bb26eb1cb1f833f2cac32d4b5a2afd0092d41f67caaaef4d0b2785',
  binary_random_intercept: '19229750026e2a4d86f6e60fad59157a8908c26efe638dedcda759a2d9c328ff',
  ordered_probit: 'f68dc7d127b1565096e51741147f6f5c7a685c9665919d5d6f76ff61a34c1297',
  ordered_complementary_log_log: 'd0514bc16e8cc992cd1efc409caf07c12d5b79d312cafdee108073547e0588ab',
  ordered_random_intercept: '3b82089f586fba678daee00141535fe491603c0dc5a0fe1cfbb0c1007b2aadf7',
  ordered_logit: 'ecc4cfaf4ff5636a446cce67e66d85cc5eb2334e09134c6e778ee9f983ffb799',
};

const coefficient = (id: string, estimate: number) => ({ id, label: id, estimate });
const term = (id: string, factors: object[], scale = 1) => ({ id, label: id, coefficient: id, scale, factors });
const outcome = (id: string) => ({ id, label: id, noun: `${id} interest` });

/** Shared by both families: a letter that reaches a share of the agents, a bonus with a step at 0.1, and attributes of the agents. */
const coefficients = [
  coefficient('letter', 0.7),
  coefficient('any_bonus', 0.5),
  coefficient('bonus', 0.9),
  coefficient('town', -0.6),
  coefficient('age', 0.8),
];
const terms = [
  term('letter', [{ indicator: { parameter: 'letter', in: ['plain', 'strong'] } }, { assignment: 'reached' }]),
  { ...term('strong', [{ indicator: { parameter: 'letter', in: ['strong'] } }]), coefficient: 'letter', scale: 0.5 },
  term('any_bonus', [{ indicator: { parameter: 'bonus', at_least: 0.1 } }]),
  term('bonus', [{ parameter: 'bonus', scale: 2, transform: 'log1p' }]),
  term('town', [{ indicator: { attribute: 'place', in: ['town'] } }]),
  term('age', [{ attribute: 'age' }], 0.02),
];

const decisions = {
  binary_logit: {
    family: 'binary_logit',
    id: 'decision',
    label: 'Decision',
    outcomes: [outcome('no'), outcome('some')],
    variables: [],
    coefficients: [coefficient('constant', -1.4), ...coefficients],
    terms: [term('constant', []), ...terms],
  },
  ordered_logit: {
    family: 'ordered_logit',
    id: 'decision',
    label: 'Decision',
    outcomes: [outcome('no'), outcome('some'), outcome('much'), outcome('great')],
    thresholds: ['cut_1', 'cut_2', 'cut_3'],
    score: { id: 'interest', label: 'Interest', unit: 'points', points: [0, 1, 3, 10] },
    variables: [],
    coefficients: [...coefficients, coefficient('cut_1', 0.4), coefficient('cut_2', 1.1), coefficient('cut_3', 2.5)],
    terms,
  },
};
/** The models with other distributions of the random error, by link. */
const withLinks = {
  ...decisions,
  binary_probit: { ...decisions.binary_logit, link: 'probit' },
  binary_complementary_log_log: { ...decisions.binary_logit, link: 'complementary_log_log' },
  binary_random_intercept: {
    ...decisions.binary_logit,
    coefficients: [...decisions.binary_logit.coefficients, coefficient('spread', 0.8)],
    random_intercept: { spread: 'spread' },
  },
  ordered_probit: { ...decisions.ordered_logit, link: 'probit' },
  ordered_complementary_log_log: { ...decisions.ordered_logit, link: 'complementary_log_log' },
  ordered_random_intercept: {
    ...decisions.ordered_logit,
    link: 'complementary_log_log',
    coefficients: [...decisions.ordered_logit.coefficients, coefficient('spread', 0.6)],
    random_intercept: { spread: 'spread' },
  },
};
type Family = keyof typeof withLinks;
const families = Object.keys(withLinks) as Family[];
/** Mean over a standard normal number. */
function meanOver(value: (z: number) => number): number {
  const nodes = Array.from({ length: 2_001 }, (_, k) => (k - 1_000) / 100);
  return nodes.reduce((sum, z) => sum + (value(z) * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI), 0) / 100;
}

/** P(error > x) of each family. */
const probabilityAbove: Record<Family, (x: number) => number> = {
  binary_logit: (x) => 1 / (1 + Math.exp(x)),
  binary_probit: (x) => normalCumulative(-x),
  binary_complementary_log_log: (x) => 1 - Math.exp(-Math.exp(-x)),
  binary_random_intercept: (x) => meanOver((z) => 1 / (1 + Math.exp(x - 0.8 * z))),
  ordered_logit: (x) => 1 / (1 + Math.exp(x)),
  ordered_probit: (x) => normalCumulative(-x),
  ordered_complementary_log_log: (x) => 1 - Math.exp(-Math.exp(-x)),
  ordered_random_intercept: (x) => meanOver((z) => 1 - Math.exp(-Math.exp(0.6 * z - x))),
};

function documentOf(family: Family) {
  const decision = withLinks[family];
  const option = (id: string) => ({ id, label: id, phrase: `${id} letter` });
  const count = decision.coefficients.length;
  return structuredClone({
    workflow_id: 'letters',
    version: '1.0.0',
    name: 'Letters',
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
      parameters: [
        {
          type: 'choice',
          id: 'letter',
          label: 'Letter',
          description: 'Which.',
          default: 'none',
          options: ['none', 'plain', 'strong'].map(option),
        },
        {
          type: 'number',
          id: 'bonus',
          label: 'Bonus',
          description: 'How much.',
          unit: 'USD',
          default: 0,
          minimum: 0,
          maximum: 5,
          calibrated_range: [0, 3],
        },
        {
          type: 'number',
          id: 'reach',
          label: 'Reach',
          description: 'How many.',
          unit: 'share',
          default: 0.6,
          minimum: 0,
          maximum: 1,
          calibrated_range: [0, 1],
        },
      ],
      assignments: [{ id: 'reached', label: 'Reached', share: 'reach' }],
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
        matrix: Array.from({ length: count }, (_, i) => Array.from({ length: count }, (_, j) => (i === j ? 0.01 : 0))),
      },
      hold_out: { observations: 0, respondents: 0, scores: [{ id: 'log_loss', value: 0 }], outcomes: [], segments: [] },
      limits: ['None.'],
      calibrated_on: '2000-01-01',
      calibrated_with: 'Nothing',
      engine_version: '0.0.0',
    },
    narrative: {
      introduction: [{ text: 'I am {age} old and live {place}' }],
      situation: [{ when: { parameter: 'bonus', at_least: 0.1 }, text: 'I am offered {parameter.bonus}' }],
      variables: {},
      assignments: {
        reached: {
          when: { parameter: 'letter', in: ['plain', 'strong'] },
          assigned: 'The {parameter.letter} reached me',
          not_assigned: 'The {parameter.letter} missed me',
        },
      },
      reasons: [
        { id: 'place', terms: ['town'], raises: 'I live {place}', lowers: 'I live {place}' },
        { id: 'bonus', terms: ['any_bonus', 'bonus'], raises: 'I am offered {parameter.bonus}' },
      ],
      levers: {
        letter: { text: 'With {new} rather than {old}' },
        bonus: { text: 'With {new} rather than {old}' },
        reach: { text: 'Had the letter reached {new} rather than {old}' },
      },
      outcome: {
        chosen: 'I show {alternative}',
        would: 'I would show {alternative}',
        would_have: 'I would {alternative}',
      },
      peers: 'people in my place',
      baseline: 'Without it',
    },
  });
}

const workflows = Object.fromEntries(families.map((family) => [family, parseDefinition(documentOf(family))])) as Record<
  Family,
  WorkflowDefinition
>;
const manyAgents = sampleSize(5_000, 100_000);
const offer = { letter: 'strong', bonus: 1.5 };
const scenarioOf = (definition: WorkflowDefinition, changes: Scenario = {}): Scenario => ({
  ...baselineScenario(definition),
  ...changes,
});

const runOf = (definition: WorkflowDefinition, changes: Scenario, agentCount: number, chunkSize = 1_000) =>
  simulate({
    definition,
    scenario: scenarioOf(definition, changes),
    seed: 5,
    agentCount,
    chunkSize,
    parameterDraws: 0,
  });
const valuesIn = ({ columns }: Pick<ReturnType<typeof runOf>, 'columns'>, name: string) =>
  columns.find((column) => column.name === name)!.values;

describe.each(families)('%s', (family) => {
  it('The digest of the family does not change', () => {
    expect(runOf(workflows[family], offer, 500).digest).toBe(expectedDigests[family]);
  });

  it('Probabilities follow the formula P(outcome > k) = P(error > threshold - predictor)', () => {
    const output = runOf(workflows[family], offer, 60);
    const [place, ages, reached] = ['attribute.place', 'attribute.age', 'assignment.reached'].map((name) =>
      valuesIn(output, name),
    );
    const thresholds = family.startsWith('binary') ? [1.4] : [0.4, 1.1, 2.5];
    for (let agent = 0; agent < 60; agent++) {
      const predictor =
        (reached![agent]! + 0.5) * 0.7 +
        0.5 +
        0.9 * Math.log(4) -
        (place![agent] === 0 ? 0.6 : 0) +
        0.016 * ages![agent]!;
      const above = [1, ...thresholds.map((threshold) => probabilityAbove[family](threshold - predictor)), 0];
      output.summary.outcomes.forEach(({ id }, level) =>
        expect(valuesIn(output, `probability.${id}`)[agent]).toBeCloseTo(above[level]! - above[level + 1]!, 12),
      );
    }
  });
});

// The others combine the parts of the first three: an outcome, a link and random intercepts.
const familiesByParts = rowsOf<Family>(
  ['binary_logit', 'binary_random_intercept', 'ordered_complementary_log_log'],
  ['binary_probit', 'binary_complementary_log_log', 'ordered_logit', 'ordered_probit', 'ordered_random_intercept'],
);
describe.each(familiesByParts)('%s', (family) => {
  const definition = workflows[family];
  const scenario = scenarioOf(definition, offer);
  const run = (changes: Scenario, agentCount: number, chunkSize?: number) =>
    runOf(definition, changes, agentCount, chunkSize);

  it('The first 100 of 400 agents equal a run of 100 agents, and the digest does not depend on the chunk size', () => {
    const whole = run(offer, 400);
    for (const { name, values } of run(offer, 100).columns) expect(values).toEqual(valuesIn(whole, name).slice(0, 100));
    for (const chunkSize of [7, 150]) expect(run(offer, 400, chunkSize).digest).toBe(whole.digest);
    const compiled = compile(definition, scenario, 5);
    const backwards = [200, 0].map((from) => simulateChunk(compiled, from, from + 200));
    expect(digestColumns(mergeChunks(backwards))).toBe(whole.digest);
  });

  it('A better offer never lowers the outcome of an agent, and raises it for some', () => {
    const steps: Scenario[] = [
      {},
      { letter: 'plain' },
      { letter: 'plain', reach: 0.9 },
      { letter: 'strong', reach: 0.9 },
      { letter: 'strong', reach: 0.9, bonus: 0.1 },
      { letter: 'strong', reach: 0.9, bonus: 2 },
      { letter: 'strong', reach: 1, bonus: 5 },
    ];
    const outcomes = steps.map((changes) =>
      valuesIn(decideAgents(definition, scenarioOf(definition, changes), 5, 2_000), 'outcome'),
    );
    outcomes.slice(1).forEach((own, step) => {
      const before = outcomes[step]!;
      expect(own.every((level, agent) => level >= before[agent]!)).toBe(true);
      expect(own.some((level, agent) => level > before[agent]!)).toBe(true);
    });
  });

  it(`Mean probabilities match the shares of ${manyAgents} agents within 4 standard errors, under scenario and baseline`, () => {
    const agentCount = manyAgents;
    const output = run(offer, agentCount, 20_000);
    for (const prefix of ['', 'baseline_']) {
      const outcomes = valuesIn(output, `${prefix}outcome`);
      output.summary.outcomes.forEach(({ id }, level) => {
        const probabilities = valuesIn(output, `${prefix}probability.${id}`);
        let [expected, variance, observed] = [0, 0, 0];
        for (let agent = 0; agent < agentCount; agent++) {
          expected += probabilities[agent]!;
          variance += probabilities[agent]! * (1 - probabilities[agent]!);
          observed += Number(outcomes[agent] === level);
        }
        expect(Math.abs(observed - expected)).toBeLessThan(4 * Math.sqrt(variance));
      });
    }
  });

  it('Expectations at given coefficients equal the mean probabilities of agents simulated with them', () => {
    const { situation } = drawSituation(compile(definition, scenario, 5), 0, 400);
    const own = estimatesOf(familyOf(definition.decision).linear(definition.decision));
    const drawn = own.map((value, k) => value + 0.1 * (k % 3));
    const expectations = compile(definition, scenario, 5).decision.expect(situation, [own, drawn]);
    [own, drawn].forEach((values, k) => {
      const other = structuredClone(definition);
      other.decision.coefficients.forEach((one, position) => (one.estimate = values[position]!));
      const output = simulate({ definition: other, scenario, seed: 5, agentCount: 400, parameterDraws: 0 });
      const { outcomes } = output.summary;
      outcomes.forEach(({ expected_share: share, baseline_expected_share: baselineShare }, level) => {
        expect(expectations[k]!.scenario[level]).toBeCloseTo(share, 12);
        expect(expectations[k]!.baseline[level]).toBeCloseTo(baselineShare, 12);
      });
      if (other.decision.family !== 'ordered_logit') return;
      const points = other.decision.score!.points;
      const mean = outcomes.reduce((sum, { expected_share: share }, level) => sum + share * points[level]!, 0);
      expect(expectations[k]!.scenario[outcomes.length]).toBeCloseTo(mean, 12);
    });
  });

  it('The curve of a parameter equals the equations at each value, across steps and transforms', () => {
    const { situation } = drawSituation(compile(definition, scenario, 5), 0, 1);
    const assigned = situation.assigned.scenario;
    // Without the transform, the step alone must keep the parameter from being treated as linear.
    const stepped = structuredClone(definition);
    const factor = stepped.decision.terms.find(({ id }) => id === 'bonus')!.factors[0]!;
    if ('transform' in factor) delete factor.transform;
    for (const workflow of [definition, stepped]) {
      const [model, context] = [familyOf(workflow.decision).linear(workflow.decision), productContextOf(workflow)];
      const effects = compileParameterEffects(workflow, model, context, scenario);
      const effect = effects.find(({ parameter }) => parameter.id === 'bonus')!;
      if (effect.kind !== 'number') throw new Error(effect.kind);
      expect(effect.isLinear).toBe(false);
      const along = rowCurves(effect.curve, situation.attributes, assigned)(0);
      for (const bonus of [0, 0.09, 0.1, 1, 5]) {
        const equations = compileEquations(model, context, { ...scenario, bonus });
        const values = evaluateEquations(equations, situation.attributes, assigned, 0);
        along(bonus).forEach((value, k) => expect(value).toBeCloseTo(values[k]!, 12));
      }
      expect(along(0.1).at(-1)! - along(0.1 - 1e-9).at(-1)!).toBeCloseTo(0.5, 6);
    }
  });

  it('The error names the term and the agent of a predictor that is not finite', () => {
    const broken = structuredClone(definition);
    broken.decision.coefficients.find(({ id }) => id === 'age')!.estimate = 1e308;
    broken.decision.terms.find(({ id }) => id === 'age')!.scale = 1e10;
    let error: EngineError | undefined;
    try {
      simulateChunk(compile(broken, scenario, 5), 40, 60);
    } catch (caught) {
      error = caught as EngineError;
    }
    expect(error?.code).toBe('utility_not_finite');
    expect(error?.meta).toMatchObject({ term: 'age', agent: 40 });
  });

  it('A transcript states whether the letter reached the agent, and omits it without a letter', () => {
    const output = run(offer, 40);
    const reached = valuesIn(output, 'assignment.reached');
    const render = agentRenderer(definition, scenario, output);
    const baseline = agentRenderer(definition, scenarioOf(definition), run({}, 40));
    for (let agent = 0; agent < 40; agent++) {
      expect(render(agent).transcript.join(' ')).toContain(
        `The strong letter ${reached[agent] === 1 ? 'reached' : 'missed'} me.`,
      );
      expect(baseline(agent).transcript.join(' ')).not.toMatch(/letter (reached|missed)/);
    }
  });

  it('If only the way back to the baseline changes the outcome, the transcript states it once', () => {
    // Number parameters that can hardly change, so that only the letter changes the outcome.
    const document = structuredClone(definition);
    for (const parameter of document.scenario.parameters) {
      if (parameter.type !== 'number') continue;
      parameter.minimum = parameter.default;
      parameter.maximum = parameter.default + 1e-9;
      parameter.calibrated_range = [parameter.minimum, parameter.maximum];
    }
    const plain = scenarioOf(document, { letter: 'plain' });
    const output = simulate({ definition: document, scenario: plain, seed: 5, agentCount: 200, parameterDraws: 0 });
    const render = agentRenderer(document, plain, output);
    const [own, baseline] = [valuesIn(output, 'outcome'), valuesIn(output, 'baseline_outcome')];
    let changed = 0;
    for (let agent = 0; agent < 200; agent++) {
      const text = render(agent).transcript.join('\n');
      expect(text).toContain('Without it, I would');
      expect(text).not.toContain('With none letter');
      if (own[agent] !== baseline[agent]) {
        changed++;
        expect(text).not.toContain('No single change');
      }
    }
    expect(changed).toBeGreaterThan(4);
  });

  it('Transcripts contain no raw floats, unfilled placeholders or double periods', () => {
    const output = run(offer, 100);
    const render = agentRenderer(definition, scenario, output);
    for (let agent = 0; agent < 100; agent++) {
      const { transcript } = render(agent);
      expect(transcript.join('\n')).not.toMatch(/\d\.\d{3}|[{}]|\.\.|NaN|undefined| {2}/);
    }
  });
});

it.each(['logit', 'probit', 'complementary_log_log'] as const)(
  'Random intercepts with the link %s have accurate probabilities at each spread',
  (name) => {
    const link = linkOf({ link: name });
    for (const spread of [0, 0.5, 1, 2, 4]) {
      const { above } = withIntercept(link, spread);
      for (const x of [-5, -1, 0, 0.5, 3])
        expect(Math.abs(above(x) - meanOver((z) => link.above(x - spread * z)))).toBeLessThan(1e-8);
    }
  },
);

type Document = ReturnType<typeof documentOf>;
type Ordered = (typeof decisions)['ordered_logit'];
const ordered = (document: Document) => document.decision as Ordered;
const factorsOf = (document: Document, id: string) =>
  document.decision.terms.find((one) => one.id === id)!.factors as { indicator: Record<string, unknown> }[];

describe('validation of binary and ordered logits', () => {
  it.each<[string, Family, (document: Document) => unknown, string]>([
    [
      'a negative standard deviation of random intercepts',
      'binary_random_intercept',
      ({ decision }) => (decision.coefficients.at(-1)!.estimate = -0.1),
      'decision.random_intercept.spread: a standard deviation must be at least 0',
    ],
    [
      'a standard deviation that is the coefficient of a term',
      'binary_random_intercept',
      ({ decision }) => Object.assign(decision, { random_intercept: { spread: 'age' } }),
      'decision.random_intercept.spread: "age" is the coefficient of a term',
    ],
    [
      'a standard deviation of random intercepts that is a threshold',
      'ordered_random_intercept',
      ({ decision }) => Object.assign(decision, { random_intercept: { spread: 'cut_1' } }),
      'decision.random_intercept.spread: "cut_1" is a threshold',
    ],
    [
      'a duplicate outcome id',
      'binary_logit',
      ({ decision }) => (decision.outcomes[1]!.id = 'no'),
      'decision.outcomes.1.id: outcome "no" is defined twice',
    ],
    [
      'too few thresholds',
      'ordered_logit',
      (document) => ordered(document).thresholds.pop(),
      'decision.thresholds: has 2 thresholds, but 4 outcomes need 3',
    ],
    [
      'thresholds that do not increase',
      'ordered_logit',
      (document) => ordered(document).thresholds.reverse(),
      'decision.thresholds.1: threshold "cut_2" is not above "cut_3"',
    ],
    [
      'a threshold that is not a coefficient',
      'ordered_logit',
      (document) => (ordered(document).thresholds[2] = 'cut_9'),
      'unknown coefficient "cut_9"',
    ],
    [
      'a threshold in a term',
      'ordered_logit',
      ({ decision }) => (decision.terms[0]!.coefficient = 'cut_1'),
      'decision.terms.0.coefficient: "cut_1" is a threshold',
    ],
    [
      'too few points',
      'ordered_logit',
      (document) => ordered(document).score.points.pop(),
      'decision.score.points: has 3 points for 4 outcomes',
    ],
    [
      'points that do not increase',
      'ordered_logit',
      (document) => (ordered(document).score.points[1] = 5),
      'decision.score.points: must increase from the lowest outcome to the highest',
    ],
    [
      'a range condition on a choice parameter',
      'binary_logit',
      (document) => (factorsOf(document, 'any_bonus')[0]!.indicator.parameter = 'letter'),
      'parameter "letter" has options instead of a range; use "in" instead of "at_least" and "at_most"',
    ],
    [
      'a range condition on an unknown parameter',
      'binary_logit',
      (document) => (factorsOf(document, 'any_bonus')[0]!.indicator.parameter = 'wage'),
      'unknown parameter "wage"',
    ],
    [
      'an assignment sentence with an unknown option',
      'binary_logit',
      ({ narrative }) => (narrative.assignments.reached.when.in[0] = 'fat'),
      'narrative.assignments.reached.when.in.0: unknown option of letter "fat"',
    ],
    [
      'a range condition without bounds',
      'binary_logit',
      (document) => delete factorsOf(document, 'any_bonus')[0]!.indicator.at_least,
      'has no range; add "at_least", "at_most" or both',
    ],
  ])('A definition with %s is rejected with the path of the error', (_, family, spoil, message) => {
    const document = documentOf(family);
    spoil(document);
    expect(() => parseDefinition(document)).toThrow(message);
  });
});

describe.each(['probit', 'complementary_log_log'] as const)('a binary outcome with the link %s', (link) => {
  const agentsOf = (definition: WorkflowDefinition, agentCount = 300) =>
    simulate({ definition, scenario: scenarioOf(definition, offer), seed: 5, agentCount, parameterDraws: 0 });
  const withDecision = (changes: object) => {
    const definition = workflows.binary_logit;
    return { ...definition, decision: { ...definition.decision, ...changes } };
  };

  it('Agents equal those of the ordered model whose threshold is minus the constant', () => {
    const binary = withDecision({ link });
    const ordered = withDecision({
      ...{ link, family: 'ordered_logit', thresholds: ['constant'] },
      coefficients: [coefficient('constant', 1.4), ...coefficients],
      terms: terms,
    });
    const [own, other] = [binary, ordered].map((definition) => agentsOf(definition).columns);
    for (const name of ['outcome', 'baseline_outcome', 'error'])
      expect(columnNamed(own!, name).values).toEqual(columnNamed(other!, name).values);
    columnNamed(own!, 'probability.some').values.forEach((probability, row) =>
      expect(probability).toBeCloseTo(columnNamed(other!, 'probability.some').values[row]!, 12),
    );
  });

  it('The strength of a reason is that of the same effect in logits', () => {
    const transcriptWith = (effect: number, changes: object) => {
      const own = withDecision(changes);
      const definition = { ...own, evidence: { ...own.evidence, covariance: undefined } } as WorkflowDefinition;
      for (const one of own.decision.coefficients) one.estimate = one.id === 'any_bonus' ? effect : 0;
      const render = agentRenderer(definition, scenarioOf(definition, offer), agentsOf(definition, 1));
      return render(0).transcript.join(' ');
    };
    const logits = { probit: 1.814, complementary_log_log: 1.414 }[link];
    const effects = structuredClone(workflows.binary_logit.decision.coefficients);
    for (const [strength, effect] of [
      ['strong', 1.01],
      ['moderate', 0.99],
    ] as const) {
      expect(transcriptWith(effect, { coefficients: effects })).toContain(`(${strength})`);
      expect(transcriptWith(effect / logits, { coefficients: effects, link })).toContain(`(${strength})`);
    }
  });
});

describe('ordered_logit', () => {
  it('A transcript states between which outcomes the random error moved the agent', () => {
    const definition = workflows.ordered_logit;
    const scenario = scenarioOf(definition, offer);
    const output = simulate({ definition, scenario, seed: 5, agentCount: 500, parameterDraws: 0 });
    const render = agentRenderer(definition, scenario, output);
    const nouns = ['no', 'some', 'much', 'great'].map((id) => `${id} interest`);
    const [predictors, own] = ['predictor', 'outcome'].map((name) => output.columns.find((one) => one.name === name)!);
    const moved = { raise: 0, lower: 0 };
    for (let agent = 0; agent < 500; agent++) {
      const known = [0.4, 1.1, 2.5].filter((threshold) => predictors!.values[agent]! > threshold).length;
      const level = own!.values[agent]!;
      const verb = level > known ? 'raise' : 'lower';
      const expected = `Without the random error, the model predicts ${nouns[known]}. The random error, which the model does not explain, ${verb}s the outcome to ${nouns[level]}.`;
      const text = render(agent).transcript.join(' ');
      if (known === level) expect(text).not.toContain('Without the random error');
      else {
        expect(text).toContain(expected);
        moved[verb]++;
      }
    }
    expect(Math.min(moved.raise, moved.lower)).toBeGreaterThan(20);
  });
});
