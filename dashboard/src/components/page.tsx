import { useEffect, type ReactNode } from 'react';
import { useTier } from '../session/session';
import { Button } from './notice';

interface PageProps {
  title: string;
  actions?: ReactNode;
  intro?: ReactNode;
  children: ReactNode;
}

/** The frame of each page: title of the document and of the page, actions, content. */
export function Page({ title, actions, intro, children }: PageProps) {
  useTitle(title);
  return (
    <div className="page">
      <header className="between">
        <h1>{title}</h1>
        {actions && <div className="row">{actions}</div>}
      </header>
      {intro && <p className="muted page-intro">{intro}</p>}
      {children}
    </div>
  );
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Simulation Service`;
  }, [title]);
}

interface NotInTierProps {
  id: string;
  /** What the id belongs to, in lowercase, such as “simulation”. */
  noun: string;
  links: ReactNode;
}

/** Shown for an id that does not exist in this tier. The other tier may have it. */
export function NotInTier({ id, noun, links }: NotInTierProps) {
  const { tier, changeTier } = useTier();
  const other = tier === 'live' ? 'sandbox' : 'live';
  return (
    <Page title={`This ${noun} does not exist here`}>
      <div className="stack">
        <p>
          No {noun} with the id <code>{id}</code> is in the {tier} tier of your organization. These are the usual
          reasons:
        </p>
        <ul className="text-list">
          <li>
            It is in the {other} tier. Each tier has its own {noun}s.
          </li>
          <li>A member of your organization deleted it.</li>
          <li>It belongs to another organization, or the address is incomplete.</li>
        </ul>
        <div className="row">
          <Button look="primary" onClick={() => changeTier(other)}>
            Look in the {other} tier
          </Button>
          {links}
        </div>
      </div>
    </Page>
  );
}
