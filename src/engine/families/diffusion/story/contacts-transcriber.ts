import { type WorkflowOf } from '../../../definition/definition.schema.js';
import { isBaselineScenario } from '../../../definition/is-baseline.js';
import { type Scenario } from '../../../definition/scenario.schema.js';
import { compileExplainer, explain, type Explainer } from '../../../model/explain.js';
import { compileLevers, equationsAlong } from '../../../model/levers.js';
import { type AgentRecord, columnFinder, recordReader } from '../../../transcript/agent-record.js';
import { tellReasons } from '../../../transcript/index-story/tell-reasons.js';
import { type Contributions } from '../../../transcript/index-story/typical-contributions.js';
import { numberWord } from '../../../transcript/number-words.js';
import { displayQuantity } from '../../../transcript/quantity.js';
import { tellPerson } from '../../../transcript/tell-person.js';
import { tellSituation } from '../../../transcript/tell-situation.js';
import { asSentence, fillTemplate } from '../../../transcript/template.js';
import { type Decided } from '../../../model/decision-family.js';
import { outcomeCodes } from '../course.js';
import { diffusionModel } from '../diffusion-model.js';
import { CONTACTS_EQUATION, type ContactsProcess, type Diffusion, type DiffusionBy } from '../schema.js';
import { type Seen, seenReader } from './seen-reader.js';
import { periodName, tellLuck, tellTurn, tellUsual } from './tell-waiting.js';
import { productContextOf } from '../../../model/products/compile-products.js';

/** So many agents of the run tell what is typical of it. */
const PEOPLE = 400;

/**
 * Who it is, whom it talks with, when it adopted and who had before, what made that likely, what it would have done at the baseline, and
 * what would have changed it.
 */
export function contactsTranscriber(
  definition: WorkflowOf<DiffusionBy<ContactsProcess>>,
  scenario: Scenario,
  { columns }: Readonly<Decided>,
): (index: number) => string[] {
  const { decision, narrative } = definition;
  const { count } = decision.periods;
  const model = diffusionModel(decision);
  const context = productContextOf(definition);
  const explainer = compileExplainer(model, context, scenario);
  const levers = compileLevers(definition, model, context, scenario);
  const isBaseline = isBaselineScenario(definition, scenario);
  const read = recordReader(definition, scenario, columns);
  const seenBefore = seenReader(columns, count);
  const typicalIn = typicalByPeriod(explainer, read, seenBefore, columns[0]?.values.length ?? 0);
  const withoutContacts = withoutReasonsOf(definition, 'exposure');
  const named = columnFinder(columns);
  const at = (name: string, index: number) => named(name).values[index]!;
  return (index) => {
    const agent = read(index);
    const period = at('adopted_at', index);
    const lookedBack = Math.min(Math.max(period, 1), count);
    const seen = seenBefore(index, lookedBack);
    const reluctance = at('reluctance', index);
    const outcome = decision.outcomes[agent.outcome]!;
    const alongPeriods = (lever: Parameters<Parameters<typeof tellTurn>[3]>[0]) => {
      const along = Array.from({ length: count }, (_, before) =>
        equationsAlong(lever.curve, agent.person, agent.assigned, seenBefore(index, before + 1).states),
      );
      return (value: number) => outcomeOf(decision, reluctance, (each) => along[each - 1]!(value)[0]!);
    };
    const explanation = explain(explainer, agent.person, agent.assigned, seen.states);
    const usual = { outcome: agent.baselineOutcome, period: at('baseline_adopted_at', index) };
    const beginning = [
      tellPerson(definition, scenario, agent),
      [tellContacts(decision, seen), ...tellSituation(definition, scenario, agent)].join(' '),
    ];
    const adoption = tellAdoption(decision, period, seen);
    const otherwise = isBaseline ? [] : [tellUsual(definition, { outcome: agent.outcome, period }, usual)];
    if (period === 0) return [...beginning, adoption, ...otherwise];
    return [
      ...beginning,
      ...tellReasons(
        seen.contacts > 0 ? definition : withoutContacts,
        model,
        scenario,
        agent,
        explanation,
        typicalIn(lookedBack),
        { equation: CONTACTS_EQUATION, favours: 'taking it up' },
      ),
      adoption,
      tellLuck(narrative.peers, reluctance, at(`probability.${outcome.id}`, index)),
      ...otherwise,
      tellTurn(definition, scenario, levers, alongPeriods),
    ];
  };
}

