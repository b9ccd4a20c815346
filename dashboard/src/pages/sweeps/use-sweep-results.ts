import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, body, type components, data } from '../../api/client';
import { pointsOf, type FigureName, type SweepPoint, type TableRow } from './sweep-points';

type Sweep = components['schemas']['SweepWithPoints'];

export interface SweepFigures {
  points: SweepPoint[];
  outcomes: FigureName[];
  groups: FigureName[];
  means: FigureName[];
  /** Id of the figure that the swept parameters belong to. Null: the headline of the workflow. */
  headline: string | null;
}

/** The completed points of a sweep with the names of their figures. Undefined data: no point is completed yet. */
export function useSweepResults(sweep: Sweep) {
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
