// cspell:ignore everybody (a process kind of the definition)
import { bassCurve } from '../../model/fitting/bass.js';
import type { Scenario } from '../../model/definition.js';
import { type CoverageCase, type Expected, logistic, splitOf, tableOf, truthOf } from './coverage-case.js';
import { cellsOf, drawPerson, type Person } from './population.js';
import { randomOf, type Random } from './random.js';
import { coefficientsOf, constantTerm, factorParameter, recipeOf } from './recipe.js';

const one = { id: 'one', label: 'Multiplier', estimate: 1, fixed: true };
const multiplier = (parameter: string, equation: string) => ({
  id: parameter,
  label: parameter,
  coefficient: 'one',
  scale: 1,
  equation,
  factors: [{ parameter, transform: 'log' }],
});

function repeatedGames(): CoverageCase {
  const b = {
    first: -0.2,
    first_reward: 1.2,
    later: 1.6,
    later_reward: 0.8,
    after_cd: -2,
    after_dc: -2.2,
    after_dd: -3,
  };
  const [players, maxRounds] = [500, 50];
  const rewardIndex = (reward: Scenario[string] | undefined) => (Number(reward) - 40) / 10;
  const afterOf = { cc: 0, cd: b.after_cd, dc: b.after_dc, dd: b.after_dd };
  const first = ({ reward }: Scenario) => logistic(b.first + b.first_reward * rewardIndex(reward));
  const later = ({ reward }: Scenario, previous: keyof typeof afterOf) =>
    logistic(b.later + b.later_reward * rewardIndex(reward) + afterOf[previous]);
  const scenarios = {
    baseline: { reward: 40, continuation: 0.75 },
    changed: { reward: 46, continuation: 0.75 },
    other: { reward: 36, continuation: 0.75 },
  };

  /** Expected share of cooperative rounds: the length of a match is independent of the actions. */
  function expected(scenario: Scenario): Expected {
    const p = first(scenario);
    let states = { cc: p * p, cd: p * (1 - p), dc: p * (1 - p), dd: (1 - p) ** 2 };
    const continuation = Number(scenario.continuation);
    let [cooperative, mean] = [0, 0];
    for (let round = 1; round <= maxRounds; round++) {
      cooperative += states.cc + states.cd;
      mean += (cooperative / round) * continuation ** (round - 1) * (round < maxRounds ? 1 - continuation : 1);
      const next = { cc: 0, cd: 0, dc: 0, dd: 0 };
      for (const [previous, partner] of [
        ['cc', 'cc'],
        ['cd', 'dc'],
        ['dc', 'cd'],
        ['dd', 'dd'],
      ] as const) {
        const [own, other] = [later(scenario, previous), later(scenario, partner)];
        next.cc += states[previous] * own * other;
        next.cd += states[previous] * own * (1 - other);
        next.dc += states[previous] * (1 - own) * other;
        next.dd += states[previous] * (1 - own) * (1 - other);
      }
      states = next;
    }
    return { share: p, mean };
  }

  function match(number: number, random: Random): Record<string, string>[] {
    const scenario = { reward: random.pick([32, 40, 48]), continuation: random.pick([0.5, 0.75]) };
    const rows: Record<string, string>[] = [];
    let previous: readonly string[] = ['start', 'start'];
    for (let round = 1; round <= maxRounds; round++) {
      const actions = previous.map((state) =>
        random.uniform() < (round === 1 ? first(scenario) : later(scenario, state as keyof typeof afterOf)) ? 'c' : 'd',
      );
      actions.forEach((choice, k) =>
        rows.push({
          id: String(2 * number + k),
          split: splitOf(number),
          match: String(number),
          round: String(round),
          reward: String(scenario.reward),
          continuation: String(scenario.continuation),
          previous: previous[k]!,
          choice,
        }),
      );
      previous = [`${actions[0]}${actions[1]}`, `${actions[1]}${actions[0]}`];
      if (random.uniform() >= scenario.continuation) break;
    }
    return rows;
  }

  const isLast = (state: 'own_last' | 'other_last', cooperated: boolean) => ({
    indicator: { state, ...(cooperated ? { at_least: 1 } : { at_most: 0 }) },
  });
  const after = (id: string, own: boolean, other: boolean) => ({
    ...constantTerm(id, { equation: 'later_rounds' }),
    factors: [isLast('own_last', own), isLast('other_last', other)],
  });
  // The reward index is (reward - 40) / 10.
  const reward = (prefix: 'first' | 'later', equation: string) => [
    {
      ...constantTerm(`${prefix}_reward`, { equation }),
      scale: 0.1,
      factors: [{ parameter: 'reward' }],
    },
    { ...constantTerm(`${prefix}_reward`, { equation }), id: `${prefix}_reward_center`, scale: -4 },
  ];
  const measure = (id: string) => ({ id, label: id, unit: 'share' });
  const lastOf = (position: 0 | 1) => ({
    column: 'previous',
    map: Object.fromEntries(
      ['start', 'cc', 'cd', 'dc', 'dd'].map((state) => [state, Number(state !== 'start' && state[position] === 'c')]),
    ),
  });
  const actions = { cooperate: 'I cooperate', defect: 'I defect' };
  return {
    name: 'repeated_games',
    label: 'Repeated games',
    respondents: players,
    agents: 1_000,
    repetitions: 500,
    outcome: 'cooperate',
    measure: 'cooperation',
    ...scenarios,
    recipe: recipeOf({
      name: 'repeated_games',
      hasAttributes: false,
      parameters: [
        {
          ...factorParameter('reward', 'Points of mutual cooperation.'),
          unit: 'points',
          default: 40,
          minimum: 31.5,
          maximum: 49.5,
          calibrated_range: [32, 48],
        },
        {
          ...factorParameter('continuation', 'Probability of another round.'),
          unit: 'share',
          default: 0.75,
          minimum: 0,
          maximum: 0.95,
          calibrated_range: [0.5, 0.75],
        },
      ],
      decision: {
        family: 'repeated_games',
        id: 'cooperation',
        label: 'Cooperation',
        payoffs: { temptation: 50, sucker: 12, punishment: 25 },
        reward: 'reward',
        continuation: 'continuation',
        most_rounds: maxRounds,
        coefficients: coefficientsOf(Object.keys(b)),
        terms: [
          constantTerm('first', { equation: 'first_round' }),
          ...reward('first', 'first_round'),
          constantTerm('later', { equation: 'later_rounds' }),
          ...reward('later', 'later_rounds'),
          after('after_cd', true, false),
          after('after_dc', false, true),
          after('after_dd', false, false),
        ],
        outcomes: [
          { id: 'defect', label: 'Defect', noun: 'to defect' },
          { id: 'cooperate', label: 'Cooperate', noun: 'to cooperate' },
        ],
        measures: {
          cooperation: measure('cooperation'),
          mutual_cooperation: measure('mutual_cooperation'),
          payoff: measure('payoff'),
          rounds: measure('rounds'),
        },
        story: {
          own: actions,
          other: { cooperate: 'the other cooperates', defect: 'the other defects' },
          both: { cooperate: 'we both cooperate', defect: 'we both defect' },
          after: {
            dd: 'after we both defected',
            dc: 'after I defected and the other cooperated',
            cd: 'after I cooperated and the other defected',
            cc: 'after we both cooperated',
          },
          end: 'The match had {rounds}, I cooperated in {cooperative} and got {payoff}',
          end_at_once: 'The match ended after one round, and I got {payoff}',
        },
      },
      columns: {
        'parameter.reward': { column: 'reward' },
        'parameter.continuation': { column: 'continuation' },
        'state.own_last': lastOf(0),
        'state.other_last': lastOf(1),
        outcome: { column: 'choice', map: { c: 'cooperate', d: 'defect' } },
        'outcome.round': { column: 'round' },
        'outcome.match': { column: 'match' },
      },
    }),
    draw: (random) => ({
      data: tableOf(Array.from({ length: players / 2 }, (_, number) => match(number, random)).flat()),
    }),
    truth: () => truthOf(expected(scenarios.changed), expected(scenarios.baseline), expected(scenarios.other).share),
  };
}

