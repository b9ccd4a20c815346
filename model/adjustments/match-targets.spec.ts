import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { definitionDigest } from '../definition/definition-digest.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import type { CalibrationTarget } from '../definition/adjustments.schema.js';
import { columnNamed } from '../columns/column.js';
import { decideAgents } from '../simulation/simulate-chunk.js';
import { simulate } from '../simulation/simulate.js';
import {
  withBoxCox,
  withCrossedNests,
  withGammaAmounts,
  withIntercepts,
  withLink,
  withMembership,
  withMoney,
  withPeriods,
  withRandomTastes,
  withScales,
} from '../testing/mixed-definitions.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { rowsOf } from '../../test/support/full-level.js';
import { editAlternatives } from './edit-alternatives.js';
import { matchTargets } from './match-targets.js';
import { agents, matched, summaryOf } from './testing/matched-definitions.js';

const catalog = join(import.meta.dirname, '../../catalog');
const read = (slug: string): WorkflowDefinition =>
  parseDefinition(JSON.parse(readFileSync(join(catalog, `${slug}.json`), 'utf8')));
const swissmetro = read('../model/testing/linear-mode-choice');
const catsup = read('catsup-brand-choice');
const turnout = read('gotv-social-pressure');

function issuesOf(definition: WorkflowDefinition, targets: readonly CalibrationTarget[]) {
  const match = matchTargets(definition, targets, agents);
  if (match.ok) throw new Error('the targets match');
  return match.issues;
}

const estimate = (definition: WorkflowDefinition, id: string) =>
  definition.decision.coefficients.find((coefficient) => coefficient.id === id)!.estimate;

const matches: [string, WorkflowDefinition, CalibrationTarget[]][] = [
  [
    'all shares of a conditional logit',
    swissmetro,
    [
      { outcome: 'train', share: 0.3 },
      { outcome: 'car', share: 0.2 },
      { outcome: 'swissmetro', share: 0.5 },
    ],
  ],
  ['the share of the alternative without a constant', swissmetro, [{ outcome: 'swissmetro', share: 0.3 }]],
  ['the share of an outcome group', swissmetro, [{ outcome: 'rail', share: 0.6 }]],
  ['shares of a model with random tastes', withRandomTastes(swissmetro), [{ outcome: 'train', share: 0.3 }]],
  ['shares with coefficients that are amounts of money', withMoney(swissmetro), [{ outcome: 'train', share: 0.3 }]],
  ['shares of the last period', withPeriods(swissmetro), [{ outcome: 'train', share: 0.3 }]],
  [
    'shares of the last period with latent classes',
    withPeriods(withMembership(swissmetro)),
    [{ outcome: 'train', share: 0.3 }],
  ],
  ['shares of a model with latent classes', withMembership(swissmetro), [{ outcome: 'train', share: 0.3 }]],
  [
    'shares of a model with nests',
    withBoxCox(withScales(withCrossedNests(swissmetro))),
    [{ outcome: 'train', share: 0.3 }],
  ],
  [
    'shares of a model with constants by class',
    catsup,
    [
      { outcome: 'heinz28', share: 0.5 },
      { outcome: 'heinz41', share: 0.2 },
    ],
  ],
  [
    'shares of outcome groups without own constants',
    read('alt-fuel-vehicle-choice'),
    [
      { outcome: 'electric', share: 0.5 },
      { outcome: 'gasoline', share: 0.2 },
    ],
  ],
  ['the share of the reference of a binary logit', turnout, [{ outcome: 'not_voting', share: 0.5 }]],
  ['the share of random intercepts', withIntercepts(turnout), [{ outcome: 'not_voting', share: 0.5 }]],
  ['the share of a binary probit', withLink(turnout, 'probit'), [{ outcome: 'not_voting', share: 0.5 }]],
  [
    'the share of a binary complementary log-log',
    withLink(turnout, 'complementary_log_log'),
    [{ outcome: 'voting', share: 0.6 }],
  ],
  [
    'both thresholds of an ordered logit',
    read('housing-satisfaction'),
    [
      { outcome: 'high', share: 0.2 },
      { outcome: 'medium', share: 0.5 },
    ],
  ],
  [
    'both thresholds of ordered random intercepts',
    withIntercepts(read('housing-satisfaction')),
    [
      { outcome: 'high', share: 0.2 },
      { outcome: 'medium', share: 0.5 },
    ],
  ],
  ['the middle share of an ordered logit', read('housing-satisfaction'), [{ outcome: 'medium', share: 0.5 }]],
  ['a band of counts', read('health-insurance-visits'), [{ outcome: 'none', share: 0.5 }]],
  ['the last band of a hazard', read('unemployment-duration'), [{ outcome: 'over_52_weeks', share: 0.2 }]],
  [
    'several bands of a hazard',
    read('unemployment-duration'),
    [
      { outcome: 'over_52_weeks', share: 0.2 },
      { outcome: 'within_4_weeks', share: 0.3 },
      { outcome: 'within_26_weeks', share: 0.1 },
    ],
  ],
  ['the share that pays nothing', read('conservation-wtp'), [{ outcome: 'nothing', share: 0.2 }]],
  [
    'both constants of a willingness to pay',
    read('conservation-wtp'),
    [
      { outcome: 'less', share: 0.1 },
      { outcome: 'pays', share: 0.7 },
    ],
  ],
  ['a band of amounts', withGammaAmounts(read('conservation-wtp'), false), [{ outcome: 'much', share: 0.2 }]],
  [
    'both constants of amounts that can be 0',
    withGammaAmounts(read('conservation-wtp'), true),
    [
      { outcome: 'nothing', share: 0.2 },
      { outcome: 'much', share: 0.3 },
    ],
  ],
];

