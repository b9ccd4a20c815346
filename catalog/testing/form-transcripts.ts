import { baselineScenario, isChoice, type Scenario, type WorkflowDefinition } from '../../model/definition.js';
import { definitionsOfEveryForm } from './every-form.js';
import { statementsOfForm } from './form-statements.js';
import { expectChangedOutcome, expectRecordedNumbers, transcribe, unfinishedIn } from './transcript-properties.js';

/** Forms whose transcripts take the most time, and whose texts are mostly those of other forms. */
const slowForms = new Set([
  'random tastes',
  'latent classes',
  'nests',
  'scales in nests that share an alternative',
  'periods of latent classes',
  'amounts',
  'amounts or 0',
]);
/** Forms of the fast level of the tests. The full level has all forms. */
export const fastForms = definitionsOfEveryForm.filter(([form]) => !slowForms.has(form));

const firstAgents = Array.from({ length: 10 }, (_, index) => index);
/** Few respondents would pay more than 99% of those like them: this one would. */
const rareAgent = 201;

function indexesOf({ decision }: WorkflowDefinition): number[] {
  return decision.family === 'willingness_to_pay' ? [...firstAgents, rareAgent] : firstAgents;
}

/** Each number halfway to the start of its calibrated range, with the last option of each choice. */
function changedScenario(definition: WorkflowDefinition): Scenario {
  return Object.fromEntries(
    definition.scenario.parameters.map((parameter): [string, string | number] => {
      if (isChoice(parameter)) return [parameter.id, parameter.options.at(-1)!.id];
      // Integers are the first and the last period of a scenario.
      if (parameter.type === 'integer') return [parameter.id, parameter.default];
      return [parameter.id, (parameter.default + parameter.calibrated_range[0]) / 2];
    }),
  );
}

function transcribeBoth(definition: WorkflowDefinition) {
  return [baselineScenario(definition), changedScenario(definition)].map((scenario) => {
    const indexes = indexesOf(definition);
    const agents = transcribe(definition, scenario, indexes.at(-1)! + 1);
    return { agents, transcribed: indexes.map((index) => agents.agent(index)) };
  });
}

const known = new WeakMap<WorkflowDefinition, ReturnType<typeof transcribeBoth>>();

/** Agents at the baseline and in a changed scenario, with their transcripts. */
function agentsOf(definition: WorkflowDefinition) {
  const agents = known.get(definition) ?? transcribeBoth(definition);
  known.set(definition, agents);
  return agents;
}

/**
 * Expects that each transcript states the outcome, and numbers and strengths of the record.
 *
 * @param used gets the sources of the patterns that occur
 */
export function expectRecordedForm(definition: WorkflowDefinition, used: Set<string>): void {
  const { outcome, others } = statementsOfForm(definition);
  for (const { agents, transcribed } of agentsOf(definition))
    for (const one of transcribed) {
      const stated = new Set<RegExp>();
      expectRecordedNumbers(agents, one, [outcome, ...others], stated);
      expect([one.agent.transcript, stated.has(outcome[0])]).toEqual([one.agent.transcript, true]);
      stated.forEach(({ source }) => used.add(source));
    }
}

/** Sources of the patterns of statements that are not used. */
export function unusedStatements(forms: typeof definitionsOfEveryForm, used: ReadonlySet<string>): string[] {
  const patterns = forms.flatMap(([, definition]) => {
    const { outcome, others } = statementsOfForm(definition);
    return [outcome, ...others].map(([pattern]) => pattern.source);
  });
  return [...new Set(patterns)].filter((pattern) => !used.has(pattern));
}

/** Expects that the change in each transcript changes the outcome. */
export function expectChangedOutcomes(definition: WorkflowDefinition): void {
  for (const { agents, transcribed } of agentsOf(definition))
    indexesOf(definition).forEach((index, k, indexes) =>
      expectChangedOutcome(agents, transcribed[k]!, index, indexes.at(-1)! + 1),
    );
}

/** Transcripts with missing text. */
export function unfinishedTranscripts(definition: WorkflowDefinition): string[] {
  const unfinished = unfinishedIn(definition);
  const texts = agentsOf(definition).flatMap(({ transcribed }) =>
    transcribed.map(({ agent }) => agent.transcript.join('\n')),
  );
  return texts.filter((text) => unfinished.test(text));
}
