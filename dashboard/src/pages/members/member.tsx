import type { components, operations } from '../../api/client';
import type { Scope } from '../api-keys/api-key-table';
import { SelectField } from '../../components/field';
import { formatCount } from '../../format/format';

export type Member = components['schemas']['Member'];
export type Invitation = components['schemas']['Invitation'];
export type Role = Member['role'];

type Removal = operations['membersRemove'];
export type LeftGroup = Removal['responses'][200]['content']['application/json']['meta']['left'][number];
type LeftKind = LeftGroup['kind'];
/** The decisions of the owner about what a member leaves. */
export type Choices = Partial<Record<LeftKind, 'end' | 'keep'>>;

export interface Access {
  role: Role;
  scopes: Scope[];
}

/** What a colleague who runs simulations needs. */
export const defaultAccess: Access = {
  role: 'member',
  scopes: ['simulations:read', 'simulations:write', 'case_studies:read'],
};

export const isComplete = ({ role, scopes }: Access) => role === 'owner' || scopes.length > 0;

/** The API rejects scopes of an owner, who has all. */
export const accessRequest = ({ role, scopes }: Access) => (role === 'owner' ? { role } : { role, scopes });

interface LeftBehindProps {
  groups: readonly LeftGroup[];
  choices: Choices;
  onChange: (choices: Choices) => void;
}

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
