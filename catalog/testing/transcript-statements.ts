import type { Scenario, WorkflowDefinition } from '../../model/definition.js';
import type { RenderedAgent } from '../../model/transcript.js';

/** An agent as in the results, with its columns. */
export interface Agent extends RenderedAgent {
  /** Value of the agent in a column. */
  readonly column: (name: string) => number;
  /** Values of all agents in a column. */
  readonly all: (name: string) => readonly number[];
  /** Mean of a column over the agents that transcripts call average. */
  readonly average: (name: string) => number;
  /** Coefficient of the agent: its own if coefficients differ between agents, otherwise the estimate. */
  readonly coefficient: (id: string) => number;
  readonly decision: WorkflowDefinition['decision'];
}

/** A number, bounds of a number, or a word. */
export type Expected = number | readonly [number, number] | string;

/** A sentence of transcripts, and what each group of the pattern states, computed from the record of the agent. */
export type Statement = readonly [RegExp, ...((agent: Agent, scenario: Scenario) => Expected)[]];

export const numbers = /\d+(?:,\d{3})*(?:\.\d+)?/g;
const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** Number of a text: `4 h 29 min`, `1,500`, `7%`, `three`. */
export function numberOf(text: string): number {
  if (words.includes(text)) return words.indexOf(text);
  const [, hours, minutes] = /^(?:(\d+) h ?)?(?:(\d+) min)?$/.exec(text) ?? [];
  if (hours !== undefined || minutes !== undefined) return Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  const number = Number(text.replace(/,|%$/g, ''));
  return text.endsWith('%') ? number / 100 : number;
}

const attribute = (id: string) => (agent: Agent) => Number(agent.attributes[id]);
const column = (name: string) => (agent: Agent) => agent.column(name);
/** Probability of outcomes, in percent. */
const percentOf = (agent: Agent, ...ids: string[]) => 100 * ids.reduce((sum, id) => sum + agent.probabilities[id]!, 0);

/** Bounds of the percentage of agents with a lower or higher outcome than the agent. Some others can have the same outcome. */
export function percentBounds({ outcome, probabilities }: Agent, side: 'lower' | 'higher'): readonly [number, number] {
  const ids = Object.keys(probabilities);
  const position = ids.indexOf(outcome);
  const others = side === 'lower' ? ids.slice(0, position) : ids.slice(position + 1);
  const sum = 100 * others.reduce((total, id) => total + probabilities[id]!, 0);
  return [sum, sum + 100 * probabilities[outcome]!];
}
const lower = (agent: Agent) => percentBounds(agent, 'lower');
const higher = (agent: Agent) => percentBounds(agent, 'higher');

interface Choice {
  readonly id: string;
  readonly noun: string;
  readonly utility: number;
  readonly score: number;
}

/** The available alternatives by decreasing utility, with the random error or without it. */
function choices({ decision, column: valueOf }: Agent, by: 'utility' | 'score'): Choice[] {
  if (decision.family !== 'conditional_logit') throw new Error('not a choice');
  return decision.alternatives
    .filter(({ id }) => valueOf(`available.${id}`) === 1)
    .map(({ id, noun }) => {
      const utility = valueOf(`utility.${id}`);
      return { id, noun, utility, score: utility + valueOf(`error.${id}`) };
    })
    .sort((a, b) => b[by] - a[by]);
}
export const chosen = (agent: Agent) => choices(agent, 'score')[0]!;
export const runnerUp = (agent: Agent) => choices(agent, 'score')[1]!;
type AlternativeValue = (agent: Agent, scenario: Scenario, id: string) => number;
/** Between the chosen alternative and the runner-up. */
const exactDifference = (valueOf: AlternativeValue) => (agent: Agent, scenario: Scenario) =>
  Math.abs(valueOf(agent, scenario, chosen(agent).id) - valueOf(agent, scenario, runnerUp(agent).id));
