import { SelectField } from '../../components/field';
import { formatCount } from '../../format/numbers';
import type { Choices, LeftGroup, LeftKind } from './member';

interface LeftBehindProps {
  /** What the member created, by kind. */
  groups: readonly LeftGroup[];
  choices: Choices;
  onChange: (choices: Choices) => void;
}

/** What a user creates. */
export const contentLabels: Record<LeftKind, string> = {
  api_keys: 'API keys',
  share_links: 'Share links',
  webhook_endpoints: 'Webhook endpoints',
  workflows: 'Versions of own workflows',
  datasets: 'Datasets',
  populations: 'Populations',
  calibrations: 'Saved target matches',
};
const options = [
  { value: 'end', label: 'End' },
  { value: 'keep', label: 'Keep' },
];
const maxNames = 5;

/** Asks for each kind of object that a member leaves whether it ends. */
export function LeftBehind({ groups, choices, onChange }: LeftBehindProps) {
  return groups.map(({ kind, ended, count, objects }) => (
    <SelectField
      key={kind}
      label={`${contentLabels[kind]} (${formatCount(count)})`}
      hint={namesOf(objects, count)}
      value={choices[kind] ?? (ended ? 'end' : 'keep')}
      options={options}
      onChange={(choice) => onChange({ ...choices, [kind]: choice as 'end' | 'keep' })}
    />
  ));
}

function namesOf(objects: LeftGroup['objects'], count: number): string {
  const names = objects.slice(0, maxNames).map(({ name, tier }) => `${name} (${tier} tier)`);
  return [...names, ...(count > names.length ? [`${formatCount(count - names.length)} more`] : [])].join(', ');
}
