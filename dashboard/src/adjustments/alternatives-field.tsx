import { Button } from '../components/notice';
import { CheckboxGroup, DecimalField, SelectField, TextField } from '../components/field';
import type { AddedAlternative, AdjustmentProps } from './adjustments';

/** Alternatives that the scenario does not offer, and copies with other attributes that only the scenario offers. */
export function AlternativesField(props: AdjustmentProps) {
  const { workflow, input, onChange, problem } = props;
  const { removed, added } = input;
  const [first] = workflow.outcomes;
  return (
    <fieldset className="stack">
      <legend>Alternatives</legend>
      <CheckboxGroup
        legend="Remove"
        hint="The baseline keeps all alternatives, so that the result shows the effect."
        error={problem('alternatives')}
        options={workflow.outcomes.map(({ id, label }) => ({ value: id, label }))}
        value={removed}
        onChange={(ids) => onChange({ ...input, removed: ids })}
      />
      {added.map((own, index) => (
        <AddedField
          key={index}
          {...{ workflow, own, index, problem }}
          onChange={(next) => onChange({ ...input, added: added.map((other, at) => (at === index ? next : other)) })}
          onRemove={() => onChange({ ...input, added: added.filter((_, at) => at !== index) })}
        />
      ))}
      {first && (
        <div>
          <Button onClick={() => onChange({ ...input, added: [...added, copyOf(first)] })}>Add an alternative</Button>
        </div>
      )}
    </fieldset>
  );
}

const copyOf = ({ id, label }: { id: string; label: string }): AddedAlternative => ({
  label: `New ${label}`,
  like: id,
  attributes: {},
});

interface AddedFieldProps extends Pick<AdjustmentProps, 'workflow' | 'problem'> {
  own: AddedAlternative;
  index: number;
  onChange: (own: AddedAlternative) => void;
  onRemove: () => void;
}

function AddedField({ workflow: { outcomes }, own, index, problem, onChange, onRemove }: AddedFieldProps) {
  const path = `alternatives.add.${index}`;
  const variables = outcomes.find(({ id }) => id === own.like)?.variables ?? [];
  const setAttribute = (id: string, change: Partial<AddedAlternative['attributes'][string]>) => {
    const { kind = 'times', text = '' } = own.attributes[id] ?? {};
    onChange({ ...own, attributes: { ...own.attributes, [id]: { kind, text, ...change } } });
  };
  return (
    <fieldset className="panel stack">
      <legend>Added alternative {index + 1}</legend>
      <div className="columns">
        <TextField
          label="Name"
          error={problem(path)}
          maxLength={80}
          value={own.label}
          onChange={(value) => onChange({ ...own, label: value })}
        />
        <SelectField
          label="Copy of"
          value={own.like}
          onChange={(like) => onChange({ ...own, like, attributes: {} })}
          options={outcomes.map(({ id, label }) => ({ value: id, label }))}
        />
      </div>
      {variables.map(({ id, label, unit }) => {
        const { kind, text } = own.attributes[id] ?? { kind: 'times', text: '' };
        return (
          <div key={id} className="columns">
            <SelectField
              label={label}
              value={kind}
              onChange={(value) => setAttribute(id, { kind: value === 'number' ? 'number' : 'times' })}
              options={[
                { value: 'times', label: 'Times the copied value' },
                { value: 'number', label: `The same for all (${unit})` },
              ]}
            />
            <DecimalField
              label={kind === 'times' ? `${label}: factor` : `${label}: value`}
              error={problem(`${path}.attributes.${id}`)}
              placeholder="unchanged"
              value={text}
              onChange={(next) => setAttribute(id, { text: next })}
            />
          </div>
        );
      })}
      <div>
        <Button size="small" of={own.label} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </fieldset>
  );
}
