import type { components } from '../../api/types';
import { Notice } from '../../components/notice';
import { formatDate } from '../../format/dates';
import { formatCount } from '../../format/numbers';
import { contentLabels } from '../members/left-behind';

export type LinkPreview = components['schemas']['SignInLinkPreview'];
export type Choice = 'keep' | 'discard';

interface AccountChoiceProps {
  account: NonNullable<LinkPreview['unverified_account']>;
  value: Choice | undefined;
  onChange: (choice: Choice) => void;
}

const labels: Record<Choice, string> = {
  discard: 'I am not sure, or I did not create it: delete its contents',
  keep: 'I created it: keep its contents',
};

const contentsOf = (account: AccountChoiceProps['account']) => {
  const kinds = Object.keys(contentLabels) as (keyof typeof contentLabels)[];
  const counted = kinds.filter((kind) => account[kind] > 0);
  return counted.map((kind) => `${contentLabels[kind]}: ${formatCount(account[kind])}`).join('; ') || 'none';
};

/** Asks about the contents of an account that a third party may have created with the user's address. */
export function AccountChoice({ account, value, onChange }: AccountChoiceProps) {
  return (
    <Notice kind="warning" title="Did you create this account?">
      <p>
        An account with a password already exists for this address. The address was never confirmed. Organization:{' '}
        <strong dir="auto">{account.organization_name}</strong>, created {formatDate(account.created_at)}. Contents:{' '}
        {contentsOf(account)}.
      </p>
      <fieldset className="stack">
        <legend className="visually-hidden">Contents of the account</legend>
        {(['discard', 'keep'] as const).map((choice) => (
          <label key={choice} className="sign-in-choice">
            <input
              type="radio"
              name="unverified_account"
              required
              checked={value === choice}
              onChange={() => onChange(choice)}
            />
            <span>{labels[choice]}</span>
          </label>
        ))}
      </fieldset>
    </Notice>
  );
}