/** Who names nobody is told no reason that speaks of contacts. */
function withoutReasonsOf(
  definition: WorkflowOf<DiffusionBy<ContactsProcess>>,
  state: string,
): WorkflowOf<DiffusionBy<ContactsProcess>> {
  const { decision, narrative } = definition;
  const readsState = ({ factors }: (typeof decision.terms)[number]) =>
    factors.some((factor) => 'state' in factor && factor.state === state);
  const own = new Set(decision.terms.filter(readsState).map(({ id }) => id));
  const reasons = narrative.reasons.filter(({ terms }) => !terms.some((id) => own.has(id)));
  return { ...definition, narrative: { ...narrative, reasons } };
}

/** The outcome of an agent whose logit in each period is given. */
function outcomeOf(decision: Diffusion, reluctance: number, logitIn: (period: number) => number): number {
  let left = 1;
  let period = 1;
  for (; period <= decision.periods.count; period++) {
    left /= 1 + Math.exp(logitIn(period));
    if (reluctance < 1 - left) break;
  }
  return outcomeCodes(decision, Int32Array.of(period))[0]!;
}

/** What the terms add for the people of the run in a period, on average. */
function typicalByPeriod(
  explainer: Explainer,
  read: (index: number) => AgentRecord,
  seenBefore: (index: number, period: number) => Seen,
  agents: number,
): (period: number) => Contributions {
  const known = new Map<number, Contributions>();
  const people = Math.min(PEOPLE, agents);
  return (period) => {
    const before = known.get(period);
    if (before) return before;
    const sums: Record<string, number> = {};
    for (let index = 0; index < people; index++) {
      const { person, assigned } = read(index);
      const { contributions } = explain(explainer, person, assigned, seenBefore(index, period).states);
      for (const [term, own] of Object.entries(contributions))
        sums[term] = (sums[term] ?? 0) + (own[CONTACTS_EQUATION] ?? 0) / people;
    }
    known.set(period, sums);
    return sums;
  };
}

function tellContacts({ process: { story } }: DiffusionBy<ContactsProcess>, { contacts }: Seen): string {
  if (contacts === 0) return asSentence(story.alone);
  if (contacts === 1) return asSentence(story.one_contact);
  return asSentence(fillTemplate(story.contacts, { contacts: numberWord(contacts) }));
}

/** When it adopted, and who had by then. */
function tellAdoption(decision: DiffusionBy<ContactsProcess>, period: number, seen: Seen): string {
  const { story } = decision.process;
  if (period === 0) return asSentence(story.seeded);
  const hasAdopted = period <= decision.periods.count;
  const words = {
    period: periodName(decision, hasAdopted ? period : decision.periods.count),
    adopted: tellContactsAdopted(seen, story.contact_pronoun),
    group_share: displayQuantity(seen.groupShare, 'share'),
  };
  const peers = seen.contacts > 0 ? story.peers : story.group;
  return [hasAdopted ? story.adopting : story.waiting, peers]
    .map((text) => asSentence(fillTemplate(text, words)))
    .join(' ');
}

function tellContactsAdopted({ adoptedContacts, contacts }: Seen, pronoun: string): string {
  if (contacts === 1) return adoptedContacts === 1 ? `${pronoun} had adopted` : `${pronoun} had not adopted`;
  const all = contacts === 2 ? 'both' : 'all';
  const some = adoptedContacts === 0 ? 'none' : adoptedContacts === contacts ? all : numberWord(adoptedContacts);
  return `${some} of my contacts had adopted`;
}