/** Matches that take the most time, and whose constants are found like those of another one. */
const slow = new Set([
  'shares of the last period',
  'several bands of a hazard',
  'the share that pays nothing',
  'a band of amounts',
  'shares with coefficients that are amounts of money',
  'the share of a binary probit',
]);
const fastMatches = matches.filter(([name]) => !slow.has(name));
const slowMatches = matches.filter(([name]) => slow.has(name));

describe('constants that match observed shares', () => {
  it.each(rowsOf(fastMatches, slowMatches))(
    'The baseline has %s to 1e-9, without estimation error',
    (_, definition, targets) => {
      const result = parseDefinition(JSON.parse(JSON.stringify(matched(definition, targets))));
      const { outcomes, outcome_groups: groups } = summaryOf(result);
      for (const { outcome, share } of targets) {
        const own = [...outcomes, ...groups].find(({ id }) => id === outcome)!;
        expect(Math.abs(own.baseline_share - share)).toBeLessThan(1e-9);
        expect(own.errors.estimation ?? 0).toBeLessThan(1e-8);
      }
    },
  );

  it('Slopes stay as they are, and the record has the constants and the shares before', () => {
    const result = matched(swissmetro, [{ outcome: 'train', share: 0.3 }]);
    for (const { id, estimate: before } of swissmetro.decision.coefficients)
      if (!id.startsWith('asc_')) expect(estimate(result, id)).toBe(before);
    const { outcomes } = summaryOf(swissmetro);
    expect(result.adjustments?.targets).toMatchObject({
      seed: 7,
      agent_count: 500,
      targets: [{ outcome: 'train', share: 0.3, agents: 500 }],
      constants: [{ coefficient: 'asc_train', before: -0.80226855, after: estimate(result, 'asc_train') }],
    });
    expect(result.adjustments?.targets?.targets[0]?.predicted).toBeCloseTo(outcomes[0]!.baseline_share, 12);
  });

  it('Groups of agents match their own shares, next to the share of all agents', () => {
    const targets = [
      { outcome: 'voting', share: 0.5 },
      { outcome: 'voting', share: 0.4, where: { sex: ['male'] } },
    ];
    const result = parseDefinition(matched(turnout, targets));
    const { outcomes, segments } = summaryOf(result);
    const men = segments.find(({ attribute }) => attribute === 'sex')!.groups.find(({ id }) => id === 'male')!;
    expect(outcomes[1]!.baseline_share).toBeCloseTo(0.5, 9);
    expect(men.outcomes[1]!.baseline_share).toBeCloseTo(0.4, 9);
  });

  it('An exact target equal to the prediction changes no digest', () => {
    const [train] = summaryOf(swissmetro).outcomes;
    for (const error of [{}, { standard_error: 0 }]) {
      const target = { outcome: 'train', share: train!.baseline_share, ...error };
      expect(definitionDigest(matched(swissmetro, [target]))).toBe(definitionDigest(swissmetro));
    }
  });

  it.each<[string, WorkflowDefinition, Omit<CalibrationTarget, 'share'>]>([
    ['all agents', swissmetro, { outcome: 'train' }],
    ['a group', turnout, { outcome: 'voting', where: { sex: ['male'] } }],
  ])(
    'An uncertain target of %s that equals the prediction adds its error and changes no agent',
    (_, published, own) => {
      const predictedBy = (definition: WorkflowDefinition) => definition.adjustments!.targets!.targets[0]!;
      const share = predictedBy(matched(published, [{ ...own, share: 0.5 }])).predicted;
      const result = parseDefinition(matched(published, [{ ...own, share, standard_error: 0.01 }]));
      const run = (definition: WorkflowDefinition) =>
        simulate({ definition, scenario: baselineScenario(published), ...agents });
      expect(run(result).columns).toEqual(run(published).columns);
      for (const { before, after } of result.adjustments!.targets!.constants) expect(after).toBe(before ?? 0);
      const { errors, interval } = run(result).summary.outcomes.find(({ id }) => id === own.outcome)!;
      const fraction = predictedBy(result).agents / agents.agentCount;
      expect(errors.targets).toBeCloseTo(0.01 * fraction, 9);
      expect(interval![1] - interval![0]).toBeGreaterThan(2 * 1.9 * 0.01 * fraction);
    },
  );

  it.each([
    ['the other of two outcomes', turnout, { outcome: 'voting', share: 0.2, standard_error: 0.01 }, 'not_voting'],
    ['the outcome outside a group', swissmetro, { outcome: 'rail', share: 0.6, standard_error: 0.01 }, 'car'],
  ])('The interval of a share that follows from a target agrees with that of the target: %s', (_, base, target, id) => {
    const definition = matched(base, [target]);
    const changes: Record<string, number | string>[] = [
      {},
      base === turnout ? { mailing: 'neighbors' } : { car_cost_factor: 1.2 },
    ];
    for (const changed of changes) {
      const { outcomes, outcome_groups: groups } = summaryOf(definition, changed);
      const find = (own: string) => [...outcomes, ...groups].find((one) => one.id === own)!;
      const [own, other] = [find(target.outcome), find(id)];
      expect(other.interval![0]).toBeCloseTo(1 - own.interval![1], 6);
      expect(other.interval![1]).toBeCloseTo(1 - own.interval![0], 6);
    }
  });

  it('The shares of all published alternatives are complete next to an added one, which the baseline does not offer', () => {
    const edited = editAlternatives(swissmetro, { add: [{ id: 'night_train', label: 'Night train', like: 'train' }] });
    if (!edited.ok) throw new Error(JSON.stringify(edited.issues));
    const targets = (train: number) => [
      { outcome: 'car', share: 0.2 },
      { outcome: 'swissmetro', share: 0.5 },
      { outcome: 'train', share: train },
    ];
    const { outcomes } = summaryOf(matched(edited.definition, targets(0.3)));
    for (const { outcome, share } of targets(0.3))
      expect(outcomes.find(({ id }) => id === outcome)!.baseline_share).toBeCloseTo(share, 9);
    expect(issuesOf(edited.definition, targets(0.2))).toMatchObject([
      { path: '2.share', message: expect.stringContaining('it must be 0.3') as string },
    ]);
  });

  it('A target that follows from the others changes nothing', () => {
    const targets = [
      { outcome: 'train', share: 0.3 },
      { outcome: 'car', share: 0.2 },
    ];
    const all = [...targets, { outcome: 'swissmetro', share: 0.5 }, { outcome: 'rail', share: 0.8 }];
    const constants = (list: CalibrationTarget[]) => matched(swissmetro, list).adjustments!.targets!.constants;
    expect(constants(all)).toEqual(constants(targets));
  });
});

