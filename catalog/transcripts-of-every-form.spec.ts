import { baselineScenario, isChoice, type Scenario, type WorkflowDefinition } from '../model/definition.js';
import { definitionsOfEveryForm } from './testing/every-form.js';
import { statementsOfForm } from './testing/form-statements.js';
import { transcribe, unfinishedIn, contradictedChange, contradictedNumbers } from './testing/transcript-properties.js';
import { agentsInteract } from '../model/analyses.js';
import { rowsOf } from '../test/support/full-level.js';

/** Forms whose transcripts take the most time, and whose texts are mostly those of other forms. */
const slowForms = new Set([
  'a logit of choices',
  'a binary logit',
  'counts',
  'random tastes',
  'correlated tastes',
  'coefficients in money',
  'latent classes',
  'nests',
  'scales in nests that share an alternative',
  'periods of latent classes',
  'amounts',
  'amounts or 0',
]);
const [fastForms, otherForms] = [false, true].map((isSlow) =>
  definitionsOfEveryForm.filter(([form]) => slowForms.has(form) === isSlow),
);
const allForms = rowsOf(fastForms!, otherForms!);
// The statements about agents that interact are those of their workflows.
const forms = allForms.filter(([, definition]) => !agentsInteract(definition));

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

/** Sources of the patterns that occur. */
const used = new Set<string>();

describe('transcripts of every form', () => {
  it.each(forms)(
    'Transcripts of %s state the outcome of the agent, and each number and strength is the one of the record',
    (_, definition) => {
      const { outcome, others } = statementsOfForm(definition);
      for (const { agents, transcribed } of agentsOf(definition))
        for (const one of transcribed) {
          const stated = new Set<RegExp>();
          expect(contradictedNumbers(agents, one, [outcome, ...others], stated)).toEqual([]);
          expect([one.agent.transcript, stated.has(outcome[0])]).toEqual([one.agent.transcript, true]);
          for (const { source } of stated) used.add(source);
        }
    },
  );

  it('Every statement about a form occurs in a transcript', () => {
    const patterns = forms.flatMap(([, definition]) => {
      const { outcome, others } = statementsOfForm(definition);
      return [outcome, ...others].map(([pattern]) => pattern.source);
    });
    expect(patterns.filter((pattern) => !used.has(pattern))).toEqual([]);
  });

  it.each(forms)('The change in transcripts of %s changes the outcome', (_, definition) => {
    const indexes = indexesOf(definition);
    for (const { agents, transcribed } of agentsOf(definition))
      indexes.forEach((index, k) => {
        expect(contradictedChange(agents, transcribed[k]!, index, indexes.at(-1)! + 1)).toEqual([]);
      });
  });

  it.each(allForms)('Transcripts of %s have no missing text', (_, definition) => {
    const unfinished = unfinishedIn(definition);
    const texts = agentsOf(definition).flatMap(({ transcribed }) =>
      transcribed.map(({ agent }) => agent.transcript.join('\n')),
    );
    expect(texts.filter((text) => unfinished.test(text))).toEqual([]);
  });
});
