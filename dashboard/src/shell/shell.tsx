import { useEffect, useState } from 'react';
import { Link, NavLink, Outlet, useLocation } from 'react-router';
import { Button } from '../components/button';
import { ConfirmAddress } from '../components/confirm-address';
import { Icon } from '../components/icon';
import { useSession, useTier } from '../session/session';
import { ConnectionBanner } from './connection-banner';
import { LiveStrip } from './live-strip';
import { sectionsFor } from './sections';
import { SessionExpiredDialog } from './session-expired-dialog';
import { ThemeSwitch } from './theme-switch';
import { TierSwitch } from './tier-switch';
import { UserMenu } from './user-menu';
import './shell.css';

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
        <Link className="shell-name" to="/" aria-label="Simulation Service">
          <img src="/icon.svg" alt="" width="24" height="24" />
          <span>Simulation Service</span>
        </Link>
        <div className="shell-tools">
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
