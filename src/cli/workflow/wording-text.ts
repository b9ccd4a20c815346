import { EngineError, type Issue, type WorkflowDefinition } from '../../../model/definition.js';
import { checkWording, sampleTranscripts } from '../../../model/transcript.js';

const sampleCount = 5;

/** Warnings about the wording of the transcripts, and sample transcripts. */
export interface Wording {
  readonly warnings: readonly Issue[];
  readonly transcripts: readonly (readonly string[])[];
}

/**
 * Checks the wording of a definition and samples its transcripts. A definition that cannot be simulated has neither; the check of the
 * publication reports the reason.
 */
export function wordingOf(definition: WorkflowDefinition): Wording {
  return unlessItFails(() => ({
    warnings: checkWording(definition),
    transcripts: sampleTranscripts(definition, sampleCount),
  }));
}

/** Checks the wording of a spec. Its transcripts would contain placeholders in place of estimates, so there are no samples. */
export function draftWordingOf(definition: WorkflowDefinition): Wording {
  return unlessItFails(() => ({ warnings: checkWording(definition), transcripts: [] }));
}

function unlessItFails(work: () => Wording): Wording {
  try {
    return work();
  } catch (error) {
    if (error instanceof EngineError) return { warnings: [], transcripts: [] };
    throw error;
  }
}

/** The sample transcripts and the warnings as text; empty without both. */
export function wordingText({ warnings, transcripts }: Wording): string {
  const samples = transcripts.map((paragraphs, k) => `Transcript ${k + 1}\n${paragraphs.join('\n')}`);
  const list = warnings.map(({ path, message }) => `${path}: ${message}`);
  return [
    ...(samples.length > 0 ? [`Sample transcripts at the baseline\n\n${samples.join('\n\n')}`] : []),
    ...(list.length > 0
      ? [`Warnings: ${list.length} ${list.length === 1 ? 'text needs' : 'texts need'} attention\n${list.join('\n')}`]
      : []),
  ].join('\n\n');
}
