import { isApiFailure } from '../api/api-failure';
import { formErrors } from '../components/form-errors';
import type { RunPath } from './run-request';
import { useCreateRun, type CreateOptions } from './use-create-run';
import { useDryRun } from './use-dry-run';

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
