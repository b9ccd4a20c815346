import { didYouMean } from '../common/texts.js';
import { AppError } from '../common/errors/app-error.js';
import type { Caller } from '../common/identity/caller.js';
import type { WorkflowCatalog } from './workflow-catalog.service.js';

const maxIdCharacters = 100;
const seeList = 'GET /v1/case-studies lists the available workflows.';

/** The error for a workflow id that the caller cannot use. Its message suggests the closest published id. */
export async function unknownWorkflow(
  catalog: WorkflowCatalog,
  caller: Caller,
  code: 'invalid_workflow' | 'case_study_not_found',
  workflowId: string,
): Promise<AppError> {
  const error: AppError =
    code === 'invalid_workflow' ? new AppError(code, { workflow_id: workflowId }) : new AppError(code);
  if (workflowId.length > maxIdCharacters) return error;
  if (await catalog.latest(caller, workflowId)) {
    return error.withMessage(
      `The workflow "${workflowId}" is deprecated, so it cannot run new simulations. ${seeList}`,
    );
  }
  const published = await catalog.allPublished(caller);
  const closest = didYouMean(
    workflowId,
    published.map((version) => version.workflowId),
  );
  const suggestion = closest === undefined ? '' : ` Did you mean "${closest}"?`;
  return error.withMessage(`There is no workflow "${workflowId}".${suggestion} ${seeList}`);
}
