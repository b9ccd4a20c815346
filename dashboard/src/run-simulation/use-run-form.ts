import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router';
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { api, body, data, isApiFailure, newIdempotencyKey } from '../api/client';
import { useHasScope } from '../session/session';
import { readStored, useSettled } from '../session/store';
import { formErrors } from '../components/field';

/** Paths that create runs. The page of a run has the same path without the version. */
type RunPath = '/v1/simulations' | '/v1/sweeps' | '/v1/goals' | '/v1/sensitivities' | '/v1/fits';

/** Sends a create request. The response of a dry run has another type than the response of a create. */
export async function sendRun<Data>(
  path: RunPath,
  content: object,
  { idempotencyKey, signal }: { idempotencyKey?: string; signal?: AbortSignal },
): Promise<Data> {
  const init = {
    body: content,
    ...(idempotencyKey !== undefined && { params: { header: { 'Idempotency-Key': idempotencyKey } } }),
    ...(signal && { signal }),
  };
  // The types of the five requests have no common type. The pages build each request for its path.
  const response = await body<unknown>(api.POST(path as '/v1/simulations', init as never));
  return (response as { data: Data }).data;
}

const storageKey = 'simulation-attempt';

/**
 * The idempotency key of a request. Retries of the same request have the same key, even after the page was loaded again, so that a
 * simulation whose response was lost is not created twice.
 */
export function idempotencyKeyOf(request: unknown): string {
  const content = JSON.stringify(request);
  const stored = readStored<{ content: string; key: string }>(storageKey);
  if (stored?.content === content) return stored.key;
  const key = newIdempotencyKey();
  sessionStorage.setItem(storageKey, JSON.stringify({ content, key }));
  return key;
}

/** Called when the request succeeded. The same request again is a new simulation. */
export function attemptSucceeded(): void {
  sessionStorage.removeItem(storageKey);
}

interface CreateOptions {
  onCreated?: () => void;
  /** Address to open. Default: the page of the run. */
  pageOf?: (id: string) => string;
  /** State of the address of the page. */
  state?: object;
}

export function useCreateRun(path: RunPath, { onCreated, pageOf, state }: CreateOptions = {}) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: object) =>
      sendRun<{ id: string }>(path, request, { idempotencyKey: idempotencyKeyOf({ path, request }) }),
    onSuccess: ({ id }) => {
      attemptSucceeded();
      onCreated?.();
      const page = path.replace('/v1', '');
      for (const key of [page.slice(1), 'runs', 'usage']) void queryClient.invalidateQueries({ queryKey: [key] });
      void navigate(pageOf?.(id) ?? `${page}/${id}`, { state });
    },
  });
}

/** Above the rate limit, a query waits for as long as the service requests. */
export const afterRateLimit = {
  retry: (count: number, error: unknown) => count < 3 && isApiFailure(error) && error.status === 429,
  retryDelay: (_count: number, error: unknown) =>
    ((isApiFailure(error) ? error.retryAfterSeconds : undefined) ?? 2) * 1000,
};

/**
 * Checks a request and estimates its cost with a dry run, after the form stayed the same for a moment.
 * @param request undefined while the form is incomplete
 */
function useDryRun<Estimate>(path: RunPath, request: object | undefined) {
  const canRun = useHasScope('simulations:write');
  const { latest, settled } = useSettled(request);
  return useQuery({
    queryKey: ['dry-run', path, settled],
    queryFn: ({ signal }) => {
      const content = { ...(JSON.parse(settled ?? '{}') as object), dry_run: true };
      return sendRun<Estimate>(path, content, { signal });
    },
    enabled: canRun && settled !== undefined && settled === latest,
    placeholderData: keepPreviousData,
    ...afterRateLimit,
  });
}

interface Options extends CreateOptions {
  path: RunPath;
  /** Undefined while the form is incomplete. */
  request: object | undefined;
  /** Paths of the request that the form shows. */
  fields: readonly string[];
}

