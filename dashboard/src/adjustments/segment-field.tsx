import { Button } from '../components/notice';
import { CheckboxGroup, SelectField } from '../components/field';
import type { AdjustmentProps } from './adjustments';

/** A part of the population: groups of one or more attributes. */
export function SegmentField({ workflow, input, onChange, problem }: AdjustmentProps) {
  const { where } = input;
  const set = (next: typeof where) => onChange({ ...input, where: next });
  const chosen = workflow.attributes.filter(({ id }) => id in where);
  const others = workflow.attributes.filter(({ id }) => !(id in where));
  return (
    <fieldset className="stack">
      <legend>Segment of people</legend>
      {chosen.map(({ id, label, groups }) => (
        <div key={id} className="between">
          <CheckboxGroup
            legend={label}
            {...(where[id]?.length === 0 && { hint: 'Select the groups to simulate.' })}
            error={problem(`where.${id}`)}
            options={groups.map((group) => ({ value: group.id, label: group.label }))}
            value={where[id] ?? []}
            onChange={(ids) => set({ ...where, [id]: ids })}
          />
          <Button
            look="plain"
            size="small"
            of={label}
            onClick={() => set(Object.fromEntries(Object.entries(where).filter(([other]) => other !== id)))}
          >
            Remove
          </Button>
        </div>
      ))}
      {others.length > 0 && (
        <SelectField
          label={chosen.length === 0 ? 'Only agents with this attribute' : 'And with this attribute'}
          hint="Select an attribute, then its groups. All conditions apply together."
          error={problem('where')}
          value=""
          onChange={(id) => set({ ...where, [id]: [] })}
          none={chosen.length === 0 ? 'Everyone' : 'No further condition'}
          options={others.map(({ id, label }) => ({ value: id, label }))}
        />
      )}
    </fieldset>
  );
}