/** Between the rounded values. */
const difference = (valueOf: AlternativeValue) => (agent: Agent, scenario: Scenario) => {
  const [own, other] = [chosen, runnerUp].map((one) => Math.round(valueOf(agent, scenario, one(agent).id)));
  return Math.abs(own! - other!);
};
const isCompared =
  (agent: Agent) =>
  ({ id }: Choice) =>
    [chosen(agent).id, runnerUp(agent).id].includes(id);
const strength = (weight: number) => (Math.abs(weight) >= 1 ? 'strong' : Math.abs(weight) >= 0.4 ? 'moderate' : 'weak');
/** The sum of all effects in logits, compared with the average agent: the column of the predictor. */
export const total = (noun: string, name: string, logitsPerUnit = 1): Statement => {
  const weight = (agent: Agent) => logitsPerUnit * (agent.column(name) - agent.average(name));
  return [
    new RegExp(`all effects (favor|work against) ${noun} \\((\\w+)\\)`),
    (agent) => (weight(agent) > 0 ? 'favor' : 'work against'),
    (agent) => strength(weight(agent)),
  ];
};
const margin = (agent: Agent) => {
  const lead = chosen(agent).score - runnerUp(agent).score;
  return lead < 0.25 ? 'very small' : lead < 0.8 ? 'small' : lead < 2 ? 'moderate' : 'large';
};

const choice: Statement[] = [
  [
    /systematic utility favors (.*?) over (.*?) \((\w+)\)/,
    (agent) => choices(agent, 'utility').find(isCompared(agent))!.noun,
    (agent) => choices(agent, 'utility').findLast(isCompared(agent))!.noun,
    (agent) => strength(chosen(agent).utility - runnerUp(agent).utility),
  ],
  [
    /The runner-up is (.*?), (\w+) by systematic utility/,
    (agent) => runnerUp(agent).noun,
    (agent) => {
      const rank = choices(agent, 'utility').findIndex(({ id }) => id === runnerUp(agent).id);
      return ['first', 'second', 'third', 'fourth'][rank]!;
    },
  ],
  [
    /Without the random error, the model predicts (.*?)\. .* changes the outcome to (.*?)\./,
    (agent) => choices(agent, 'utility')[0]!.noun,
    (agent) => chosen(agent).noun,
  ],
  [/I (?:choose|buy) (.*?), by an? (.*?) margin/, (agent) => chosen(agent).noun, margin],
];

/** Minutes of the trip. */
export function minutesOf({ attributes: own }: Agent, scenario: Scenario, id: string): number {
  const minutes = id === 'car' ? Number(own.car_time) : Number(own.train_time);
  const ratio = id === 'swissmetro' ? Number(own.swissmetro_time_ratio) : 1;
  return minutes * ratio * Number(scenario[`${id}_time_factor`]);
}

/** Minutes after the Box-Cox transform of the model. */
function transformedMinutesOf(agent: Agent, scenario: Scenario, id: string): number {
  const minutes = minutesOf(agent, scenario, id);
  const { decision } = agent;
  const transform =
    decision.family === 'conditional_logit' && decision.variables.find((one) => one.id === 'time')!.box_cox;
  if (!transform) return minutes;
  const power = agent.coefficient(String(transform.power));
  return (transform.at * ((minutes / transform.at) ** power - 1)) / power;
}

function usualFrancsOf({ attributes: own }: Agent, id: string): number {
  if (id === 'car') return Number(own.car_cost);
  if (own.ga_travelcard === 'yes') return 0;
  if (id === 'train') return Number(own.train_fare);
  return own.swissmetro_fare === undefined
    ? Number(own.train_fare) * Number(own.swissmetro_fare_ratio)
    : Number(own.swissmetro_fare);
}

function francsOf(agent: Agent, scenario: Scenario, id: string): number {
  return usualFrancsOf(agent, id) * Number(scenario[`${id}_cost_factor`]);
}