/**
 * In a choice-based sample with shares H of the outcomes, the choice probabilities are P*(j|x) = P(j|x)·w(j) / Σ P(k|x)·w(k) with
 * w = H / Q and the shares Q of the population: only the constants differ, by ln(H/Q) (Manski and Lerman, Econometrica 45, 1977; the
 * correction is due to McFadden). The x of the sample have the density g(x) = f(x)·Σ P(k|x)·w(k). The test takes the agents as the sample g,
 * so that f(x) = g(x) / Σ P(k|x)·w(k) and Q(j) = Σ f(x)·P(j|x), and computes H from any w.
 */
describe('the correction of choice-based samples', () => {
  it.each([
    ['binary', turnout, [1, 2.5], ['constant']],
    ['multinomial', swissmetro, [0.4, 1, 1.8], ['asc_train', 'asc_car']],
    ['latent class', catsup, [1, 0.5, 2, 3], ['asc_heinz28', 'asc_heinz32', 'asc_heinz41']],
  ] as const)(
    'The constants of a %s logit equal ln(sample share / population share)',
    (_, definition, weights, ids) => {
      const { columns } = decideAgents(definition, baselineScenario(definition), agents.seed, agents.agentCount);
      const outcomes = summaryOf(definition).outcomes.map(({ id }) => id);
      const probabilities = outcomes.map((id) => columnNamed(columns, `baseline_probability.${id}`).values);
      const sample = outcomes.map(() => 0);
      const population = outcomes.map(() => 0);
      for (let row = 0; row < agents.agentCount; row++) {
        const total = weights.reduce((sum, weight, k) => sum + weight * probabilities[k]![row]!, 0);
        outcomes.forEach((_, k) => {
          sample[k] = sample[k]! + (weights[k]! * probabilities[k]![row]!) / total / agents.agentCount;
          population[k] = population[k]! + probabilities[k]![row]! / total;
        });
      }
      const all = population.reduce((sum, value) => sum + value, 0);
      const corrections = outcomes.map((_, k) => Math.log(sample[k]! / (population[k]! / all)));
      const targets = outcomes.map((outcome, k) => ({ outcome, share: sample[k]! }));
      const result = matched(definition, targets);
      const free = ids.map((id) => (id === 'constant' ? 1 : outcomes.indexOf(id.replace('asc_', ''))));
      const reference = outcomes.findIndex((_, k) => !free.includes(k));
      ids.forEach((id, k) => {
        const change = estimate(result, id) - estimate(definition, id);
        expect(change).toBeCloseTo(corrections[free[k]!]! - corrections[reference]!, 9);
      });
    },
  );
});

