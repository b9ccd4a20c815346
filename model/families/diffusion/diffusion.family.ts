// cspell:ignore everybody (a process kind of the definition)
import type { IssueList, Path } from '../../definition/issue-list.js';
import type { References } from '../../definition/references.js';
import { traitsOf } from '../../definition/parameter-types.js';
import { isTimeVarying } from '../../equations/compile-equations.js';
import { placeholders } from '../../transcript/template.js';
import {
  contactsEquation,
  type ContactsProcess,
  type Diffusion,
  type DiffusionWith,
  marketEquations,
  hasContactsProcess,
  seedingStrategies,
  type MarketProcess,
} from './diffusion.schema.js';
import { inverseLogit, predictorName } from '../../equations/formulas.js';
import { columnFinder } from '../../transcript/stored-agents.js';
import type { WorkflowOf } from '../../definition/definition.schema.js';
import type { DecisionOutput, DecisionFamily } from '../../equations/decision-family.js';
import { compileContacts } from './contacts/run-contacts.js';
import { countAdoption, diffusionModel } from './diffusion.run.js';
import { compileMarket } from './market/run-market.js';
import { contactsTranscriber } from './transcript/contacts-transcriber.js';
import { marketTranscriber } from './transcript/market-transcriber.js';
import { familyDefaults } from '../outcome-columns.js';

const sumTolerance = 1e-6;

const marketPlaceholders: Record<string, readonly string[]> = {
  start: ['share'],
  adopting: ['period', 'share'],
  waiting: ['period', 'share'],
  outside: ['period', 'share'],
  pressure: ['own', 'others'],
};
const contactsPlaceholders: Record<string, readonly string[]> = {
  contacts: ['contacts'],
  adopting: ['period'],
  waiting: ['period'],
  peers: ['adopted', 'group_share'],
  group: ['group_share'],
};

/** Checks that a diffusion is consistent in itself and with the parameters of the definition. Adds issues to the list. */
export function checkDiffusion(list: IssueList, decision: Diffusion, references: References): void {
  checkOutcomes(list, decision);
  const isByContacts = hasContactsProcess(decision);
  const equations: readonly string[] = isByContacts ? [contactsEquation] : marketEquations;
  decision.terms.forEach(({ equation, factors }, index) => {
    const path = ['decision', 'terms', index];
    list.known([...path, 'equation'], equation, new Set(equations), 'equation of this process');
    if (factors.some(isTimeVarying) && !isByContacts)
      list.add(path, 'reads a state of the run, but the process "everybody" has no states');
  });
  for (const name of placeholders(decision.periods.name))
    list.known(['decision', 'periods', 'name'], name, new Set(['number']), 'placeholder');
  if (isByContacts) checkContacts(list, decision, references);
  else checkMarket(list, decision);
  for (const [part, text] of Object.entries(decision.process.story)) {
    const known = new Set((isByContacts ? contactsPlaceholders : marketPlaceholders)[part]);
    for (const name of placeholders(text))
      list.known(['decision', 'process', 'story', part], name, known, 'placeholder');
  }
}

function checkOutcomes(list: IssueList, { outcomes, periods }: Diffusion): void {
  list.unique(['decision', 'outcomes'], outcomes, 'outcome');
  outcomes.forEach(({ by }, index) => {
    const path = ['decision', 'outcomes', index];
    const isLast = index === outcomes.length - 1;
    if (isLast && by !== undefined)
      list.add(path, 'the last outcome is for agents that do not adopt in time, so it must not have "by"');
    if (isLast) return;
    if (by === undefined) list.add(path, 'every outcome except the last needs "by", its last period');
    else if (by > periods.count) list.add([...path, 'by'], `${by} is after the last of ${periods.count} periods`);
    else if (index > 0 && by <= (outcomes[index - 1]!.by ?? -1)) list.add([...path, 'by'], 'must increase');
  });
}

function checkMarket(list: IssueList, { terms, process }: Diffusion): void {
  const has = (id: string) => terms.some(({ equation }) => equation === id);
  if (!has('log_innovation') && !has('start'))
    list.add(['decision', 'terms'], 'no agent can ever adopt: add terms of "log_innovation" or "start"');
  if (process.kind === 'everybody' && process.spreading && !has('log_recovery'))
    list.add(
      ['decision', 'process', 'spreading'],
      'no agent ever stops spreading: add terms of "log_recovery" or remove "spreading"',
    );
}

