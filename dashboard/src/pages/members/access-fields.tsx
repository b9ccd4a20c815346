import { CheckboxGroup } from '../../components/checkbox-group';
import { SelectField } from '../../components/field';
import { scopeOptions } from '../api-keys/api-key';
import type { Access, Role } from './member';

interface AccessFieldsProps {
  value: Access;
  onChange: (value: Access) => void;
  scopesError?: string | undefined;
}

const roleOptions: { value: Role; label: string }[] = [
  { value: 'member', label: 'Member' },
  { value: 'owner', label: 'Owner' },
];

const hints: Record<Role, string> = {
  member: 'A member can do what the scopes below allow.',
  owner: 'An owner can do everything, and manages members and invitations.',
};

/** Role and scopes of a user. The selected scopes remain if the role changes and changes back. */
export function AccessFields({ value, onChange, scopesError }: AccessFieldsProps) {
  return (
    <>
      <SelectField
        label="Role"
        hint={hints[value.role]}
        value={value.role}
        options={roleOptions}
        onChange={(role) => onChange({ ...value, role: role as Role })}
      />
      {value.role === 'member' && (
        <CheckboxGroup
          legend="Scopes"
          options={scopeOptions}
          value={value.scopes}
          onChange={(scopes) => onChange({ ...value, scopes })}
          error={value.scopes.length === 0 ? 'Select at least one scope.' : scopesError}
        />
      )}
    </>
  );
}
