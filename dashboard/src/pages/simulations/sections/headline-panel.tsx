import { SelectField } from '../../../components/field';
import { formatAgents } from '../../../format/numbers';
import { figuresOf } from '../../../results/figure';
import { formatDifference, formatDifferenceInterval } from '../../../results/format-figure';
import type { ResultInput } from './result-input';

/** Why the result shows this figure first. */
const reasons = {
  asked: 'The question names this result.',
  parameter: 'The changed parameters belong to this result.',
  workflow: 'This is the main result of the workflow.',
};

interface HeadlinePanelProps extends ResultInput {
  /** Called with the id of the figure that the page shows first. */
  onSelect: (figureId: string) => void;
}

/** The result in one sentence, what its interval allows to conclude, and a switch to the other figures. */
export function HeadlinePanel({ headline, summary, onSelect }: HeadlinePanelProps) {
  const { change, result, verdict, isBaseline, figure } = headline;
  const { shares, means } = figuresOf(summary, figure.id);
  const options = [...shares, ...means].map(({ id, label }) => ({ value: id, label }));
  const isChosen = summary.headline?.outcome === figure.id;
  return (
    <section className="panel result-headline" aria-label="Headline">
      <p className="result-headline-text" dir="auto">
        {change}: {result}
      </p>
      {!isBaseline && (
        <p className="result-number">
          {formatDifference(figure.unit, figure.difference)}
          {figure.differenceInterval && (
            <span className="result-number-interval">
              {' '}
              {formatDifferenceInterval(figure.unit, figure.differenceInterval)}
            </span>
          )}
        </p>
      )}
      {verdict && <p>{verdict}</p>}
      <p className="muted small">
        {isBaseline
          ? `${formatAgents(summary.agent_count)}. All parameters have their calibrated defaults.`
          : `${formatAgents(summary.agent_count)}, the same in the baseline and in this scenario. In the baseline, all parameters have their calibrated defaults.`}
      </p>
      {options.length > 1 && (
        <SelectField
          label="Result shown first"
          hint={isChosen ? reasons[summary.headline!.why] : undefined}
          value={figure.id}
          onChange={onSelect}
          options={options}
        />
      )}
    </section>
  );
}