const hasCoefficient = ({ decision }: Agent, id: string) => decision.coefficients.some((own) => own.id === id);

/** The cost that a reason compares, and its utility: the usual one, or the current one in a linear model. */
function comparedFrancs(agent: Agent, scenario: Scenario, id: string): number {
  return hasCoefficient(agent, 'usual_cost') ? usualFrancsOf(agent, id) : francsOf(agent, scenario, id);
}

function utilityOfCost(agent: Agent, scenario: Scenario, id: string): number {
  if (hasCoefficient(agent, 'usual_cost'))
    return agent.coefficient('usual_cost') * Math.log1p(usualFrancsOf(agent, id));
  const employer = agent.attributes.who_pays === 'employer' ? agent.coefficient('cost_employer_pays') : 0;
  return ((agent.coefficient('cost') + employer) * francsOf(agent, scenario, id)) / 100;
}

/** The same of the travel time. */
function comparedMinutes(agent: Agent, scenario: Scenario, id: string): number {
  const factor = hasCoefficient(agent, 'usual_time') ? Number(scenario[`${id}_time_factor`]) : 1;
  return minutesOf(agent, scenario, id) / factor;
}

function utilityOfTime(agent: Agent, scenario: Scenario, id: string): number {
  if (!hasCoefficient(agent, 'usual_time'))
    return (agent.coefficient('time') * transformedMinutesOf(agent, scenario, id)) / 100;
  const usual = comparedMinutes(agent, scenario, id);
  return agent.coefficient('usual_time') * (id === 'car' ? Math.log1p(usual) : Math.log(usual));
}

const trip = (id: string) =>
  [
    (agent: Agent, scenario: Scenario) => minutesOf(agent, scenario, id),
    (agent: Agent, scenario: Scenario) => francsOf(agent, scenario, id),
  ] as const;
export const headway = (id: string) => (agent: Agent, scenario: Scenario) =>
  parseInt(String(agent.attributes[`${id}_headway`]), 10) * Number(scenario[`${id}_headway_factor`]);

const price = (id: string) => (agent: Agent, scenario: Scenario) =>
  Number(scenario[`${id}_price`]) * Number(agent.attributes[`${id}_price_level`]);

/** Probability of the choice in a later round of the game, in percent. */
const percentInRound =
  (after: '_cd' | '_dd', choice: 'cooperate' | 'defect') =>
  ({ decision }: Agent, scenario: Scenario) => {
    if (decision.family !== 'repeated_games') throw new Error('not a game');
    const { temptation, sucker, punishment } = decision.payoffs;
    const estimate = (id: string) => decision.coefficients.find((one) => one.id === id)!.estimate;
    // Discount factor above its threshold in the experiments' data, see the evidence of the workflow.
    const threshold = (temptation + punishment - sucker - Number(scenario.reward)) / (temptation - sucker);
    const predictor =
      estimate('later') +
      estimate(`after${after}`) +
      estimate(`index${after}`) * (Number(scenario.continuation) - threshold);
    return 100 / (1 + Math.exp(choice === 'cooperate' ? -predictor : predictor));
  };

/** Share of the agents with a smaller value of a column. */
const shareBelow = (agent: Agent, name: string, limit: number) =>
  agent.all(name).filter((value) => value < limit).length / agent.all(name).length;

/** Percent of the adoption rate until the year of adoption that is innovation, with the coefficients of a typical technology (Bass, 1969). */
function innovationPercent(agent: Agent): number {
  const [innovation, imitation, market] = [Math.exp(-4.0823476), Math.exp(-1.9604313), 0.95366786];
  const steps = Array.from({ length: 10 * agent.column('adopted_at') }, (_, step) => step + 1);
  const imitated = steps.reduce((sum, step) => sum + (imitation * shareBelow(agent, 'adopted_step', step)) / market, 0);
  return (100 * innovation * steps.length) / (innovation * steps.length + imitated);
}

