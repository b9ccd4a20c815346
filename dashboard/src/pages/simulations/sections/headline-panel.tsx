import { formatCount } from '../../../format/numbers';
import type { ResultInput } from './result-input';

/** The result in one sentence, and what its interval allows to conclude. */
export function HeadlinePanel({ headline, summary }: ResultInput) {
  const { change, result, verdict, isBaseline } = headline;
  return (
    <section className="panel result-headline" aria-label="Headline">
      <p className="result-headline-text" dir="auto">
        {change}: {result}
      </p>
      {verdict && <p>{verdict}</p>}
      <p className="muted small">
        {isBaseline
          ? `${formatCount(summary.agent_count)} agents. All parameters have their calibrated defaults.`
          : `${formatCount(summary.agent_count)} agents, the same in the baseline and in this scenario. In the baseline, all parameters have their calibrated defaults.`}
      </p>
    </section>
  );
}
