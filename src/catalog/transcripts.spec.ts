import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { baselineScenario, type Scenario, type WorkflowDefinition } from '../engine/definition.js';
import { familyOf } from '../engine/families/family-of.js';
import type { Sentence, SentenceKind } from '../engine/model/sentence.js';
import { decideAgents } from '../engine/simulation/decide-agents.js';
import { sampleSize } from '../../test/support/long.js';
import { readWorkflow } from './testing/catalog-workflow.js';
import { agentValues, type Run, runOf, valueOf } from './testing/transcripts/agents.js';
import { type AgentContext, contradictionOf } from './testing/transcripts/check-sentences.js';
import { meanProducts, readsState, typicalSigns, weigher } from './testing/transcripts/comparison.js';
import { referenceModel, type ReferenceModel } from './testing/transcripts/reference-model.js';

const specs = join(import.meta.dirname, 'specs');
const slugs = readdirSync(specs).map((file) => file.replace(/\.json$/, ''));

const typicalAgents = 400;
/** Agents whose sentences are checked. A run also has the typical agents, which transcripts compare the others with. */
const checkedAgents = sampleSize(100, 2_500);
const agentsPerScenario = Math.max(checkedAgents, typicalAgents);
const seed = 20;

const seen = new Set<SentenceKind>();

describe.each(slugs)('the transcripts of %s', (slug) => {
  const definition = readWorkflow(slug);

  it.each([
    ['the baseline', baselineScenario(definition)],
    ['a scenario far from the baseline', changedScenario(definition)],
  ])(`Each sentence of ${checkedAgents} agents agrees with the numbers under %s`, (_, scenario) => {
    const output = decideAgents(definition, scenario, seed, agentsPerScenario);
    const run = runOf(definition, scenario, output);
    const model = modelWithoutSteps(definition);
    const compare = comparisonOf(run, model);
    const transcribe = familyOf(definition.decision).transcriber(definition, scenario, output);
    const contradictions: string[] = [];
    for (let agent = 0; agent < checkedAgents; agent++) {
      const sentences = transcribe(agent).flat();
      const context = compare(agent, sentences);
      for (const sentence of sentences) {
        seen.add(sentence.kind);
        const contradiction = contradictionOf(context, sentence);
        if (contradiction) contradictions.push(`agent ${agent}: ${contradiction}`);
      }
    }
    expect(contradictions.slice(0, 10)).toEqual([]);
  });
});

describe('the transcripts of all workflows', () => {
  it('Every kind of sentence occurs', () => {
    const kinds: Record<SentenceKind, true> = {
      introduction: true,
      situation: true,
      assignment: true,
      alternative: true,
      unavailable: true,
      variable: true,
      latent_class: true,
      runner_up: true,
      reasons: true,
      no_reasons: true,
      other_effects: true,
      total: true,
      error_changes: true,
      error_favors: true,
      outcome: true,
      amount: true,
      probability: true,
      rank: true,
      baseline: true,
      change: true,
      change_outside: true,
      contacts: true,
      adoption: true,
      exposure: true,
      pressure: true,
      reluctance: true,
      rounds: true,
      match_end: true,
    };
    expect(Object.keys(kinds).filter((kind) => !seen.has(kind as SentenceKind))).toEqual([]);
  });
});

/** The last option of each choice, and each number halfway between its default and the upper end of its calibrated range. */
function changedScenario(definition: WorkflowDefinition): Scenario {
  return Object.fromEntries(
    definition.scenario.parameters.map((parameter): [string, string | number] => {
      if (parameter.type === 'choice') return [parameter.id, parameter.options.at(-1)!.id];
      const upper = parameter.calibrated_range[1];
      return [parameter.id, parameter.type === 'integer' ? upper : (parameter.default + upper) / 2];
    }),
  );
}

/** Transcripts of durations compare the part of the predictor that is the same in all periods. */
function modelWithoutSteps(definition: WorkflowDefinition): ReferenceModel {
  const model = referenceModel(definition);
  if (definition.decision.family !== 'hazard') return model;
  return { ...model, products: model.products.filter(({ term }) => !readsState(definition, term)) };
}

/** Makes a function that returns the context of an agent's sentences: its values and the comparison that its reasons explain. */
function comparisonOf(
  run: Run,
  model: ReferenceModel,
): (agent: number, sentences: readonly Sentence[]) => AgentContext {
  const { definition } = run;
  const { decision } = definition;
  const signs = typicalSigns(definition);
  const isContacts = decision.family === 'diffusion' && decision.process.kind === 'contacts';
  const hasReasons = definition.narrative.reasons.length > 0;
  const typical = hasReasons && decision.family !== 'conditional_logit' && !isContacts;
  const reference = typical ? averageProducts(definition, model) : undefined;
  const inPeriod = new Map<number, number[]>();
  return (agent, sentences) => {
    const context = { run, model, agent, sentences, weigh: undefined };
    if (isContacts) {
      const period = Math.min(Math.max(valueOf(run, 'adopted_at', agent), 1), decision.periods.count);
      const known = inPeriod.get(period) ?? meanProducts(model, run, typicalAgents, period);
      inPeriod.set(period, known);
      const values = agentValues(run, agent, period);
      return { ...context, values, weigh: weigher(definition, model, values, { signs, reference: known }) };
    }
    const values = agentValues(run, agent);
    const pair = sentences.find((sentence) => sentence.kind === 'runner_up');
    if (pair?.kind === 'runner_up') {
      const { chosen, other } = pair.facts;
      const pairSigns = { [model.outcomes[chosen]!.id]: 1, [model.outcomes[other]!.id]: -1 };
      return { ...context, values, weigh: weigher(definition, model, values, { signs: pairSigns }) };
    }
    if (!reference) return { ...context, values };
    return { ...context, values, weigh: weigher(definition, model, values, { signs, reference }) };
  };
}

/** Mean products of the agents that transcripts call average: the first agents of seed 0 at the baseline. */
function averageProducts(definition: WorkflowDefinition, model: ReferenceModel): number[] {
  const scenario = baselineScenario(definition);
  const output = decideAgents(definition, scenario, 0, typicalAgents);
  return meanProducts(model, runOf(definition, scenario, output), typicalAgents);
}