/** The state of a form that creates a run: its estimate, its problems, and the request that the button sends. */
export function useRunForm<Estimate extends { cost: { sufficient: boolean } }>(options: Options) {
  const { path, request, fields } = options;
  const estimate = useDryRun<Estimate>(path, request);
  const create = useCreateRun(path, options);
  // A change of the form removes the failure of the earlier request.
  const isSame = JSON.stringify(create.variables) === JSON.stringify(request);
  const failure = isSame ? create.error : null;
  const isRejected = isApiFailure(estimate.error) && estimate.error.status === 400;
  return {
    estimate,
    create,
    failure,
    errors: formErrors(failure ?? estimate.error, fields),
    request: isRejected || estimate.data?.cost.sufficient === false ? undefined : request,
  };
}

export type RunFormState = Pick<ReturnType<typeof useRunForm>, 'create' | 'failure' | 'errors' | 'request'> & {
  estimate: { error: unknown; refetch: () => Promise<unknown> };
};

/** The limits of the plan, and what is left of them. */
export function useUsage() {
  return useQuery({ queryKey: ['usage'], queryFn: ({ signal }) => data(api.GET('/v1/usage', { signal })) });
}

/** Maximum agents of a run in the plan. Until it is known, the recommended number of the workflow. */
export function useCeiling(recommended: number): number {
  return useUsage().data?.agent_count_ceiling ?? recommended;
}

/** Pages that were opened by their address have no key in the history, and share these entries: a new visit starts with the initial input. */
const withoutKey = 'address:';
if (isNewVisit())
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(withoutKey)) sessionStorage.removeItem(name);

/** Whether this document was neither reloaded nor opened by the Back button. */
function isNewVisit(): boolean {
  const entries = 'getEntriesByType' in performance ? performance.getEntriesByType('navigation') : [];
  return entries.some((entry) => 'type' in entry && entry.type === 'navigate');
}

/**
 * The input of a form, kept with its entry in the history of this browser tab: the Back button and a reload show it again, and another visit
 * of the page starts with the initial input.
 *
 * @param name distinguishes the forms of a page, such as those of its workflows
 * @param initial the input of another visit
 */
export function useKeptInput<Input>(name: string, initial: () => Input): [Input, Dispatch<SetStateAction<Input>>] {
  const { key, pathname, search } = useLocation();
  const isReplaced = useNavigationType() === NavigationType.Replace;
  const storageKey =
    key === 'default' ? `${withoutKey}${pathname}:${name}:${search}` : `input:${pathname}:${name}:${key}`;
  const last = useRef(storageKey);
  const [input, setInput] = useState(() => readStored<Input>(storageKey) ?? initial());
  useEffect(() => {
    // The page wrote its state into its address: the earlier entry of the history no longer exists.
    if (isReplaced && last.current !== storageKey) sessionStorage.removeItem(last.current);
    last.current = storageKey;
    sessionStorage.setItem(storageKey, JSON.stringify(input));
  }, [storageKey, input, isReplaced]);
  return [input, setInput];
}

/**
 * The input of a form, which is also stored in this browser tab until it runs, when the session ends too. Input that ran and that the Back
 * button shows is not stored for another visit.
 *
 * @param name that of {@link useKeptInput}
 * @param initial the input of another visit, from what is stored
 */
export function useDraftInput<Input>(name: string, storageKey: string, initial: (stored: Partial<Input>) => Input) {
  const [input, setInput] = useKeptInput(name, () => initial(readStored<Partial<Input>>(storageKey) ?? {}));
  const isChanged = useRef(false);
  useEffect(() => {
    if (isChanged.current) sessionStorage.setItem(storageKey, JSON.stringify(input));
  }, [storageKey, input]);
  const change = (changed: Partial<Input>) => {
    isChanged.current = true;
    setInput((own) => ({ ...own, ...changed }));
  };
  return { input, change, forget: () => sessionStorage.removeItem(storageKey) };
}
