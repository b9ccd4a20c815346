import { useMemo, useState } from 'react';
import type { components } from '../../api/types';
import { SelectField } from '../../components/field';
import { Loaded } from '../../components/states';
import { MeasuresSection } from '../../measures/measures-section';
import { parametersOf } from '../../parameter-form';
import { SweepChart } from './sweep-chart';
import { SweepMeasure } from './sweep-measure';
import type { FigureName, ShownFigures } from './sweep-points';
import { useSweepResults, type SweepFigures } from './use-sweep-results';
import type { CaseStudy } from '../../workflow/use-workflow';
import './sweeps.css';

interface SweepResultsProps {
  sweep: components['schemas']['SweepWithPoints'];
  workflow: CaseStudy;
}

export function SweepResults({ sweep, workflow }: SweepResultsProps) {
  const results = useSweepResults(sweep);
  if (sweep.progress.points.completed === 0)
    return (
      <p className="muted">
        {sweep.completed_at === null ? 'Results appear as points complete.' : 'No point has results.'}
      </p>
    );
  return (
    <Loaded query={results} lines={8}>
      {(figures) => <SweepCharts sweep={sweep} workflow={workflow} figures={figures} />}
    </Loaded>
  );
}

/** A choice of the select field: figures that share an axis. */
interface View {
  id: string;
  label: string;
  figures: FigureName[];
}

function SweepCharts({ sweep, workflow, figures }: SweepResultsProps & { figures: SweepFigures }) {
  // Charts are drawn again if these objects change.
  const names = sweep.parameters.map(({ name }) => name).join(' ');
  const parameters = useMemo(
    () => names.split(' ').flatMap((name) => parametersOf(workflow).filter(({ id }) => id === name)),
    [names, workflow],
  );
  const hasTwo = parameters.length > 1;
  const views = useMemo(() => (hasTwo ? singleViews(figures) : curveViews(figures)), [hasTwo, figures]);
  const [viewId, setViewId] = useState(() => startView(views, figures.headline ?? workflow.headline_outcome));
  const [isDifference, setDifference] = useState(false);
  const view = views.find(({ id }) => id === viewId) ?? views[0];
  const shown = useMemo(
    (): ShownFigures => ({
      ...{ points: figures.points, figures: view?.figures ?? [], isDifference },
      valueAt: ({ figures: byId }, id) => {
        const own = byId[id];
        return own && isDifference ? { value: own.difference, interval: own.differenceInterval } : own;
      },
    }),
    [figures, view, isDifference],
  );
  if (!view) return null;
  return (
    <>
      <section className="stack" aria-labelledby="sweep-results">
        <h2 id="sweep-results">{hasTwo ? 'Heat map' : 'Curve'}</h2>
        <div className="filters">
          <SelectField
            label="Show"
            value={view.id}
            onChange={setViewId}
            options={views.map(({ id, label }) => ({ value: id, label }))}
          />
          <SelectField
            label="As"
            value={isDifference ? 'difference' : 'value'}
            onChange={(value) => setDifference(value === 'difference')}
            options={[
              { value: 'value', label: 'Values' },
              { value: 'difference', label: 'Differences from the baseline' },
            ]}
          />
        </div>
        <SweepChart sweep={sweep} parameters={parameters} shown={shown} />
      </section>
      <MeasuresSection workflow={workflow} outcomes={figures.outcomes}>
        {(measure) => <SweepMeasure measure={measure} sweep={sweep} figures={figures} parameters={parameters} />}
      </MeasuresSection>
    </>
  );
}

function curveViews({ outcomes, groups, means }: SweepFigures): View[] {
  return [
    ...(outcomes.length > 0 ? [{ id: 'outcomes', label: 'All outcomes', figures: outcomes }] : []),
    ...(groups.length > 0 ? [{ id: 'groups', label: 'Groups of outcomes', figures: groups }] : []),
    ...singleViews({ outcomes: outcomes.length > 1 ? outcomes : [], groups, means }),
  ];
}

function singleViews({ outcomes, groups, means }: Pick<SweepFigures, 'outcomes' | 'groups' | 'means'>): View[] {
  return [...outcomes, ...groups, ...means].map((figure) => ({
    id: `one ${figure.id}`,
    label: figure.label,
    figures: [figure],
  }));
}

/** Curves start with all outcomes, unless a mean is the headline; heat maps start with the headline. */
function startView(views: readonly View[], headline: string | null): string {
  const single = views.find(({ id }) => id === `one ${headline ?? ''}`);
  const isMean = single?.figures[0]?.kind === 'mean';
  const combined = views.find(({ id }) => id === 'outcomes' || id === 'groups');
  return (isMean || !combined ? single : combined)?.id ?? views[0]?.id ?? '';
}
