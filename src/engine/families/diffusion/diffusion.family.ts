import { EngineError } from '../../engine-error.js';
import { columnFinder } from '../../transcript/agent-record.js';
import { type WorkflowOf } from '../../definition/definition.schema.js';
import { type Decided, type DecisionFamily } from '../../model/decision-family.js';
import { checkDiffusion } from './check.js';
import { compileContacts } from './contacts/run-contacts.js';
import { countCourse } from './course.js';
import { diffusionModel } from './diffusion-model.js';
import { compileMarket } from './market/run-market.js';
import {
  type ContactsProcess,
  type Diffusion,
  type DiffusionBy,
  type MarketProcess,
  spreadsAmongAll,
  spreadsByContacts,
} from './schema.js';
import { contactsTranscriber } from './story/contacts-transcriber.js';
import { marketTranscriber } from './story/market-transcriber.js';

/** Adoption that spreads from those who adopted to those who have not: among everybody, or along contacts. */
export const diffusion: DecisionFamily<Diffusion> = {
  interacting: true,
  equationWord: 'equation',
  reasons: 'typical',
  states: ['period', 'exposure', 'group_share'],
  linear: diffusionModel,
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
    if (spreadsByContacts(decision)) return compileContacts(decision, context);
    if (spreadsAmongAll(decision)) return compileMarket(decision, context);
    throw unknownProcess();
  },
  countCurves(decision, decided) {
    return countCourse(decision, curvesOf(decision, decided, ''), curvesOf(decision, decided, 'baseline_'));
  },
  transcriber(definition, scenario, decided) {
    if (isBy<ContactsProcess>(definition, 'contacts')) return contactsTranscriber(definition, scenario, decided);
    if (isBy<MarketProcess>(definition, 'everybody')) return marketTranscriber(definition, scenario, decided);
    throw unknownProcess();
  },
};

function isBy<Process extends Diffusion['process']>(
  definition: WorkflowOf<Diffusion>,
  kind: Process['kind'],
): definition is WorkflowOf<DiffusionBy<Process>> {
  return definition.decision.process.kind === kind;
}

function curvesOf({ process }: Diffusion, { columns }: Readonly<Decided>, prefix: string) {
  const named = columnFinder(columns);
  const isTold = process.kind === 'everybody' && process.spreading;
  return {
    adoptedAt: named(`${prefix}adopted_at`).values,
    spreadUntil: isTold ? named(`${prefix}spread_until`).values : undefined,
  };
}

function unknownProcess(): EngineError {
  return new EngineError('invalid_argument', 'The diffusion is of no kind that is known.');
}
