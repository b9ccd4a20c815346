import { useState } from 'react';
import { Button } from '../../components/button';
import { formatParameterValue, ParameterField, type Parameter, type ParameterValue } from '../../parameter-form';

export interface ValueChip {
  parameter: Parameter;
  value: ParameterValue;
  /** Words of the question that set the value; undefined for a value of the user. */
  from: string | undefined;
  isChanged: boolean;
}

interface ValueChipsProps {
  chips: readonly ValueChip[];
  onChange: (parameter: string, value: ParameterValue) => void;
  /** Removes the user's value, so that the one of the question applies again. */
  onUndo: (parameter: string) => void;
}

/** Parameter values as chips. A chip opens the control of its parameter. */
export function ValueChips({ chips, onChange, onUndo }: ValueChipsProps) {
  const [openId, setOpenId] = useState<string>();
  const open = chips.find(({ parameter }) => parameter.id === openId);
  return (
    <div className="stack">
      <ul className="ask-chips" aria-label="Parameter values">
        {chips.map(({ parameter, value, from, isChanged }) => (
          <li key={parameter.id}>
            <button
              type="button"
              className="ask-chip"
              aria-expanded={parameter.id === openId}
              onClick={() => setOpenId(parameter.id === openId ? undefined : parameter.id)}
            >
              <span className="ask-chip-label">
                <span dir="auto">{parameter.label}</span>
                <span aria-hidden="true">✎</span>
              </span>
              <strong dir="auto">{formatParameterValue(parameter, value)}</strong>
              <span className="small muted" dir="auto">
                {isChanged ? 'set by you' : from && `from “${from}”`}
              </span>
              <span className="visually-hidden">Edit</span>
            </button>
          </li>
        ))}
      </ul>
      {open && (
        <div className="panel stack">
          <ParameterField
            parameter={open.parameter}
            value={open.value}
            onChange={(value) => onChange(open.parameter.id, value)}
          />
          <div className="row">
            <Button size="small" onClick={() => setOpenId(undefined)}>
              Done
            </Button>
            {open.isChanged && (
              <Button
                size="small"
                look="plain"
                onClick={() => {
                  onUndo(open.parameter.id);
                  setOpenId(undefined);
                }}
              >
                Undo my change
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
