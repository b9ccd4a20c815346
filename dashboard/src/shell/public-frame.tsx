import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Store, useStore } from '../session/store';
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

type Theme = 'system' | 'light' | 'dark';

const storageKey = 'theme';
const stored = localStorage.getItem(storageKey);
const store = new Store<Theme>(stored === 'light' || stored === 'dark' ? stored : 'system');

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
apply(store.get());

function setTheme(theme: Theme): void {
  localStorage.setItem(storageKey, theme);
  store.set(theme);
  apply(theme);
}

function useTheme(): Theme {
  return useStore(store);
}

const labels: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

export function ThemeSwitch() {
  const theme = useTheme();
  return (
    <label className="theme-switch">
      <span>Theme</span>
      <select
        className="button button-plain button-small"
        value={theme}
        onChange={(event) => setTheme(event.target.value as Theme)}
      >
        {Object.entries(labels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