const visits = (agent: Agent) => agent.measures.visits!.value;

export const statements: Readonly<Record<string, readonly Statement[]>> = {
  'all workflows': [
    [/About (\d+) of 100/, (agent) => percentOf(agent, agent.outcome)],
    // Rounded down, as ages are.
    [/(\d+) years old/, (agent) => Math.floor(attribute('age')(agent))],
  ],
  'swissmetro-mode-choice': [
    ...choice,
    [/The train takes (.*?), costs CHF (\d+) and leaves every (.*?)\./, ...trip('train'), headway('train')],
    [
      /The Swissmetro takes (.*?), costs CHF (\d+) and leaves every (.*?)\./,
      ...trip('swissmetro'),
      headway('swissmetro'),
    ],
    [/The car takes (.*?) and costs CHF (\d+)\./, ...trip('car')],
    [
      /it (?:usually )?(?:is|costs)(?: usually)? CHF (\d+) (?:cheaper|more) \((\w+)\)/,
      difference(comparedFrancs),
      (agent, scenario) => strength(exactDifference(utilityOfCost)(agent, scenario)),
    ],
    [
      /it (?:usually )?(?:takes|is)(?: usually)? ([\dhmin ]+) (?:longer|faster) \((\w+)\)/,
      difference(comparedMinutes),
      (agent, scenario) => strength(exactDifference(utilityOfTime)(agent, scenario)),
    ],
  ],
  'catsup-brand-choice': [
    ...choice,
    [/Hunt's 32 costs (\S+) price units\. Heinz 28 costs (\S+) price/, price('hunts32'), price('heinz28')],
    [/Heinz 32 costs (\S+) price units\. Heinz 41 costs (\S+) price/, price('heinz32'), price('heinz41')],
    [
      /it costs (\S+) price units more/,
      (agent, scenario) => price(chosen(agent).id)(agent, scenario) - price(runnerUp(agent).id)(agent, scenario),
    ],
  ],
  'gotv-social-pressure': [
    total('voting', 'utility.voting'),
    [
      /aged (\d+) to (\d+)/,
      (agent) => Number(String(agent.attributes.age).slice(0, 2)),
      (agent) => Number(String(agent.attributes.age).slice(-2)),
    ],
    [/household of (\w+)\./, ({ attributes }) => String(attributes.household_size)],
    [/I end up (not voting|voting)/, ({ outcome }) => (outcome === 'voting' ? 'voting' : 'not voting')],
  ],
  'charity-match-mailing': [
    total('giving', 'utility.gift'),
    [/^I am a (man|woman)/, ({ attributes: { donor } }) => String(donor)],
    [
      /I have made (\d+) gifts so far\. My largest gift was \$(\d+)/,
      attribute('past_gifts'),
      attribute('largest_gift'),
    ],
    [/My last gift was (\d+) months ago/, attribute('months_since_gift')],
  ],
  'housing-satisfaction': [
    total('high satisfaction', 'predictor'),
    // The coefficient of the definition. The average of the column is the share of high contact.
    [
      /a lot of contact with other residents \((\w+)\)/,
      (agent) => strength(0.360284 * (1 - agent.average('attribute.contact'))),
    ],

    [/I report (\w+) satisfaction/, ({ outcome }) => outcome],
  ],
  'health-insurance-visits': [
    [/a family of (\d+) persons/, attribute('family_size')],
    [/The family income is \$([\d,]+) a year/, attribute('income')],
    [/I have (\w+) doctor visits this year/, visits],
    [/about (\d+) have more visits/, (agent) => (visits(agent) === 0 ? 100 - percentOf(agent, 'none') : higher(agent))],
    [/about (\d+) have fewer visits/, lower],
  ],
  'unemployment-duration': [
    [/job that paid \$(\d+) a week/, attribute('wage')],
    [
      /a weekly benefit of (\d+%) of/,
      (agent, scenario) => attribute('replacement_rate')(agent) * Number(scenario.replacement_rate_factor),
    ],
    [
      /The unemployment rate in my state is (\d+%)/,
      (agent, scenario) => attribute('state_unemployment')(agent) * Number(scenario.state_unemployment_factor),
    ],
    [/without full-time work for (?:more than )?(\d+) weeks/, (agent) => agent.measures.weeks_without_work!.value],
    [
      /about (\d+) find full-time work sooner/,
      (agent) => (agent.outcome === 'over_52_weeks' ? 100 - percentOf(agent, 'over_52_weeks') : lower(agent)),
    ],
    [/about (\d+) take longer/, higher],
  ],
  'conservation-wtp': [
    [/an income of AUD ([\d,]+) a year/, attribute('income')],
    [/asks me to pay AUD (\d+) a year/, (_, { price: own }) => Number(own)],
    // Rounded down: the agent would not pay more.
    [/The most that I would pay is AUD (\d+) a year/, (agent) => Math.floor(Math.exp(agent.column('log_amount')))],
    [/I would pay more than AUD (\d+) a year/, (agent) => [0, Math.exp(agent.column('log_amount'))]],
    [/about (\d+) would pay less/, lower],
    [
      /about (\d+) would pay more/,
      (agent) => (agent.outcome === 'nothing' ? 100 - percentOf(agent, 'nothing') : higher(agent)),
    ],
  ],
  'technology-adoption-bass': [
    [/adopts the technology in year (\d+),/, column('adopted_at')],
    [/like (\d+%) of all households/, (agent) => shareBelow(agent, 'adopted_at', 1)],
    [/(\d+%) of households have it/, (agent) => shareBelow(agent, 'adopted_at', agent.column('adopted_at'))],
    [/Up to then, (\d+)% of the adoption rate/, innovationPercent],
    [/(\d+)% from imitation/, (agent) => 100 - innovationPercent(agent)],
  ],
  'family-planning-network': [
    [
      /I have (\w+) sons? and have been pregnant (\w+) times/,
      ({ attributes: { sons } }) => String(sons).split('_')[0]!,
      ({ attributes: { pregnancies } }) => Number(String(pregnancies).split('_')[1]),
    ],
    [/with (\w+) women in my village/, column('contacts')],
    [/I adopt family planning in (\d+)/, (agent) => 1964 + agent.measures.years_without!.value],
    [/(\w+) of my contacts had adopted/, column('adopted_contacts')],
    [/(\d+%) (?:of the other women in my village )?had/, column('group_share')],
  ],
  'repeated-pd-cooperation': [
    [/\nRound (\d+): we both/, () => 1],
    [
      /\nRound (\d+): after .*\nRound (\d+): .*\nRound (\d+): .*\nRounds (\d+) to/,
      ...[2, 3, 4, 5].map((round) => () => round),
    ],
    [
      /a probability of (\d+%)\. .* cooperate, each of us gets (\d+) points/,
      (_, { continuation }) => Number(continuation),
      (_, { reward }) => Number(reward),
    ],
    [/after we both defected, we both defect\. About (\d+) of 100/, percentInRound('_dd', 'defect')],
    [/after we both defected, I cooperate .*\. About (\d+) of 100/, percentInRound('_dd', 'cooperate')],
    [
      /after I cooperated and my partner defected, we both defect\. About (\d+) of 100/,
      percentInRound('_cd', 'defect'),
    ],
    [
      /Rounds \d+ to (\d+): .*\n.* ends after (\w+) rounds\. I cooperated in (\w+) of them and earned (\d+) points per round/,
      ...['rounds', 'rounds'].map((id) => (agent: Agent) => agent.measures[id]!.value),
      ({ measures: { rounds, cooperation } }) => rounds!.value * cooperation!.value,
      (agent) => agent.measures.payoff!.value,
    ],
    [/I earned (\d+) points/, (agent) => agent.measures.payoff!.value],
  ],
};
