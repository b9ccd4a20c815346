import type { WorkflowOf } from '../../../definition/definition.schema.js';
import { isBaselineScenario } from '../../../definition/is-baseline.js';
import type { Scenario } from '../../../definition/scenario.schema.js';
import { compileExplainer, explain, type Explainer } from '../../../model/explain.js';
import { compileParameterEffects, equationFunction } from '../../../model/parameter-effects.js';
import { type AgentRecord, columnFinder, recordReader } from '../../../transcript/agent-record.js';
import { describeReasons } from '../../../transcript/index-transcript/describe-reasons.js';
import { numberWord } from '../../../transcript/number-words.js';
import { displayQuantity } from '../../../transcript/quantity.js';
import { describeAgent } from '../../../transcript/describe-agent.js';
import { describeSituation } from '../../../transcript/describe-situation.js';
import { compileEffects } from '../../../transcript/reasons/effects.js';
import { type Paragraph, type Sentence, sentence } from '../../../transcript/sentence.js';
import { fillTemplate } from '../../../transcript/template.js';
import type { DecisionOutput } from '../../../model/decision-family.js';
import { outcomeCodeFunction } from '../trajectory.js';
import { diffusionModel } from '../diffusion-model.js';
import { contactsEquation, type ContactsProcess, type DiffusionWith } from '../schema.js';
import { type AgentExposure, exposureReader } from './exposure-reader.js';
import { periodName, describeRandomError, describeChange, describeBaseline } from './adoption-sentences.js';
import { productContextOf } from '../../../model/products/compile-products.js';
import { exp } from '../../../math/elementary.js';

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
  const model = diffusionModel(decision);
  const context = productContextOf(definition);
  const explainer = compileExplainer(model, context, scenario);
  const parameterEffects = compileParameterEffects(definition, model, context, scenario);
  const isBaseline = isBaselineScenario(definition, scenario);
  const read = recordReader(definition, scenario, columns);
  const exposureBefore = exposureReader(columns, count);
  const typicalIn = typicalByPeriod(explainer, read, exposureBefore, columns[0]?.values.length ?? 0);
  const withoutContacts = withoutReasonsOf(definition, 'exposure');
  const effectsOf = {
    all: compileEffects(definition, explainer.equations),
    withoutContacts: compileEffects(withoutContacts, explainer.equations),
  };
  const columnOf = columnFinder(columns);
  const codeOf = outcomeCodeFunction(decision);
  const valueOf = (name: string, index: number) => columnOf(name).values[index]!;
  return (index) => {
    const agent = read(index);
    const period = valueOf('adopted_at', index);
    const decidingPeriod = Math.min(Math.max(period, 1), count);
    const exposure = exposureBefore(index, decidingPeriod);
    const reluctance = valueOf('reluctance', index);
    const outcome = decision.outcomes[agent.outcome]!;
    const alongPeriods = (effect: Parameters<Parameters<typeof describeChange>[3]>[0]) => {
      const along = Array.from({ length: count }, (_, before) =>
        equationFunction(effect.curve, agent.attributeTable, agent.assigned, exposureBefore(index, before + 1).states),
      );
      return (value: number) => codeOf(adoptionPeriod(count, reluctance, (each) => along[each - 1]!(value)[0]!));
    };
    const explanation = explain(explainer, agent.attributeTable, agent.assigned, exposure.states);
    const atBaseline = { outcome: agent.baselineOutcome, period: valueOf('baseline_adopted_at', index) };
    const beginning = [
      describeAgent(definition, scenario, agent),
      [describeContacts(decision, exposure), ...describeSituation(definition, scenario, agent)],
    ];
    const adoption = describeAdoption(decision, period, exposure);
    const comparison = isBaseline ? [] : [describeBaseline(definition, { outcome: agent.outcome, period }, atBaseline)];
    if (period === 0) return [...beginning, adoption, comparison];
    const hasContacts = exposure.contacts > 0;
    return [
      ...beginning,
      ...describeReasons(
        hasContacts ? definition : withoutContacts,
        model,
        [scenario, agent],
        explanation,
        effectsOf[hasContacts ? 'all' : 'withoutContacts'](explanation, {
          signs: [1],
          reference: typicalIn(decidingPeriod),
        }),
        [contactsEquation],
        'adopting',
      ),
      adoption,
      describeRandomError(narrative.peers, reluctance, valueOf(`probability.${outcome.id}`, index)),
      comparison,
      describeChange(definition, scenario, parameterEffects, alongPeriods),
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
  read: (index: number) => AgentRecord,
  exposureBefore: (index: number, period: number) => AgentExposure,
  agentCount: number,
): (period: number) => Float64Array {
  const cache = new Map<number, Float64Array>();
  const sampleSize = Math.min(maxTypicalAgents, agentCount);
  return (period) => {
    const cached = cache.get(period);
    if (cached) return cached;
    const means = new Float64Array(explainer.coefficients.length);
    for (let index = 0; index < sampleSize; index++) {
      const { attributeTable: person, assigned } = read(index);
      const { units } = explain(explainer, person, assigned, exposureBefore(index, period).states);
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
  if (contacts === 0) return sentence('contacts', story.alone, { contacts });
  if (contacts === 1) return sentence('contacts', story.one_contact, { contacts });
  return sentence('contacts', fillTemplate(story.contacts, { contacts: numberWord(contacts) }), { contacts });
}

/** Describes the adoption and the earlier adoptions among contacts and in the group. */
function describeAdoption(
  decision: DiffusionWith<ContactsProcess>,
  period: number,
  exposure: AgentExposure,
): Paragraph {
  const { story } = decision.process;
  if (period === 0) return [sentence('adoption', story.seeded, { period })];
  const hasAdopted = period <= decision.periods.count;
  const words = {
    period: periodName(decision, hasAdopted ? period : decision.periods.count),
    adopted: describeAdoptedContacts(exposure, story.contact_pronoun),
    group_share: displayQuantity(exposure.groupShare, 'share'),
  };
  const { contacts, adoptedContacts: adopted, groupShare } = exposure;
  const peers = contacts > 0 ? story.peers : story.group;
  return [
    sentence('adoption', fillTemplate(hasAdopted ? story.adopting : story.waiting, words), { period }),
    sentence('exposure', fillTemplate(peers, words), { contacts, adopted, groupShare }),
  ];
}

function describeAdoptedContacts({ adoptedContacts, contacts }: AgentExposure, pronoun: string): string {
  if (contacts === 1) return adoptedContacts === 1 ? `${pronoun} had adopted` : `${pronoun} had not adopted`;
  const all = contacts === 2 ? 'both' : 'all';
  const some = adoptedContacts === 0 ? 'none' : adoptedContacts === contacts ? all : numberWord(adoptedContacts);
  return `${some} of my contacts had adopted`;
}
