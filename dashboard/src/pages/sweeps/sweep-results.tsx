import { useMemo, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, body, type components, data } from '../../api/client';
import { Facts } from '../../components/facts';
import { Warnings } from '../../components/notice';
import { type Parameter, parametersOf, settingText } from '../../parameter-form/parameters';
import { SelectField } from '../../components/field';
import { MeasuresSection } from '../../measures/measures-section';
import { SweepChart, SweepMeasure } from './sweep-chart';
import { type FigureName, pointsOf, type ShownFigures, type SweepPoint, type TableRow } from './sweep-points';
import type { CaseStudy, useWorkflow } from '../../workflow/use-workflow';
import { Loaded } from '../../components/states';
import './sweeps.css';

type Sweep = components['schemas']['SweepWithPoints'];

/** The results of the points, which appear as they complete. */
export function SweepDetails({ sweep, workflow }: { sweep: Sweep; workflow: ReturnType<typeof useWorkflow> }) {
  return (
    <>
      <FailedPoints points={sweep.points} />
      <Loaded query={workflow} lines={6}>
        {(loaded) => (
          <>
            <SweepResults sweep={sweep} workflow={loaded} />
            <FixedValues sweep={sweep} parameters={parametersOf(loaded)} />
          </>
        )}
      </Loaded>
    </>
  );
}

function FixedValues({ sweep, parameters }: { sweep: Sweep; parameters: readonly Parameter[] }) {
  const fixed = parameters.filter(({ id }) => sweep.scenario_context[id] !== undefined);
  if (fixed.length === 0) return null;
  return (
    <details className="panel">
      <summary>Other parameters, and how to reproduce the sweep</summary>
      <Facts
        facts={[
          ...fixed.map(
            ({ id, ...parameter }) =>
              [parameter.label, settingText(parameter, sweep.scenario_context[id] ?? '')] as const,
          ),
          ['Random seed of all points', <code>{sweep.seed}</code>],
          ['Workflow version', sweep.workflow_version],
        ]}
      />
    </details>
  );
}

/** Why some points have no results. */
function FailedPoints({ points }: Pick<Sweep, 'points'>) {
  const failed = points.filter(({ status }) => status === 'failed');
  const messages = [...new Set(failed.flatMap(({ failure }) => failure?.message ?? []))];
  return (
    <Warnings
      title={`${failed.length} of ${points.length} points failed`}
      messages={messages.map((message) => ({ message }))}
    />
  );
}

interface SweepResultsProps {
  sweep: components['schemas']['SweepWithPoints'];
  workflow: CaseStudy;
}

function SweepResults({ sweep, workflow }: SweepResultsProps) {
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
        {(measure) => <SweepMeasure {...{ measure, sweep, parameters }} points={figures.points} />}
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

interface SweepFigures {
  points: SweepPoint[];
  outcomes: FigureName[];
  groups: FigureName[];
  means: FigureName[];
  /** Id of the figure that the swept parameters belong to. Null: the headline of the workflow. */
  headline: string | null;
}

/** The completed points of a sweep with the names of their figures. Undefined data: no point is completed yet. */
function useSweepResults(sweep: Sweep) {
  const { id, parameters, progress } = sweep;
  const { points, points_total: total } = progress;
  const { completed } = points;
  const isLast = completed + points.failed + points.canceled === total;
  return useQuery({
    queryKey: ['sweeps', 'results', id, readAfter(completed, isLast)],
    enabled: completed > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ client }): Promise<SweepFigures> => {
      const table = (await body(api.GET('/v1/runs/{id}/table', { params: { path: { id } } }))) as { data: TableRow[] };
      const points = pointsOf(
        table.data,
        parameters.map(({ name }) => name),
      );
      // Points at the baseline change no parameter, so their headline is that of the workflow. The last point is usually another one.
      const lastId = points.at(-1)?.simulationId ?? '';
      const names = await client.fetchQuery({
        queryKey: ['sweeps', 'names', id],
        staleTime: Infinity,
        queryFn: () => readNames(lastId),
      });
      return { points, ...names };
    },
  });
}

/** The number of completed points at which the page reads them: it doubles, because each read counts as a request of the plan. */
export const readAfter = (completed: number, isLast: boolean): number =>
  isLast || completed === 0 ? completed : 2 ** Math.floor(Math.log2(completed));

/** The table has ids only. A completed point has the labels and units. */
async function readNames(simulationId: string): Promise<Omit<SweepFigures, 'points'>> {
  const { summary } = await data(api.GET('/v1/simulations/{id}', { params: { path: { id: simulationId } } }));
  const share = ({ id, label }: { id: string; label: string }): FigureName => ({ id, label, kind: 'share', unit: '' });
  return {
    outcomes: summary?.outcomes.map(share) ?? [],
    groups: summary?.outcome_groups.map(share) ?? [],
    headline: summary?.headline?.outcome ?? null,
    means: summary?.measures.map(({ id, label, unit }) => ({ id, label, kind: 'mean', unit })) ?? [],
  };
}
