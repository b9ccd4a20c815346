import type { ReactNode } from 'react';

/** The frame of a decision: what is unclear, and what the user can choose. */
export function Decision({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="stack" aria-labelledby="ask-decision">
      <div aria-live="polite">
        <h2 id="ask-decision">{title}</h2>
        <p dir="auto">{text}</p>
      </div>
      {children}
    </section>
  );
}
