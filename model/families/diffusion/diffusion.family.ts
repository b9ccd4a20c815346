// cspell:ignore everybody (a process kind of the definition)
import { inverseLogit, predictorName } from '../../equations/formulas.js';
import {
  contactsEquation,
  type Diffusion,
  hasContactsProcess,
  type marketEquations,
  type ContactsProcess,
  type DiffusionWith,
  type MarketProcess,
  hasMarketProcess,
} from './diffusion.schema.js';
import { EngineError } from '../../engine-error.js';
import { columnFinder } from '../../transcript/stored-agents.js';
import type { WorkflowOf } from '../../definition/definition.schema.js';
import type { DecisionOutput, DecisionFamily } from '../../equations/decision-family.js';
import { checkDiffusion } from './diffusion.check.js';
import { compileContacts } from './contacts/run-contacts.js';
import { countAdoption } from './trajectory.js';
import { diffusionModel } from './diffusion-model.js';
import { compileMarket } from './market/run-market.js';
import { contactsTranscriber } from './transcript/contacts-transcriber.js';
import { marketTranscriber } from './transcript/market-transcriber.js';

type Equation = (typeof marketEquations)[number];

/** Formulas from the predictors of a diffusion to the probability of adoption in a period. */
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
  interacting: true,
  equationWord: 'equation',
  reasons: 'typical',
  states: ['period', 'exposure', 'group_share'],
  linear: diffusionModel,
  formulas: diffusionFormulas,
  check: checkDiffusion,
  outcomes: ({ outcomes }) => outcomes,
  measures: ({ wait, periods }) => [{ ...wait, bounds: [0, periods.count] }],
  curves: ({ periods, adopted, process }) => {
    const steps = Array.from({ length: periods.count + 1 }, (_, period) => periods.first + period - 1);
    const shared = { step_unit: periods.unit, steps };
    const spreading = process.kind === 'everybody' ? process.spreading : undefined;
    return [{ ...adopted, ...shared }, ...(spreading ? [{ ...spreading, ...shared }] : [])];
  },
  compile(decision, context) {
    if (hasContactsProcess(decision)) return compileContacts(decision, context);
    if (hasMarketProcess(decision)) return compileMarket(decision, context);
    throw unknownProcess();
  },
  countCurves(decision, decided) {
    return countAdoption(
      decision,
      adoptionTimesOf(decision, decided, ''),
      adoptionTimesOf(decision, decided, 'baseline_'),
    );
  },
  transcriber(definition, scenario, decided) {
    if (hasProcess<ContactsProcess>(definition, 'contacts')) return contactsTranscriber(definition, scenario, decided);
    if (hasProcess<MarketProcess>(definition, 'everybody')) return marketTranscriber(definition, scenario, decided);
    throw unknownProcess();
  },
};

function hasProcess<Process extends Diffusion['process']>(
  definition: WorkflowOf<Diffusion>,
  kind: Process['kind'],
): definition is WorkflowOf<DiffusionWith<Process>> {
  return definition.decision.process.kind === kind;
}

function adoptionTimesOf({ process }: Diffusion, { columns }: Readonly<DecisionOutput>, prefix: string) {
  const columnOf = columnFinder(columns);
  const hasSpreading = process.kind === 'everybody' && process.spreading;
  return {
    adoptedAt: columnOf(`${prefix}adopted_at`).values,
    spreadUntil: hasSpreading ? columnOf(`${prefix}spread_until`).values : undefined,
  };
}

function unknownProcess(): EngineError {
  return new EngineError('invalid_argument', 'The diffusion process has an unknown kind.');
}
