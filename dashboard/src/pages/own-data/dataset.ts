import { useQuery } from '@tanstack/react-query';
import { api, data } from '../../api/client';
import type { components, operations } from '../../api/types';

export type Dataset = components['schemas']['Dataset'];
export type DatasetSummary = components['schemas']['DatasetSummary'];
export type Column = components['schemas']['DatasetColumn'];
export type SpecDraft = components['schemas']['SpecDraft'];
export type Question = SpecDraft['questions'][number];
/** What is known about a dataset, for the draft of its spec. */
export type Known = operations['datasetsDraftSpec']['requestBody']['content']['application/json'];
export type Fit = components['schemas']['Fit'];

const pathOf = (id: string) => ({ path: { dataset_id: id } });

export const useDataset = (id: string) =>
  useQuery({
    queryKey: ['datasets', 'one', id],
    queryFn: ({ signal }) => data(api.GET('/v1/datasets/{dataset_id}', { params: pathOf(id), signal })),
    staleTime: Infinity,
  });

export const deleteDataset = (id: string) => data(api.DELETE('/v1/datasets/{dataset_id}', { params: pathOf(id) }));

export const draftSpec = (id: string, known: Known, signal: AbortSignal): Promise<SpecDraft> =>
  data(api.POST('/v1/datasets/{dataset_id}/spec', { params: pathOf(id), body: known, signal }));

export const steps = ['data', 'model', 'fit', 'publish'] as const;
export type Step = (typeof steps)[number];

/** The address of a step. The dataset and the fit are stored by the service, so a reload keeps them. */
export function addressOf(datasetId: string, { step, fit }: { step?: Step; fit?: string | null } = {}): string {
  const search = new URLSearchParams({ ...(step && { step }), ...(fit && { fit }) }).toString();
  return `/own-data/${datasetId}${search && `?${search}`}`;
}
