import { markup, type Html } from '../../../common/http/html.js';
import type { WorkflowDefinition } from '../../../engine/definition.js';
import type { AdjustmentsRecord } from '../../../saved/adjustments/adjustment.schema.js';
import { wordTable, type Row } from '../figure.js';
import { setting } from '../format-numbers.js';

type Edits = NonNullable<NonNullable<AdjustmentsRecord>['alternatives']>;
type Added = NonNullable<Edits['add']>[number];
type Value = NonNullable<Added['attributes']>[string];
type Decision = WorkflowDefinition['decision'];

/** The alternatives that the scenario does not offer, and those that only the scenario offers. */
export function adjustedAlternatives(decision: Decision, { remove = [], add = [] }: Edits): Html {
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
  const rows = add.map(({ label, like, attributes = {} }): Row => [
    label,
    labelOf(like),
    Object.entries(attributes).map(changeText).join('; ') || 'none',
  ]);
  return markup`<h3>Alternatives</h3>
<p>${remove.length > 0 && `The scenario does not offer: ${remove.map(labelOf).join(', ')}.`} ${add.length > 0 && `The scenario also offers: ${add.map(({ label }) => label).join(', ')}.`} The baseline keeps the published alternatives, so that differences include the effect of the edit.</p>
${add.length > 0 && wordTable('Added alternatives', ['Alternative', 'Copy of', 'Changed attributes'], rows)}
${add.length > 0 && markup`<p>An added alternative has the constant, the coefficients and all other attributes of the alternative that it copies.</p>`}`;
}
