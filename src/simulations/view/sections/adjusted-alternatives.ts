import type { WorkflowDefinition } from '../../../engine/definition.js';
import type { AdjustmentsRecord } from '../../../saved/adjustments/adjustment.schema.js';
import { heading, row, text, textTable } from '../blocks.js';
import { setting } from '../format-numbers.js';
import type { Block } from '../view.schema.js';

type Edits = NonNullable<NonNullable<AdjustmentsRecord>['alternatives']>;
type Added = NonNullable<Edits['add']>[number];
type Value = NonNullable<Added['attributes']>[string];
type Decision = WorkflowDefinition['decision'];

/** The alternatives that the scenario does not offer, and those that only the scenario offers. */
export function adjustedAlternatives(decision: Decision, { remove = [], add = [] }: Edits): Block[] {
  const { alternatives, variables } =
    decision.family === 'conditional_logit' ? decision : { alternatives: [], variables: [] };
  const labelOf = (id: string) => alternatives.find((one) => one.id === id)?.label ?? id;
  const changeText = ([id, value]: [string, Value]) => {
    const variable = variables.find((one) => one.id === id);
    const name = variable?.label ?? id;
    return typeof value === 'number'
      ? `${name}: ${setting(value)} ${variable?.unit ?? ''}`.trimEnd()
      : `${name}: ${setting(value.times)} times`;
  };
  const rows = add.map(({ label, like, attributes = {} }) =>
    row(label, labelOf(like), Object.entries(attributes).map(changeText).join('; ') || 'none'),
  );
  return [
    heading('Alternatives'),
    text([
      remove.length > 0 && `The scenario does not offer: ${remove.map(labelOf).join(', ')}.`,
      add.length > 0 && `The scenario also offers: ${add.map(({ label }) => label).join(', ')}.`,
      'The baseline keeps the published alternatives, so that differences include the effect of the edit.',
      add.length > 0 &&
        'An added alternative has the constant, the coefficients and all other attributes of the alternative that it copies.',
    ]),
    ...(add.length > 0
      ? [textTable('Added alternatives', ['Alternative', 'Copy of', 'Changed attributes'], rows)]
      : []),
  ];
}