const waitingOutcomes = [
  { id: 'early', label: 'Adopts early', noun: 'adopt it early', by: 5 },
  { id: 'late', label: 'Adopts late or never', noun: 'adopt it late or never' },
];

/** Readings of one market with independent errors of 1.5 percentage points. */
function market(): CoverageCase {
  const [p, q, m, start, years, noise] = [0.02, 0.35, 0.85, 0.02, 25, 1.5];
  const scenarios = { baseline: { advertising: 1 }, changed: { advertising: 2 }, other: { advertising: 0.5 } };
  const readings = (factor: number) => bassCurve(p * factor, q, 100 * m, 100 * start, years);
  const adopted = ({ advertising }: { advertising: number }) => ({ share: readings(advertising)[5]! / 100 });
  return {
    name: 'diffusion_market',
    label: 'Diffusion: Bass market',
    respondents: years + 1,
    agents: 2_000,
    repetitions: 500,
    outcome: 'early',
    ...scenarios,
    recipe: recipeOf({
      name: 'diffusion_market',
      hasAttributes: false,
      parameters: [factorParameter('advertising', 'Multiplies the rate of innovation.')],
      decision: {
        family: 'diffusion',
        id: 'adoption',
        label: 'Adoption',
        periods: { count: 10, unit: 'year', first: 1, name: 'year {number}' },
        process: {
          kind: 'everybody',
          steps_per_period: 10,
          story: {
            start: 'I adopt at the start, like {share}',
            adopting: 'I adopt in {period}, when {share} have adopted',
            waiting: 'By {period} I have not adopted, and {share} have',
            outside: 'I am outside the market; by {period}, {share} have adopted',
            pressure: '{own} of the rate came from advertising and {others} from imitation',
          },
        },
        coefficients: [
          ...coefficientsOf(['log_p', 'log_q', 'potential']),
          { id: 'start', label: 'Share at the start', estimate: start, fixed: true },
          one,
        ],
        terms: [
          constantTerm('log_p', { equation: 'log_innovation' }),
          multiplier('advertising', 'log_innovation'),
          constantTerm('log_q', { equation: 'log_imitation' }),
          constantTerm('potential', { equation: 'potential' }),
          constantTerm('start', { equation: 'start' }),
        ],
        outcomes: waitingOutcomes,
        wait: { id: 'waiting', label: 'Years of waiting', unit: 'years' },
        adopted: { id: 'adopted', label: 'Adopted' },
      },
      columns: { 'state.period': { column: 'year' }, 'outcome.share': { column: 'share' } },
    }),
    draw(random) {
      const curve = readings(1);
      const rows = Array.from(curve, (percent, year) => {
        const reading = year === 0 ? percent : Math.min(100, Math.max(0, percent + noise * random.normal()));
        return { id: 'market', split: year < 10 ? 'train' : 'test', year: String(year), share: String(reading / 100) };
      });
      return { data: tableOf(rows) };
    },
    truth: () => truthOf(adopted(scenarios.changed), adopted(scenarios.baseline), adopted(scenarios.other).share),
  };
}