describe('targets that cannot be matched', () => {
  const cases: [string, WorkflowDefinition, CalibrationTarget[], string, RegExp][] = [
    ['an unknown outcome', swissmetro, [{ outcome: 'bus', share: 0.3 }], '0.outcome', /unknown outcome/],
    ['a share of 1', swissmetro, [{ outcome: 'car', share: 1 }], '0.share', /no constant reaches/],
    [
      'an unknown attribute',
      turnout,
      [{ outcome: 'voting', share: 0.4, where: { height: ['tall'] } }],
      '0.where.height',
      /unknown attribute/,
    ],
    [
      'an unknown category',
      turnout,
      [{ outcome: 'voting', share: 0.4, where: { sex: ['other'] } }],
      '0.where.sex.0',
      /unknown category/,
    ],
    [
      'a group without agents',
      turnout,
      [
        {
          outcome: 'voting',
          share: 0.4,
          where: {
            general_2000: ['no'],
            general_2002: ['no'],
            primary_2000: ['yes'],
            primary_2002: ['yes'],
            household_size: ['one'],
            age: ['18_to_24'],
          },
        },
      ],
      '0.where',
      /no agent of 500/,
    ],
    [
      'shares that sum to more than 1',
      swissmetro,
      [
        { outcome: 'train', share: 0.5 },
        { outcome: 'car', share: 0.4 },
        { outcome: 'swissmetro', share: 0.3 },
      ],
      '2.share',
      /the share of "train" \(0.5\), the share of "car" \(0.4\), the share of "swissmetro" \(0.3\) sum to 1.2/,
    ],
    [
      'two shares that sum to more than 1',
      swissmetro,
      [
        { outcome: 'train', share: 0.6 },
        { outcome: 'swissmetro', share: 0.5 },
      ],
      '1.share',
      /sum to 1.1/,
    ],
    [
      'a complete set of shares that sum to less than 1',
      swissmetro,
      [
        { outcome: 'train', share: 0.3 },
        { outcome: 'car', share: 0.2 },
        { outcome: 'swissmetro', share: 0.4 },
      ],
      '2.share',
      /must be 0.5 with the share of "train" \(0.3\), the share of "car" \(0.2\)/,
    ],
    [
      'shares that leave nothing for another outcome',
      swissmetro,
      [
        { outcome: 'train', share: 0.6 },
        { outcome: 'swissmetro', share: 0.4 },
      ],
      '1.share',
      /sum to 1, but must leave a share above 0/,
    ],
    [
      'two shares of one outcome',
      swissmetro,
      [
        { outcome: 'train', share: 0.5 },
        { outcome: 'train', share: 0.4 },
      ],
      '1.share',
      /is 0.4, but it must be 0.5/,
    ],
    [
      'a share above the availability',
      swissmetro,
      [{ outcome: 'car', share: 0.97 }],
      '0.share',
      /can only be between 0 and 0\.8/,
    ],
    [
      'two bands of counts with one constant',
      read('health-insurance-visits'),
      [
        { outcome: 'none', share: 0.3 },
        { outcome: 'one_or_two', share: 0.3 },
      ],
      '1',
      /same constant/,
    ],
    [
      'interacting agents',
      read('technology-adoption-bass'),
      [{ outcome: 'within_5_years', share: 0.3 }],
      '',
      /interact/,
    ],
  ];

  it.each(cases)('Matching reports %s as an issue that says how to fix it', (_, definition, targets, path, message) => {
    const issues = issuesOf(definition, targets);
    expect(issues[0]).toEqual({ path, message: expect.stringMatching(message) as string });
  });
});
