import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { IssueList, Path } from '../definition/issue-list.js';
import { traitsOf } from '../definition/parameter-types.js';

/** Words that state a cause. docs/analyst/full-spec.md lists them. */
const causalWords =
  /\b(causes?|caused|causing|because of|due to|leads? to|led to|leading to|results? in|resulted in|effects? (?:of|on)|increases|decreases|reduces|improves|makes?(?: \S+){1,4} (?:more|less))\b/i;

/**
 * Rejects causal words in the texts about a parameter that states `randomized: false`: its label, description, options, and the phrase for its
 * change. Parameters without `randomized` are not checked.
 */
export function checkCausalWords(list: IssueList, { scenario, narrative }: WorkflowDefinition): void {
  scenario.parameters.forEach((parameter, index) => {
    if (parameter.randomized !== false) return;
    const { id, label, description } = parameter;
    const path = ['scenario', 'parameters', index];
    const texts: [Path, string | undefined][] = [
      [[...path, 'label'], label],
      [[...path, 'description'], description],
      ...traitsOf(parameter).options.flatMap((option, k): [Path, string][] => [
        [[...path, 'options', k, 'label'], option.label],
        [[...path, 'options', k, 'phrase'], option.phrase],
      ]),
      [['narrative', 'levers', id, 'text'], narrative.levers[id]?.text],
    ];
    for (const [at, text] of texts) {
      const word = text?.match(causalWords)?.[0];
      if (word)
        list.add(
          at,
          `has the causal words "${word}", but the values of "${id}" were not assigned at random; write "is associated with", or set "randomized" to true if they were`,
        );
    }
  });
}
