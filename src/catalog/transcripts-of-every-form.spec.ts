import { agentsInteract } from '../engine/analyses.js';
import { baselineScenario, isChoice, type Scenario, type WorkflowDefinition } from '../engine/definition.js';
import { definitionsOfEveryForm } from './testing/every-form.js';
import { statementsOfForm } from './testing/form-statements.js';
import {
  expectChangedOutcome,
  expectRecordedNumbers,
  transcribe,
  unfinishedIn,
} from './testing/transcript-properties.js';

const agentCount = 10;
const indexes = Array.from({ length: agentCount }, (_, index) => index);

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

const agentsOf = (definition: WorkflowDefinition) =>
  [baselineScenario(definition), changedScenario(definition)].map((scenario) =>
    transcribe(definition, scenario, agentCount),
  );

/** Sources of the patterns that occur. */
const used = new Set<string>();
// The statements about agents that interact are those of their workflows.
const definitions = definitionsOfEveryForm.filter(([, definition]) => !agentsInteract(definition));

describe('transcripts of every form', () => {
  it.each(definitions)(
    'Transcripts of %s state the outcome of the agent, and each number and strength is the one of the record',
    (_, definition) => {
      const { outcome, others } = statementsOfForm(definition);
      for (const agents of agentsOf(definition))
        for (const index of indexes) {
          const transcribed = agents.agent(index);
          const stated = new Set<RegExp>();
          expectRecordedNumbers(agents, transcribed, [outcome, ...others], stated);
          expect([transcribed.agent.transcript, stated.has(outcome[0])]).toEqual([transcribed.agent.transcript, true]);
          stated.forEach(({ source }) => used.add(source));
        }
    },
  );

  it('Every statement about a form occurs in a transcript', () => {
    const patterns = definitions.flatMap(([, definition]) => {
      const { outcome, others } = statementsOfForm(definition);
      return [outcome, ...others].map(([pattern]) => pattern.source);
    });
    expect([...new Set(patterns)].filter((pattern) => !used.has(pattern))).toEqual([]);
  });

  it.each(definitions)('The change in transcripts of %s changes the outcome', (_, definition) => {
    for (const agents of agentsOf(definition))
      for (const index of indexes) expectChangedOutcome(agents, agents.agent(index), index, agentCount);
  });

  it.each(definitionsOfEveryForm)('Transcripts of %s have no missing text', (_, definition) => {
    const unfinished = unfinishedIn(definition);
    const texts = agentsOf(definition).flatMap((agents) =>
      indexes.map((index) => agents.agent(index).agent.transcript.join('\n')),
    );
    expect(texts.filter((text) => unfinished.test(text))).toEqual([]);
  });
});
