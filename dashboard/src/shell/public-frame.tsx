import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ThemeSwitch } from './theme-switch';
import './public-frame.css';

/** The frame of the pages that need no session. */
export function PublicFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <div className="public">
      <header className="public-top between">
        <Link className="brand" to="/">
          <img src="/icon.svg" alt="" width="24" height="24" /> Simulation Service
        </Link>
        <nav className="public-links row" aria-label="Main">
          <a href="/docs">API reference</a>
          <ThemeSwitch />
          {actions}
        </nav>
      </header>
      <main className="public-content">{children}</main>
    </div>
  );
}
