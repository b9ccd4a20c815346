import type { ApiClient, ApiResponse } from './api-client.js';
import { simulate } from './simulations.js';

export interface ShareLinkRecord {
  object: string;
  id: string;
  run_id: string;
  created_at: string;
  expires_at: string;
  /** Only in the response to a create. */
  url: string;
}

/** Shares a run, by default a new simulation. */
export async function createShareLink(
  api: ApiClient,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<ApiResponse<ShareLinkRecord>> {
  const run_id = body['run_id'] ?? (await simulate(api, { agent_count: 10 })).id;
  return api.call<ShareLinkRecord>('/v1/share-links', { method: 'POST', json: { run_id, ...body }, headers });
}

/** The token in the URL of a link. */
export const tokenOf = ({ url }: Pick<ShareLinkRecord, 'url'>) => /\/v1\/shared\/([^/]+)\/report$/.exec(url)![1]!;
