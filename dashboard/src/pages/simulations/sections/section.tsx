import { useId, type ReactNode } from 'react';

interface SectionProps {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}

/** One part of the result page, under its own heading. */
export function Section({ title, intro, children }: SectionProps) {
  const id = useId();
  return (
    <section className="result-section stack" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {intro && <p className="muted result-intro">{intro}</p>}
      </div>
      {children}
    </section>
  );
}
