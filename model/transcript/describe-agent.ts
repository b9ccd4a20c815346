import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { AgentTexts } from './agent-texts.js';
import { type Sentence, sentence } from './sentence.js';
import { textFor } from './template.js';

type DescribeAgent = (index: number) => Sentence[];

/** Makes a function that describes an agent with the introduction sentences whose condition it meets. */
export function agentDescriber({ narrative }: WorkflowDefinition, texts: AgentTexts): DescribeAgent {
  return conditionalSentences('introduction', narrative.introduction, texts);
}

/** Makes a function that describes an agent's situation and assignments with the narrative sentences whose condition it meets. */
export function situationDescriber(
  { narrative, scenario }: WorkflowDefinition,
  texts: AgentTexts,
  assigned: readonly Uint8Array[],
): DescribeAgent {
  const situation = conditionalSentences('situation', narrative.situation, texts);
  const assignments = scenario.assignments.map(({ id }, k) => {
    const sentences = narrative.assignments[id];
    const compile = (text: string | undefined) => text && texts.compile(text);
    const [is, isNot] = [compile(sentences?.assigned), compile(sentences?.not_assigned)];
    return { id, values: assigned[k]!, meets: texts.test(sentences?.when), is, isNot };
  });
  return (index) => {
    const described = situation(index);
    for (const { id, values, meets, is, isNot } of assignments) {
      const isAssigned = values[index] === 1;
      const text = isAssigned ? is : isNot;
      if (text && meets(index))
        described.push(sentence('assignment', textFor(text, index), { assignment: id, isAssigned }));
    }
    return described;
  };
}

function conditionalSentences(
  kind: 'introduction' | 'situation',
  sentences: WorkflowDefinition['narrative']['introduction'],
  texts: AgentTexts,
): DescribeAgent {
  const compiled = sentences.map(({ when, text }) => ({ meets: texts.test(when), text: texts.compile(text) }));
  return (index) => {
    const described: Sentence[] = [];
    for (let position = 0; position < compiled.length; position++) {
      const { meets, text } = compiled[position]!;
      if (meets(index)) described.push(sentence(kind, textFor(text, index), { position }));
    }
    return described;
  };
}
