import type { Scenario, WorkflowDefinition } from '../../model/definition.js';
import { linkOf } from '../../model/equations/formulas.js';
import {
  type Agent,
  chosen,
  headway,
  minutesOf,
  percentBounds,
  runnerUp,
  type Statement,
  statements,
  total,
} from './transcript-statements.js';

type Compute = (agent: Agent, scenario: Scenario) => number;
type Decision = WorkflowDefinition['decision'];

/** Statements in transcripts of a definition of `every-form.ts`. */
export interface FormStatements {
  /** Each transcript states the outcome. */
  readonly outcome: Statement;
  readonly others: readonly Statement[];
}

const measure = (id: string) => (agent: Agent) => agent.measures[id]!.value;
const startsWith =
  (start: string) =>
  ([{ source }]: Statement) =>
    source.startsWith(start);
const statementOf = (slug: string, start: string) => statements[slug]!.find(startsWith(start))!;

const nounOf = ({ decision, outcome }: Agent) =>
  'outcomes' in decision ? decision.outcomes.find(({ id }) => id === outcome)!.noun : '';

const outcomeStatements: Partial<Record<Decision['family'], Statement>> = {
  conditional_logit: statementOf('swissmetro-mode-choice', 'I (?:choose'),
  binary_logit: statementOf('gotv-social-pressure', 'I end up'),
  ordered_logit: statementOf('housing-satisfaction', 'I report'),
  counts: [/I have (\w+) doctor visits? this year/, measure('visits')],
  hazard: [/I am without full-time work for (?:more than )?(\d+) weeks\./, measure('weeks_without_work')],
  willingness_to_pay: [/I am ((?:un)?willing .*?)\./, nounOf],
  amounts: [/I am ((?:un)?willing .*?)\./, nounOf],
};

export function statementsOfForm({ workflow_id: slug, decision }: WorkflowDefinition): FormStatements {
  const all = [...statements['all workflows']!, ...statements[slug]!];
  return {
    outcome: outcomeStatements[decision.family]!,
    others: [...changedStatements(decision), ...all.filter((one) => !isReplaced(one, decision))],
  };
}

const hasPredictor = (decision: Decision) =>
  'link' in decision || ('random_intercept' in decision && decision.random_intercept !== undefined);

/** Statements of the workflow that the form computes in another way. */
function isReplaced(one: Statement, decision: Decision): boolean {
  if (decision.family === 'conditional_logit') return decision.periods !== undefined && startsWith('About (')(one);
  if (decision.family === 'amounts') return startsWith('The most')(one);
  return hasPredictor(decision) && startsWith('all effects')(one);
}

function changedStatements(decision: Decision): Statement[] {
  switch (decision.family) {
    case 'conditional_logit':
      return [
        // With a GA travelcard.
        ...['train', 'Swissmetro'].map((name): Statement => [
          new RegExp(`The ${name} takes ([\\dhmin ]+), costs nothing extra and leaves every (.*?)\\.`),
          (agent, scenario) => minutesOf(agent, scenario, name.toLowerCase()),
          headway(name.toLowerCase()),
        ]),
        [
          /it leaves (?:only )?every (.*?) instead of every (.*?) \(/,
          ...[chosen, runnerUp].map(
            (one): Compute =>
              (agent, scenario) =>
                headway(one(agent).id)(agent, scenario),
          ),
        ],
        ...(decision.periods ? periodStatements : []),
      ];
    case 'binary_logit':
      return hasPredictor(decision) ? [total('voting', 'predictor', linkOf(decision).logitsPerUnit)] : [];
    case 'ordered_logit':
      return hasPredictor(decision) ? [total('high satisfaction', 'predictor', linkOf(decision).logitsPerUnit)] : [];
    case 'willingness_to_pay':
      return [almostAll];
    case 'amounts':
      return [
        almostAll,
        [/The most that I would pay is AUD ([\d,]+) a year/, (agent) => agent.measures.most_paid!.value],
      ];
    default:
      return [];
  }
}

const almostAll: Statement = [
  /more than (99) would pay less/,
  (agent) => (percentBounds(agent, 'lower')[1] > 99 ? 99 : 'not more than 99'),
];

const trips = 6;
/** Trips of a mode, as a position in the alternatives. */
const tripsOf = (columns: 'choice' | 'baseline_choice', mode: number) => (agent: Agent) =>
  Array.from({ length: trips }, (_, trip) => agent.column(`${columns}.${trip + 1}`)).filter((choice) => choice === mode)
    .length;
const modes = ['train', 'swissmetro', 'car'];

/** The utilities are those of the last trip. */
function percentOfLastTrip(agent: Agent): number {
  const odds = modes.map((id) => (agent.column(`available.${id}`) === 1 ? Math.exp(agent.column(`utility.${id}`)) : 0));
  return (100 * odds[modes.indexOf(agent.outcome)]!) / odds.reduce((sum, own) => sum + own, 0);
}

const periodStatements: readonly Statement[] = [
  [/Of my (\d+) trips/, () => trips],
  ...['train', 'Swissmetro', 'car'].flatMap((name, mode): Statement[] => [
    [new RegExp(`^Of my .*?(\\d+) (?:is|are) the ${name}`), tripsOf('choice', mode)],
    [new RegExp(`At the baseline, .*?(\\d+) would have been the ${name}`), tripsOf('baseline_choice', mode)],
  ]),
  [/About (\d+) of 100/, percentOfLastTrip],
];
