import { useState } from 'react';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import {
  isOutsideCalibratedRange,
  settingText,
  ParameterField,
  type Parameter,
  type ParameterValue,
} from '../../parameter-form';
import type { Interpretation } from './requests';

export interface ValueChip {
  parameter: Parameter;
  value: ParameterValue;
  /** Words of the question that name the change; null if none do. */
  words: string | null;
  source: Interpretation['interpreted'][number]['source'];
}

/** Where a value is from. */
function sourceText(source: ValueChip['source'], words: string | null): string {
  if (source === 'override') return 'set by you';
  return source === 'assumed' ? `assumed, “${words}” names no amount` : `from “${words}”`;
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
        {chips.map(({ parameter, value, words, source }) => (
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
              <strong dir="auto">{settingText(parameter, value)}</strong>
              {isOutsideCalibratedRange(parameter, value) && <Badge kind="warning">outside the data</Badge>}
              <span className="small muted" dir="auto">
                {sourceText(source, words)}
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
            {open.source === 'override' && (
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
