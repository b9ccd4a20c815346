import type { Column } from '../../../columns/column.js';
import type { States } from '../../../equations/products/evaluate-products.js';
import { columnFinder, type StoredAgents } from '../../../transcript/stored-agents.js';
import type { WorkflowOf } from '../../../definition/definition.schema.js';
import type { Scenario } from '../../../definition/scenario.schema.js';
import { reasonDescriber } from '../../../transcript/reasons/describe-reasons.js';
import { numberWord, type Paragraph, type Sentence, sentence, fillTemplate } from '../../../transcript/template.js';
import { rowExplainer, type Explainer } from '../../../equations/evaluate-equations.js';
import { displayQuantity } from '../../../transcript/quantity.js';
import { transcriptParts } from '../../../transcript/transcript-parts.js';
import { compileEffects } from '../../../transcript/reasons/effects.js';
import type { DecisionOutput } from '../../../equations/decision-family.js';
import { outcomeCodeFunction, diffusionModel } from '../diffusion.run.js';
import { contactsEquation, type ContactsProcess, type DiffusionWith } from '../diffusion.schema.js';
import {
  periodName,
  describeRandomError,
  changeDescriber,
  type CurvesIn,
  describeBaseline,
} from './adoption-sentences.js';
import { exp } from '../../../math/elementary.js';

interface AgentExposure {
  /** States that the equations read. */
  readonly states: States;
  readonly contacts: number;
  readonly adoptedContacts: number;
  readonly groupShare: number;
}

/**
 * Returns a function that computes the exposure of an agent before a period.
 *
 * @param columns result columns of a complete run
 */
function exposureReader(columns: readonly Column[], periods: number): (index: number, period: number) => AgentExposure {
  const columnOf = columnFinder(columns);
  const [group, degree, adoptedAt] = ['group', 'contacts', 'adopted_at'].map((name) => columnOf(name).values);
  const contacts = columns.filter(({ name }) => name.startsWith('contact.')).map(({ values }) => values);
  const { sizes, adopted } = groupCounts(group!, adoptedAt!, periods);
  return (index, period) => {
    const ownGroup = group![index]!;
    const size = sizes[ownGroup]!;
    const hasAdopted = adoptedAt![index]! < period ? 1 : 0;
    const groupShare = size > 1 ? (adopted[ownGroup]![period - 1]! - hasAdopted) / (size - 1) : 0;
    const others = contacts.map((contact) => contact[index]!).slice(0, degree![index]);
    const adoptedContacts = others.filter((other) => adoptedAt![other]! < period).length;
    const exposure = others.length > 0 ? adoptedContacts / others.length : 0;
    return {
      states: { period: [period], exposure: [exposure], group_share: [groupShare] },
      contacts: others.length,
      adoptedContacts,
      groupShare,
    };
  };
}

/** Size of each group, and number of its members that had adopted by the end of each period: `adopted[group][period]`, from period 0. */
function groupCounts(group: ArrayLike<number>, adoptedAt: ArrayLike<number>, periods: number) {
  const sizes: number[] = [];
  const adopted: number[][] = [];
  for (let agent = 0; agent < group.length; agent++) {
    const own = group[agent]!;
    sizes[own] = (sizes[own] ?? 0) + 1;
    const counts = (adopted[own] ??= new Array<number>(periods + 1).fill(0));
    for (let period = adoptedAt[agent]!; period <= periods; period++) counts[period] = counts[period]! + 1;
  }
  return { sizes, adopted };
}

/** Number of agents that typical contributions are averaged over. */
const maxTypicalAgents = 400;

/**
 * Returns a function that writes the transcript of an agent in a network: introduction, contacts, reasons, adoption, probability, outcome at
 * the baseline, and the smallest change of a parameter that would have changed the outcome.
 */
