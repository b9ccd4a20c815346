import { z } from 'zod';
import { addErrors, issues, type ErrorDefinition } from '../common/errors/error-codes.js';
import { parameterOf, type RunErrors, type RunKind } from './run.kind.js';
import { simulationStatuses, type RunStatus } from './run.state.js';

const statusMeta = (statuses: readonly RunStatus[], description: string) => ({
  status: z.enum(statuses).meta({ description }),
});

/** Adds the error codes of a kind to the table of all codes. */
export function addRunErrors(kind: Pick<RunKind, 'name' | 'noun' | 'path' | 'hasIssues'>): RunErrors {
  const { name, noun, path, hasIssues } = kind;
  const invalid = {
    code: `invalid_${name}`,
    status: 400,
    message: `The ${noun} does not fit the workflow. \`meta.issues\` lists each problem. GET /v1/case-studies/{workflow_id} returns the parameters, outcomes, measures and variables of the workflow.`,
    meta: { issues },
    help: [
      `A parameter, outcome, measure, variable or bound of the ${noun} does not fit the workflow.`,
      'Correct the paths that `meta.issues` lists.',
    ],
  } satisfies ErrorDefinition & { code: string };
  return {
    ...(hasIssues && addErrors({ invalid })),
    ...addErrors({
      notFound: {
        code: `${name}_not_found`,
        status: 404,
        message: `The ${noun} does not exist in this tier. List all with GET /v1/${path}.`,
        help: [`The organization has no such ${noun} in this tier.`, 'Check the id and the tier.'],
      },
      notComplete: {
        code: `${name}_not_complete`,
        status: 409,
        message: `The ${noun} has no result, because its status is not \`completed\` (\`meta.status\`). Wait while it is \`queued\` or \`running\`. If it is \`failed\` or \`canceled\`, create a new one.`,
        meta: statusMeta(
          simulationStatuses.filter((status) => status !== 'completed'),
          'Current status. `failed` and `canceled` are final: a result will never exist.',
        ),
        help: [
          `The ${noun} has no result yet, or failed or was canceled.`,
          `Wait while \`meta.status\` is \`queued\` or \`running\`; otherwise create a new ${noun}.`,
        ],
      },
      notFinished: {
        code: `${name}_not_finished`,
        status: 409,
        message: `The ${noun} is not finished (\`meta.status\`), so it cannot be deleted. Cancel it with POST /v1/${path}/{${parameterOf(kind)}}/cancel, then delete it.`,
        meta: statusMeta(['queued', 'running'], 'Current status.'),
        help: [`The ${noun} is queued or running, so it cannot be deleted.`, 'Cancel it, then delete it.'],
      },
      alreadyFinished: {
        code: `${name}_already_finished`,
        status: 409,
        message: `The ${noun} is already finished (\`meta.status\`), so it cannot be canceled. Its status does not change anymore.`,
        meta: statusMeta(['completed', 'failed', 'canceled'], 'Final status.'),
        help: [
          `The ${noun} has a final status, so it cannot be canceled.`,
          'Read the final status from `meta.status`.',
        ],
      },
    }),
  };
}
