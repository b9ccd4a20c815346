import { api, body, type components, data } from '../../api/client';

export type OwnWorkflow = components['schemas']['CaseStudyEntry'];
export type WorkflowVersion = components['schemas']['WorkflowVersion'];
export type Promotion = components['schemas']['Promotion'];
export type Evidence = components['schemas']['CaseStudy']['evidence'];

export const maxDefinitionBytes = 256 * 1024;

/** A definition: the JSON document that the caller wrote or the calibration produced. */
export type Definition = Record<string, unknown>;

/** The private workflows of the organization that can be simulated. */
export async function readOwnWorkflows(): Promise<OwnWorkflow[]> {
  const found: OwnWorkflow[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 100, cursor };
    const page = await body(api.GET('/v1/case-studies', { params: { query } }));
    found.push(...page.data.filter(({ visibility }) => visibility === 'private'));
    cursor = page.meta.next_cursor ?? undefined;
  } while (cursor);
  return found;
}

/** Ids of the workflows that the organization deprecated, without those that it published again. */
export async function readDeprecated(): Promise<string[]> {
  const query = { action: 'workflow.deprecated' as const, limit: 100 };
  const [events, current] = await Promise.all([
    data(api.GET('/v1/audit-log', { params: { query } })),
    readOwnWorkflows(),
  ]);
  const published = new Set(current.map(({ workflow_id }) => workflow_id));
  return [...new Set(events.map(({ subject }) => subject))].filter((id) => !published.has(id));
}

const path = (workflowId: string) => ({ path: { workflow_id: workflowId } });

export const readVersions = (workflowId: string) =>
  data(api.GET('/v1/case-studies/{workflow_id}/versions', { params: { ...path(workflowId), query: { limit: 100 } } }));

export const deprecate = (workflowId: string) =>
  data(api.POST('/v1/case-studies/{workflow_id}/deprecate', { params: path(workflowId) }));

/** @param isDryRun checks only */
export const promote = (definition: Definition, isDryRun: boolean) =>
  data(api.POST('/v1/case-studies', { body: { definition, dry_run: isDryRun } }));

/** The definition in a text, or the problem of the text. */
export function parseDefinition(text: string): { definition: Definition } | { problem: string } {
  if (new Blob([text]).size > maxDefinitionBytes)
    return { problem: 'The definition is larger than 256 KiB. Shorten its texts or its population.' };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { definition: value as Definition };
    return { problem: 'A definition is one JSON object, between { and }.' };
  } catch (error) {
    return { problem: `The text is not valid JSON: ${error instanceof Error ? error.message : 'unknown error'}.` };
  }
}
