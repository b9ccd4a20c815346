import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, body } from '../../api/client';
import type { components } from '../../api/generated/schema';
import type { SweptParameter } from './swept-values';

export interface SweepRequest {
  workflow_id: string;
  agent_count: number;
  scenario_context: Record<string, number | string>;
  parameters: SweptParameter[];
}

export type SweepEstimate = components['schemas']['SweepDryRun'];

/** Typing pauses of this length start a dry run. */
const pauseMs = 600;

/** What a sweep would cost, from a dry run after a pause in typing. */
export function useSweepEstimate(request: SweepRequest | undefined) {
  const settled = useSettled(JSON.stringify(request), pauseMs);
  return useQuery({
    queryKey: ['sweeps', 'estimate', settled],
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    queryFn: async () => {
      const request = { ...(JSON.parse(settled ?? '{}') as SweepRequest), dry_run: true };
      // Without `dry_run`, the response has another type.
      const estimated = await body<unknown>(api.POST('/v1/sweeps', { body: request }));
      return (estimated as { data: SweepEstimate }).data;
    },
  });
}

/** The value as soon as it did not change for the pause. */
function useSettled<Value>(value: Value, delayMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
