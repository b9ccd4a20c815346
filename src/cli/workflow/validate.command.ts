import { Command } from 'commander';
import { specPath } from '../../../model/authoring/recipe/parse-recipe.js';
import { SpecError } from '../../../model/authoring/spec-error.js';
import {
  definitionDigest,
  DefinitionError,
  type Issue,
  EngineError,
  type WorkflowDefinition,
} from '../../../model/definition.js';
import { parseDefinition } from '../../../model/simulate.js';
import { publicationIssues } from '../../workflows/publication/check-definition.js';
import { jsonOption, print } from '../options.js';
import { about, readJson } from './files.js';
import { expanded, readDataOf, readSpec } from './read-spec.js';
import { checkWording, sampleTranscripts } from '../../../model/transcript.js';

interface Options {
  json?: boolean;
  data?: string;
}

export function validateCommand(): Command {
  return new Command('validate')
    .description('Validate a definition or a spec, list all problems, and print sample transcripts')
    .argument('<file>', 'definition (JSON) or spec (YAML or JSON)')
    .option('--data <file>', 'data of a spec. Default: `data` of the spec, in its folder')
    .addOption(jsonOption())
    .action(validate);
}

async function validate(file: string, { json, data }: Options): Promise<void> {
  const document = /\.json$/i.test(file) ? readJson(file) : undefined;
  const isDefinition = typeof document === 'object' && document !== null && 'workflow_id' in document;
  const { kind, wording, ...report } = isDefinition ? definitionReport(file, document) : await specReport(file, data);
  const valid = `${report.workflow_id} ${report.version} is a valid ${kind}.`;
  const text = [valid, wordingText(wording)].filter((part) => part !== '').join('\n\n');
  print(json, { ...report, ...wording, ...(!isDefinition && { transcripts: undefined }) }, text);
}

function definitionReport(file: string, document: unknown) {
  return about(file, () => {
    const definition = parseDefinition(document);
    const issues = publicationIssues(definition);
    if (issues.length > 0) throw new DefinitionError(issues);
    const { workflow_id, version } = definition;
    const digest = definitionDigest(definition);
    const kind = `definition, digest ${digest}`;
    return { workflow_id, version, definition_digest: digest, kind, wording: wordingOf(definition) };
  });
}

async function specReport(file: string, data: string | undefined) {
  const spec = readSpec(file);
  const table = spec.formula === undefined ? undefined : (await readDataOf(file, spec, data)).table;
  const { recipe, expansion } = expanded(file, spec, table);
  const inSpec = ({ path, message }: Issue) => ({ path: specPath(expansion.recipe, `definition.${path}`), message });
  return about(file, () => {
    const issues = publicationIssues(recipe.definition);
    if (issues.length > 0) throw new SpecError(issues.map(inSpec));
    const { workflow_id, version } = recipe.definition;
    const { warnings, transcripts } = draftWordingOf(recipe.definition);
    return { workflow_id, version, kind: 'spec', wording: { warnings: warnings.map(inSpec), transcripts } };
  });
}

const sampleCount = 5;

interface Wording {
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
function draftWordingOf(definition: WorkflowDefinition): Wording {
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
