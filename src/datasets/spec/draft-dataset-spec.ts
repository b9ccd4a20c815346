import { draftSpec, type KnownParts, type SpecDraft } from '../../../model/authoring/draft/draft-spec.js';
import { SpecError } from '../../../model/authoring/spec-error.js';
import { shortIssues } from '../../common/errors/zod-messages.js';
import { datasetTable } from '../content/dataset-table.js';
import type { TaskIssues, WithContent } from '../dataset-tasks.service.js';

export type SpecDraftTask = WithContent<{ readonly known: KnownParts }>;
export type SpecDraftResult = ({ readonly ok: true } & SpecDraft) | TaskIssues;

/** Drafts the spec of a dataset. Runs in a process of its own. */
export function draftDatasetSpec({ content, known }: SpecDraftTask): SpecDraftResult {
  try {
    return { ok: true, ...draftSpec(datasetTable(content), known) };
  } catch (error) {
    if (error instanceof SpecError) return { ok: false, issues: shortIssues(error.issues) };
    throw error;
  }
}
