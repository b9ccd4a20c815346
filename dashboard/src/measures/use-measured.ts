import { useQuery } from '@tanstack/react-query';
import { api, data } from '../api/client';
import { agentsPerMeasure, valuesOf, type Measure } from './measure';

/**
 * A measure per 1,000 agents in simulations, or in the completed points of a sweep.
 *
 * @param reference simulation that the others are compared with. Default: no differences
 * @param completed completed points of a sweep, which are measured again when there are more
 */
export function useMeasured(ids: readonly string[], measure: Measure, reference?: string, completed?: number) {
  const values = JSON.stringify(valuesOf(measure, agentsPerMeasure));
  return useQuery({
    queryKey: ['measures', ids.join(), values, reference, completed],
    staleTime: Infinity,
    queryFn: () => {
      const query = { ids: [...ids], values, with: reference };
      return data(api.GET('/v1/measures', { params: { query } }));
    },
  });
}