/** Groups of 40 in which each respondent names three others at random. */
export const randomNetwork = {
  group_sizes: [40],
  contacts: [0, 0, 0, 1],
  returned: 0,
  closed: 0,
  popularity: 0,
  observed: { reciprocity: 0, transitivity: 0, named_deviation: 0 },
};

function contacts(): CoverageCase {
  const [groups, groupSize, named, periods, truthGroups] = [20, 40, 3, 8, 20_000];
  const b = { constant: -3.6, exposure: 1.6, group_share: 1.2, member: 0.5 };
  const scenarios = { baseline: { odds: 1 }, changed: { odds: 2 }, other: { odds: 0.6 } };

  interface Node {
    readonly person: Person;
    readonly contacts: readonly number[];
    /** Period of adoption; Infinity for none. */
    adopted: number;
  }

  function group(odds: number, random: Random): Node[] {
    const nodes = Array.from({ length: groupSize }, (_, own): Node => {
      const others = new Set<number>();
      while (others.size < named) {
        const other = Math.floor(random.uniform() * groupSize);
        if (other !== own) others.add(other);
      }
      return { person: drawPerson(random), contacts: [...others], adopted: Infinity };
    });
    for (let period = 1; period <= periods; period++) {
      const hasAdopted = nodes.map(({ adopted }) => adopted < period);
      const total = hasAdopted.filter(Boolean).length;
      for (const node of nodes) {
        if (node.adopted < period) continue;
        const exposure = node.contacts.filter((other) => hasAdopted[other]).length / named;
        const share = total / (groupSize - 1);
        const eta = b.constant + b.exposure * exposure + b.group_share * share + b.member * node.person.member;
        if (random.uniform() < logistic(eta + Math.log(odds))) node.adopted = period;
      }
    }
    return nodes;
  }

  function shares(odds: number): [number, number] {
    const random = randomOf(1_000_003);
    const sums = { early: 0, members: 0, memberEarly: 0 };
    for (let k = 0; k < truthGroups; k++) {
      for (const { person, adopted } of group(odds, random)) {
        const early = Number(adopted <= 5);
        sums.early += early;
        sums.members += person.member;
        sums.memberEarly += early * person.member;
      }
    }
    return [sums.early / (truthGroups * groupSize), sums.memberEarly / sums.members];
  }

  return {
    name: 'diffusion_contacts',
    label: 'Diffusion: contacts',
    respondents: groups * groupSize,
    agents: 2_000,
    repetitions: 300,
    outcome: 'early',
    ...scenarios,
    recipe: recipeOf({
      name: 'diffusion_contacts',
      parameters: [factorParameter('odds', 'Multiplies the odds of adoption.')],
      decision: {
        family: 'diffusion',
        id: 'adoption',
        label: 'Adoption',
        periods: { count: periods, unit: 'year', first: 1, name: 'year {number}' },
        process: {
          kind: 'contacts',
          story: {
            contacts: 'I named {contacts} others',
            one_contact: 'I named one other',
            alone: 'I named no others',
            contact_pronoun: 'she',
            seeded: 'I adopt at the start',
            adopting: 'I adopt in {period}',
            waiting: 'By {period} I have not adopted',
            peers: 'Before, {adopted}, and {group_share} of the group had adopted',
            group: 'Before, {group_share} of the group had adopted',
          },
        },
        coefficients: [...coefficientsOf(Object.keys(b)), one],
        terms: [
          constantTerm('constant', { equation: 'adoption' }),
          { ...constantTerm('exposure', { equation: 'adoption' }), factors: [{ state: 'exposure' }] },
          { ...constantTerm('group_share', { equation: 'adoption' }), factors: [{ state: 'group_share' }] },
          {
            ...constantTerm('member', { equation: 'adoption' }),
            factors: [{ indicator: { attribute: 'member', in: ['yes'] } }],
          },
          multiplier('odds', 'adoption'),
        ],
        outcomes: waitingOutcomes,
        wait: { id: 'waiting', label: 'Years of waiting', unit: 'years' },
        adopted: { id: 'adopted', label: 'Adopted' },
      },
      columns: { 'outcome.adopted': { column: 'adopted' } },
      data: { expand: { network: { periods, node: 'id', group: 'group', from: 'from', to: 'to' } } },
    }),
    draw(random) {
      const all = Array.from({ length: groups }, () => group(1, random));
      const idOf = (own: number, node: number) => String(own * groupSize + node);
      return {
        data: tableOf(
          all.flatMap((nodes, own) =>
            nodes.map(({ person, adopted }, node) => ({
              id: idOf(own, node),
              split: splitOf(own),
              group: String(own),
              ...cellsOf(person),
              adopted: adopted <= periods ? String(adopted) : '',
            })),
          ),
        ),
        edges: tableOf(
          all.flatMap((nodes, own) =>
            nodes.flatMap((node, k) => node.contacts.map((other) => ({ from: idOf(own, k), to: idOf(own, other) }))),
          ),
        ),
      };
    },
    truth() {
      const [own, base, other] = [scenarios.changed, scenarios.baseline, scenarios.other].map(({ odds }) =>
        shares(odds),
      );
      return truthOf({ share: own![0] }, { share: base![0] }, other![0], [own![1], base![1]]);
    },
  };
}

export const interactingCases = (): CoverageCase[] => [market(), contacts(), repeatedGames()];
