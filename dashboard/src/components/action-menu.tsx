import * as Menu from '@radix-ui/react-dropdown-menu';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCopy } from './buttons';

interface ActionMenuProps {
  label: ReactNode;
  /** For screen readers, if several menus of a page have the same label. */
  name?: string;
  look?: 'plain';
  hasArrow?: boolean;
  children: ReactNode;
}

export function ActionMenu({ label, name, look, hasArrow = true, children }: ActionMenuProps) {
  return (
    <Menu.Root>
      <Menu.Trigger className={`button button-small${look ? ` button-${look}` : ''}`} aria-label={name}>
        {label} {hasArrow && <span aria-hidden="true">▾</span>}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content className="menu" align="end" sideOffset={4}>
          {children}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}

export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Menu.Item asChild>
      <Link className="menu-item" to={to}>
        {children}
      </Link>
    </Menu.Item>
  );
}

export function MenuAction({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <Menu.Item className="menu-item" onSelect={onSelect}>
      {children}
    </Menu.Item>
  );
}

/** Copies a text. The menu stays open, because the item shows the result. */
export function MenuCopy({ text, label }: { text: string; label: string }) {
  const { shown, copy } = useCopy(text, label);
  const select = (event: Event) => {
    event.preventDefault();
    copy();
  };
  return (
    <Menu.Item className="menu-item" onSelect={select}>
      <span aria-live="polite">{shown}</span>
    </Menu.Item>
  );
}
