import * as Menu from '@radix-ui/react-dropdown-menu';
import { Link } from 'react-router';
import { Icon } from '../components/icon';
import { useSignOut, type Identity } from '../session/session';

export function UserMenu({ identity }: { identity: Identity }) {
  const signOut = useSignOut();
  return (
    <Menu.Root>
      <Menu.Trigger
        className="button button-plain button-small"
        aria-label={`Account: ${identity.user?.name ?? identity.organization.name}`}
      >
        <Icon name="account" />
        <span className="user-menu-name">{identity.user?.name ?? identity.organization.name}</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content className="menu" align="end" sideOffset={4}>
          <Menu.Item asChild>
            <Link className="menu-item" to="/account">
              Your account
            </Link>
          </Menu.Item>
          <Menu.Item asChild>
            <Link className="menu-item" to="/organization">
              Organization and plan
            </Link>
          </Menu.Item>
          <Menu.Item className="menu-item" onSelect={() => signOut.mutate()}>
            Sign out
          </Menu.Item>
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}
