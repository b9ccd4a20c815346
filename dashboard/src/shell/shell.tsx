import { useTier, useSignOut, type Identity, useSession } from '../session/session';
import { ActionMenu, MenuAction, MenuLink } from '../components/action-menu';
import { Link, NavLink, Outlet, useLocation } from 'react-router';
import { Icon, sectionsFor } from './sections';
import { useEffect, useState } from 'react';
import { Button } from '../components/notice';
import { ConfirmAddress, ConnectionBanner, SessionExpiredDialog } from './banners';
import { ThemeSwitch } from './public-frame';
import { loadLater } from '../components/states';
import './shell.css';

/** A colored strip above everything in the live tier. The tier is also in words, for users who do not see the color. */
function LiveStrip() {
  const { tier } = useTier();
  return (
    <p className="live-strip" role="status" hidden={tier !== 'live'}>
      {tier === 'live' && 'Live tier: simulations count against the live quota.'}
    </p>
  );
}

const labels = { sandbox: 'Sandbox', live: 'Live' } as const;

/** The tier (database) that all pages show. */
function TierSwitch() {
  const { tier, changeTier } = useTier();
  return (
    <div className="tier-switch" role="group" aria-label="Tier" data-tier={tier}>
      {(['sandbox', 'live'] as const).map((each) => (
        <button key={each} type="button" aria-pressed={tier === each} onClick={() => changeTier(each)}>
          {labels[each]}
        </button>
      ))}
    </div>
  );
}

function UserMenu({ identity }: { identity: Identity }) {
  const signOut = useSignOut();
  const name = identity.user?.name ?? identity.organization.name;
  const label = (
    <>
      <Icon name="account" />
      <span className="user-menu-name">{name}</span>
    </>
  );
  return (
    <ActionMenu look="plain" hasArrow={false} name={`Account: ${name}`} label={label}>
      <MenuLink to="/account">Your account</MenuLink>
      <MenuLink to="/organization">Organization and plan</MenuLink>
      <MenuAction onSelect={() => signOut.mutate()}>Sign out</MenuAction>
    </ActionMenu>
  );
}

const CommandMenu = loadLater(() => import('./command-menu'), 1);

/** Opens the menu of all pages with Ctrl K, or ⌘ K. */
function Commands() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <button type="button" className="link small" onClick={() => setOpen(true)}>
        Go to… <kbd>Ctrl K</kbd>
      </button>
      {isOpen && <CommandMenu onClose={() => setOpen(false)} />}
    </>
  );
}

/** The frame of all pages of signed-in users: navigation, tier, theme, user, banners. */
export function Shell() {
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  const identity = useSession();
  const { tier } = useTier();
  useEffect(() => setOpen(false), [pathname]);
  return (
    <div className="shell" data-tier={tier}>
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <header className="shell-top">
        <LiveStrip />
        <Button
          look="plain"
          className="shell-menu-button"
          aria-label="Menu"
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="menu" />
        </Button>
        <Link className="brand shell-name" to="/" aria-label="Simulation Service">
          <img src="/icon.svg" alt="" width="24" height="24" />
          <span>Simulation Service</span>
        </Link>
        <div className="shell-tools row">
          <TierSwitch />
          <ThemeSwitch />
          <UserMenu identity={identity} />
        </div>
      </header>
      <nav id="navigation" className="shell-navigation" aria-label="Main" data-open={isOpen}>
        {sectionsFor(identity).map(({ title, pages }) => (
          <div key={title}>
            <h2>{title}</h2>
            <ul>
              {pages.map(({ path, label, icon }) => (
                <li key={path}>
                  <NavLink to={path} end={path === '/'}>
                    <Icon name={icon} /> {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <div className="shell-commands">
          <Commands />
        </div>
        <ul>
          <li>
            <a href="/docs">
              <Icon name="docs" /> API reference
            </a>
          </li>
        </ul>
        <div className="shell-navigation-theme">
          <ThemeSwitch />
        </div>
      </nav>
      <main id="content" className="shell-content" tabIndex={-1}>
        <ConnectionBanner />
        {identity.user && !identity.user.email_verified && <ConfirmAddress email={identity.user.email} />}
        <Outlet />
      </main>
      <SessionExpiredDialog />
    </div>
  );
}
