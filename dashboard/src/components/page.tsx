import { useEffect, type ReactNode } from 'react';

interface PageProps {
  title: string;
  /** Shown next to the title. */
  actions?: ReactNode;
  intro?: ReactNode;
  children: ReactNode;
}

/** The frame of each page: title of the document and of the page, actions, content. */
export function Page({ title, actions, intro, children }: PageProps) {
  useTitle(title);
  return (
    <div className="page">
      <header className="page-header">
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