export function contactsTranscriber(
  definition: WorkflowOf<DiffusionWith<ContactsProcess>>,
  scenario: Scenario,
  { columns }: Readonly<DecisionOutput>,
): (index: number) => Paragraph[] {
  const { decision, narrative } = definition;
  const { count } = decision.periods;
  const parts = transcriptParts(definition, diffusionModel(decision), scenario, columns);
  const { explainer, agents, texts } = parts;
  const exposureBefore = exposureReader(columns, count);
  const typicalIn = typicalByPeriod(explainer, agents, exposureBefore);
  const withoutContacts = withoutReasonsOf(definition, 'exposure');
  const compileReasons = (own: typeof definition) => ({
    effectsOf: compileEffects(own, explainer.equations),
    describe: reasonDescriber(own, explainer, texts, [contactsEquation], 'adopting'),
  });
  const reasons = { withContacts: compileReasons(definition), withoutContacts: compileReasons(withoutContacts) };
  const describeChange = changeDescriber(definition, scenario, parts);
  const codeOf = outcomeCodeFunction(decision);
  const valueOf = (name: string, index: number) => parts.columnOf(name).values[index]!;
  return (index) => {
    const ownOutcome = agents.outcomes[index]!;
    const period = valueOf('adopted_at', index);
    const decidingPeriod = Math.min(Math.max(period, 1), count);
    const exposure = exposureBefore(index, decidingPeriod);
    const reluctance = valueOf('reluctance', index);
    const outcome = decision.outcomes[ownOutcome]!;
    const statesIn = Array.from({ length: count }, (_, before) => exposureBefore(index, before + 1).states);
    const outcomeAlong = (curvesIn: CurvesIn) => {
      const along = curvesIn(statesIn);
      return (value: number) => codeOf(adoptionPeriod(count, reluctance, (each) => along[each - 1]!(value)[0]!));
    };
    const explanation = parts.explain(index, exposure.states, 0);
    const atBaseline = { outcome: agents.baselineOutcomes[index]!, period: valueOf('baseline_adopted_at', index) };
    const beginning = [
      parts.describeAgent(index),
      [describeContacts(decision, exposure), ...parts.describeSituation(index)],
    ];
    const adoption = describeAdoption(decision, period, exposure);
    const comparison = parts.isBaseline
      ? []
      : [describeBaseline(definition, { outcome: ownOutcome, period }, atBaseline)];
    if (period === 0) return [...beginning, adoption, comparison];
    const { effectsOf, describe } = exposure.contacts > 0 ? reasons.withContacts : reasons.withoutContacts;
    const comparisonWithTypical = { signs: [1], reference: typicalIn(decidingPeriod) };
    return [
      ...beginning,
      ...describe({ index, explanation }, effectsOf(explanation, comparisonWithTypical)),
      adoption,
      describeRandomError(narrative.peers, reluctance, valueOf(`probability.${outcome.id}`, index)),
      comparison,
      describeChange(index, outcomeAlong),
    ];
  };
}

/** Removes the reasons with terms that read a state, for agents to which the state does not apply. */
function withoutReasonsOf(
  definition: WorkflowOf<DiffusionWith<ContactsProcess>>,
  state: string,
): WorkflowOf<DiffusionWith<ContactsProcess>> {
  const { decision, narrative } = definition;
  const readsState = ({ factors }: (typeof decision.terms)[number]) =>
    factors.some((factor) => 'state' in factor && factor.state === state);
  const own = new Set(decision.terms.filter(readsState).map(({ id }) => id));
  const reasons = narrative.reasons.filter(({ terms }) => !terms.some((id) => own.has(id)));
  return { ...definition, narrative: { ...narrative, reasons } };
}

/** Period of adoption of an agent, given its logit in each of `count` periods; `count + 1` if it does not adopt. */
function adoptionPeriod(count: number, reluctance: number, logitIn: (period: number) => number): number {
  let survival = 1;
  let period = 1;
  for (; period <= count; period++) {
    survival /= 1 + exp(logitIn(period));
    if (reluctance < 1 - survival) break;
  }
  return period;
}

/** Mean products of the equation in a period, without their coefficients, over the first agents of the run. */
function typicalByPeriod(
  explainer: Explainer,
  { attributes, assigned }: StoredAgents,
  exposureBefore: (index: number, period: number) => AgentExposure,
): (period: number) => Float64Array {
  const cache = new Map<number, Float64Array>();
  const sampleSize = Math.min(maxTypicalAgents, attributes.count);
  const explain = rowExplainer(explainer, attributes, assigned);
  return (period) => {
    const cached = cache.get(period);
    if (cached) return cached;
    const means = new Float64Array(explainer.coefficients.length);
    for (let index = 0; index < sampleSize; index++) {
      const { units } = explain(index, exposureBefore(index, period).states, 0);
      for (let k = 0; k < means.length; k++) means[k] = means[k]! + units[k]! / sampleSize;
    }
    cache.set(period, means);
    return means;
  };
}

function describeContacts(
  { process: { story } }: DiffusionWith<ContactsProcess>,
  { contacts }: AgentExposure,
): Sentence {
  if (contacts === 0) return sentence('contacts', story.alone);
  if (contacts === 1) return sentence('contacts', story.one_contact);
  return sentence('contacts', fillTemplate(story.contacts, { contacts: numberWord(contacts) }));
}

function describeAdoption(
  decision: DiffusionWith<ContactsProcess>,
  period: number,
  exposure: AgentExposure,
): Paragraph {
  const { story } = decision.process;
  if (period === 0) return [sentence('adoption', story.seeded)];
  const hasAdopted = period <= decision.periods.count;
  const words = {
    period: periodName(decision, hasAdopted ? period : decision.periods.count),
    adopted: describeAdoptedContacts(exposure, story.contact_pronoun),
    group_share: displayQuantity(exposure.groupShare, 'share'),
  };
  const peers = exposure.contacts > 0 ? story.peers : story.group;
  return [
    sentence('adoption', fillTemplate(hasAdopted ? story.adopting : story.waiting, words)),
    sentence('exposure', fillTemplate(peers, words)),
  ];
}

function describeAdoptedContacts({ adoptedContacts, contacts }: AgentExposure, pronoun: string): string {
  if (contacts === 1) return adoptedContacts === 1 ? `${pronoun} had adopted` : `${pronoun} had not adopted`;
  const all = contacts === 2 ? 'both' : 'all';
  const some = adoptedContacts === 0 ? 'none' : adoptedContacts === contacts ? all : numberWord(adoptedContacts);
  return `${some} of my contacts had adopted`;
}
