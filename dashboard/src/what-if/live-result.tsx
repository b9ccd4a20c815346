import { Facts } from '../components/facts';
import { Notice } from '../components/notice';
import { formatAgents } from '../format/format';
import type { ParameterValues } from '../parameter-form/parameters';
import { headlineOf } from '../results/headline';
import { type Figure, formatDifference, formatValue, formatValueInterval, type Summary } from '../results/figure';
import type { CaseStudy } from '../workflow/use-workflow';
import { type ScenarioState, shownFigures } from './use-scenario';

interface LiveResultProps {
  workflow: CaseStudy;
  values: ParameterValues;
  figureId: string | null;
  scenario: ScenarioState;
  isMoving: boolean;
  /** Whether the page states the result of these values. */
  isStart: boolean;
}

/** The bars, which move with the controls, and the sentence, which is read out when the controls rest. */
export function LiveResult({ workflow, values, figureId, scenario, isMoving, isStart }: LiveResultProps) {
  const { shown, failure, isComplete } = scenario;
  if (failure !== undefined)
    return (
      <Notice kind="warning" title="The model has no result for these values">
        <p dir="auto">{failure}</p>
      </Notice>
    );
  if (!shown) return <p className="muted">Computing…</p>;
  const summary = shown.summary as Summary;
  const headline = headlineOf(workflow, { scenario_context: values, summary, routed_via: null }, figureId ?? undefined);
  return (
    <>
      <div className="what-if-live" aria-busy={!isComplete}>
        <ResultBars
          figures={shownFigures(shown.summary, figureId)}
          isBaseline={!isMoving && Object.keys(values).length === 0}
        />
      </div>
      <p className="what-if-sentence" aria-live="polite" dir="auto">
        {isStart
          ? 'These are the values of the simulation. Change one to see how the result moves.'
          : isComplete && headline && `${headline.change}: ${headline.result}`}
      </p>
      <Computation scenario={scenario} />
    </>
  );
}

/** How the browser computed the result, for a comparison with the service. */
function Computation({ scenario: { shown, digest, request } }: { scenario: ScenarioState }) {
  return (
    <details className="small">
      <summary>Computed in this browser</summary>
      <Facts
        columns="what-if-facts"
        facts={[
          ['Agents', request ? formatAgents(request.agentCount) : '…'],
          ['Random seed', request ? String(request.seed) : '…'],
          ['Duration', shown ? `${Math.round(shown.milliseconds)} ms` : '…'],
          ['Digest', <code className="what-if-digest">{digest ?? '…'}</code>],
        ]}
      />
    </details>
  );
}

/** A bar for each figure with its interval, over a ghost of the baseline. */
function ResultBars({ figures, isBaseline }: { figures: readonly Figure[]; isBaseline: boolean }) {
  return (
    <ul className="what-if-bars" aria-label="Results of this scenario">
      {figures.map((figure) => (
        <Bar key={figure.id} figure={figure} isBaseline={isBaseline} />
      ))}
    </ul>
  );
}

function Bar({ figure, isBaseline }: { figure: Figure; isBaseline: boolean }) {
  const { label, unit, value, interval, baseline, difference } = figure;
  const after = unit === 'share' ? '' : ` ${unit}`;
  // A mean has no greatest value: its bar is half as long as the track at the baseline.
  const end = unit === 'share' ? 1 : 2 * Math.abs(baseline) || 1;
  const percent = (at: number) => `${100 * Math.min(1, Math.max(0, at / end))}%`;
  return (
    <li>
      <span className="what-if-bar-texts">
        <span dir="auto">{label}</span>
        <span>
          <strong>
            {formatValue(unit, value)}
            {after}
          </strong>
          {!isBaseline && <span className="muted"> {formatDifference(unit, difference)}</span>}
          {interval && <span className="muted small"> ({formatValueInterval(unit, interval)})</span>}
        </span>
      </span>
      <span className="what-if-track" aria-hidden="true">
        <i className="what-if-ghost" style={{ width: percent(baseline) }} />
        <i className="what-if-bar" style={{ width: percent(value) }} />
        {interval && (
          <i
            className="what-if-interval"
            style={{ left: percent(interval[0]), right: `calc(100% - ${percent(interval[1])})` }}
          />
        )}
      </span>
    </li>
  );
}
