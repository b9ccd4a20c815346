import { CheckboxGroup, SelectField } from '../../components/field';
import { ScopeList } from '../../components/scope-list';
import { scopeOptions } from '../api-keys/api-key-table';
import {
  type Access,
  accessRequest,
  type Choices,
  type Invitation,
  isComplete,
  LeftBehind,
  type LeftGroup,
  type Member,
  type Role,
} from './member';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, body, data } from '../../api/client';
import { ConfirmDialog, FormDialog, useForm } from '../../components/form';
import { Badge } from '../../components/data-table';
import { Loaded } from '../../components/states';

interface AccessFieldsProps {
  value: Access;
  onChange: (change: Partial<Access>) => void;
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
        onChange={(role) => onChange({ role: role as Role })}
      />
      {value.role === 'member' && (
        <CheckboxGroup
          legend="Scopes"
          options={scopeOptions}
          value={value.scopes}
          onChange={(scopes) => onChange({ scopes })}
          error={value.scopes.length === 0 ? 'Select at least one scope.' : scopesError}
        />
      )}
    </>
  );
}

interface MemberDialogProps {
  member: Member;
  onClose: () => void;
}

/** The kinds that a change of the access can end. */
type AccessChoices = Pick<Choices, 'api_keys' | 'share_links' | 'webhook_endpoints'>;

/** If the new access ends something, the dialog asks about it before the change. */
export function AccessDialog({ member, onClose }: MemberDialogProps) {
  const [ending, setEnding] = useState<LeftGroup[]>([]);
  const [choices, setChoices] = useState<AccessChoices>({});
  const params = { path: { user_id: member.user_id } };
  const form = useForm({
    initial: { role: member.role, scopes: member.scopes },
    send: async (access) => {
      const send = (query: { dry_run?: 'true' } & AccessChoices) =>
        body(api.PATCH('/v1/members/{user_id}', { params: { ...params, query }, body: accessRequest(access) }));
      const asked = ending.length > 0 ? [] : (await send({ dry_run: 'true' })).meta.left.filter(({ ended }) => ended);
      if (asked.length === 0) await send(choices);
      return asked;
    },
    // An owner who becomes a member loses invitations too.
    refresh: ['members', 'invitations'],
    onDone: (asked) => {
      setEnding(asked);
      if (asked.length === 0) onClose();
    },
  });
  const losesOwnership = member.role === 'owner' && form.values.role === 'member';
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Change the access of ${member.name}`}
      description={member.email}
      action="Change access"
      disabled={!isComplete(form.values)}
    >
      <AccessFields
        value={form.values}
        onChange={(changed) => {
          form.set(changed);
          setEnding([]);
        }}
        scopesError={form.errors.at('scopes')}
      />
      <p className="small muted">
        {losesOwnership
          ? 'The sessions of this owner end, and so do the invitations that this owner sent.'
          : 'The change applies immediately, also in open sessions.'}
      </p>
      {ending.length > 0 && (
        <>
          <p>
            {member.name} created the following, and it gives a scope that {member.name} then no longer has. What you
            keep continues to work.
          </p>
          <LeftBehind groups={ending} choices={choices} onChange={setChoices} />
        </>
      )}
    </FormDialog>
  );
}

export function RemoveDialog({ member, onClose }: MemberDialogProps) {
  const [choices, setChoices] = useState<Choices>({});
  const send = (query: { dry_run?: 'true' } & Choices) =>
    body(api.DELETE('/v1/members/{user_id}', { params: { path: { user_id: member.user_id }, query } }));
  const left = useQuery({
    queryKey: ['left', member.user_id],
    queryFn: async () => (await send({ dry_run: 'true' })).meta.left,
    gcTime: 0,
  });
  return (
    <ConfirmDialog
      danger
      title={`Remove ${member.name}?`}
      description={`The account of ${member.email} is deleted, and all its sessions and invitations end immediately. Simulations belong to the organization and remain. Rotate other keys and signing secrets that this person knew.`}
      confirmLabel="Remove member"
      send={() => send(choices)}
      refresh={['members', 'invitations']}
      onClose={onClose}
    >
      <Loaded query={left}>
        {(groups) =>
          groups.length === 0 ? (
            <p className="muted">{member.name} leaves no keys, links or content.</p>
          ) : (
            <>
              <p>{member.name} created the following, in both tiers. Decide what ends.</p>
              <LeftBehind groups={groups} choices={choices} onChange={setChoices} />
            </>
          )
        }
      </Loaded>
    </ConfirmDialog>
  );
}

export const RevokeDialog = ({
  invitation: { id, email },
  onClose,
}: {
  invitation: Invitation;
  onClose: () => void;
}) => (
  <ConfirmDialog
    danger
    title={`Revoke the invitation of ${email}?`}
    description="The link in the email stops working immediately."
    confirmLabel="Revoke invitation"
    send={() => data(api.DELETE('/v1/invitations/{invitation_id}', { params: { path: { invitation_id: id } } }))}
    refresh={['invitations']}
    onClose={onClose}
  />
);

export function AccessText({ access: { role, scopes } }: { access: Access }) {
  return (
    <div className="cell">
      <Badge>{role}</Badge>
      {role === 'owner' ? <span className="small muted">All scopes</span> : <ScopeList scopes={scopes} />}
    </div>
  );
}
