import { useQuery } from '@tanstack/react-query';
import { api, type components, data, type operations } from '../../api/client';

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

export const roles = ['other', 'outcome', 'parameter', 'randomized', 'group', 'respondent', 'weight'] as const;
export type Role = (typeof roles)[number];
export type Roles = Readonly<Record<string, Role>>;

export const roleLabels: Record<Role, string> = {
  other: 'May explain the outcome',
  outcome: 'Outcome',
  parameter: 'Can change',
  randomized: 'Can change, assigned at random',
  group: 'Rows that belong together',
  respondent: 'Respondent of a row',
  weight: 'Weight',
};

/** Only one column can have them. */
const single: readonly Role[] = ['outcome', 'group', 'respondent', 'weight'];
const maxGuessed = 3;
const maxCategories = 20;

/** A column that a scenario can change: numbers, or few categories. */
export const canBeParameter = ({ type, distinct }: Column) =>
  type === 'binary' || type === 'integer' || type === 'number' || (type === 'category' && distinct <= maxCategories);

/** The likely roles by name and values. A weight is never guessed: it would change results unnoticed. */
export function guessedRoles(columns: readonly Column[]): Roles {
  const first = (role: 'outcome' | 'group') => columns.find(({ guess }) => guess === role);
  const outcome = first('outcome');
  const group = first('group');
  const parameters = columns.filter((column) => column.guess === 'parameter' && canBeParameter(column));
  return {
    ...Object.fromEntries(parameters.slice(0, maxGuessed).map(({ name }) => [name, 'parameter'])),
    ...(group && { [group.name]: 'group' }),
    ...(outcome && { [outcome.name]: 'outcome' }),
  };
}

export const roleOf = (chosen: Roles, column: string): Role =>
  Object.hasOwn(chosen, column) ? chosen[column]! : 'other';

/** Gives a column a role. Another column with a role that only one can have loses it. */
export function withRole(chosen: Roles, column: string, role: Role): Roles {
  const others = Object.entries(chosen).filter(
    ([name, own]) => name !== column && (own !== role || !single.includes(role)),
  );
  return Object.fromEntries([...others, ...(role === 'other' ? [] : [[column, role] as const])]);
}

/** The roles as a request. Undefined without an outcome. Parts that the user has not decided are left out, so that they are questions. */
export function knownOf(chosen: Roles, columns: readonly Column[]): Known | undefined {
  const withRoles = (...wanted: Role[]) =>
    columns.map(({ name }) => name).filter((name) => wanted.includes(roleOf(chosen, name)));
  const [outcome] = withRoles('outcome');
  if (outcome === undefined) return undefined;
  const parameters = withRoles('parameter', 'randomized');
  const randomized = withRoles('randomized');
  const [respondent] = withRoles('respondent');
  const [weight] = withRoles('weight');
  return {
    outcome,
    ...(parameters.length > 0 && { parameters }),
    ...(randomized.length > 0 && { randomized }),
    group: withRoles('group')[0] ?? null,
    ...(respondent !== undefined && { id: respondent }),
    ...(weight !== undefined && { weight }),
  };
}