function checkContacts(
  list: IssueList,
  { process: { network, seeding } }: DiffusionWith<ContactsProcess>,
  { parameters }: References,
): void {
  const path: Path = ['decision', 'process'];
  const sum = network.contacts.reduce((total, share) => total + share, 0);
  if (Math.abs(sum - 1) > sumTolerance)
    list.add([...path, 'network', 'contacts'], `the shares sum to ${sum} instead of 1`);
  if (!seeding) return;
  const share = parameters.get(seeding.share);
  const strategy = parameters.get(seeding.strategy);
  if (!share) list.known([...path, 'seeding', 'share'], seeding.share, new Set(parameters.keys()), 'parameter');
  else if (!traitsOf(share).canBeShare)
    list.add([...path, 'seeding', 'share'], `"${share.id}" is used as a share, so it must be a number between 0 and 1`);
  if (!strategy)
    list.known([...path, 'seeding', 'strategy'], seeding.strategy, new Set(parameters.keys()), 'parameter');
  else {
    const { options } = traitsOf(strategy);
    if (options.length === 0) list.add([...path, 'seeding', 'strategy'], `parameter "${strategy.id}" has no options`);
    for (const { id } of options)
      list.known([...path, 'seeding', 'strategy'], id, new Set(seedingStrategies), 'seeding strategy');
  }
}

type Equation = (typeof marketEquations)[number];

function diffusionFormulas(decision: Diffusion): string[] {
  if (hasContactsProcess(decision))
    return [`P(adoption in a period) = ${inverseLogit(predictorName(contactsEquation))}`];
  const has = (equation: Equation) => decision.terms.some((term) => term.equation === equation);
  const rateOf = (equation: Equation) => (has(equation) ? [`exp(${predictorName(equation)})`] : []);
  const imitation = rateOf('log_imitation').map((rate) => `${rate} × share that has adopted and not recovered`);
  const [recovery] = rateOf('log_recovery');
  return [
    `rate of adoption in the market = ${[...rateOf('log_innovation'), ...imitation].join(' + ')}`,
    `share of agents in the market = ${has('potential') ? predictorName('potential') : '1'}`,
    `share of adopters before the first period = ${has('start') ? predictorName('start') : '0'}`,
    ...(recovery === undefined ? [] : [`rate of recovery = ${recovery}`]),
  ];
}

/** Adoption that spreads from adopters to other agents, either in a fully mixed market or along the contacts of a network. */
export const diffusion: DecisionFamily<Diffusion> = {
  ...familyDefaults,
  interacting: true,
  states: ['period', 'exposure', 'group_share'],
  linear: diffusionModel,
  formulas: diffusionFormulas,
  check: checkDiffusion,
  measures: ({ wait, periods }) => [{ ...wait, bounds: [0, periods.count] }],
  curves: ({ periods, adopted, process }) => {
    const steps = Array.from({ length: periods.count + 1 }, (_, period) => periods.first + period - 1);
    const shared = { step_unit: periods.unit, steps };
    const spreading = process.kind === 'everybody' ? process.spreading : undefined;
    return [{ ...adopted, ...shared }, ...(spreading ? [{ ...spreading, ...shared }] : [])];
  },
  compile(decision, context) {
    return hasContactsProcess(decision)
      ? compileContacts(decision, context)
      : compileMarket(decision as DiffusionWith<MarketProcess>, context);
  },
  countCurves(decision, decided) {
    return countAdoption(decision, {
      scenario: adoptionTimesOf(decision, decided, ''),
      baseline: adoptionTimesOf(decision, decided, 'baseline_'),
    });
  },
  transcriber(definition, scenario, decided) {
    return hasContactsProcess(definition.decision)
      ? contactsTranscriber(definition as WorkflowOf<DiffusionWith<ContactsProcess>>, scenario, decided)
      : marketTranscriber(definition as WorkflowOf<DiffusionWith<MarketProcess>>, scenario, decided);
  },
};

function adoptionTimesOf({ process }: Diffusion, { columns }: Readonly<DecisionOutput>, prefix: string) {
  const columnOf = columnFinder(columns);
  const hasSpreading = process.kind === 'everybody' && process.spreading;
  return {
    adoptedAt: columnOf(`${prefix}adopted_at`).values,
    spreadUntil: hasSpreading ? columnOf(`${prefix}spread_until`).values : undefined,
  };
}
