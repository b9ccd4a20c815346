import type { Section, View } from '../src/simulations/view/view.schema.js';
import { BlockView } from './block.js';

export function SectionView({ section: { id, title, blocks } }: { section: Section }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
    </section>
  );
}

/** The answer: one sentence, one number with its interval, and the chart. */
export function HeadlineView({ headline }: { headline: View['headline'] }) {
  const { text, value, interval, others, chart } = headline;
  return (
    <section className="view-headline" aria-label="Answer">
      <p className="view-answer">{text}</p>
      {value && (
        <p className="view-value">
          {value} {interval && <small>95% interval {interval}</small>}
        </p>
      )}
      {others.map((other) => (
        <p key={other}>{other}</p>
      ))}
      {chart && <BlockView block={chart} />}
    </section>
  );
}
