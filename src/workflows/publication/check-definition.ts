import { estimateSummaryBytes, segmentSize } from '../../../model/analyses.js';
import {
  definitionDigest,
  DefinitionError,
  isContradicted,
  type Issue,
  type WorkflowDefinition,
} from '../../../model/definition.js';
import { parseDefinition, recheckEvidence } from '../../../model/simulate.js';
import { textIssues } from '../../../model/transcript.js';
import { runGolden, type Golden, maxSummaryBytes, summaryIssue } from './golden-simulation.js';
import { namesOf, sharedWords } from '../../../questions/names.js';

/** Maximum example questions. Every routed question is compared with all of them. */
const maxQuestions = 50;
const maxQuestionCharacters = 500;
/** Maximum group shares in a summary. Each takes several hundred bytes of every record. */
const maxShares = 2_000;
/** The estimate of the size of a summary is at most a tenth too high. */
const certainExcess = 1.15;
const maxIssues = 100;
const maxMessageCharacters = 1_000;
/** Maximum version part that fits a Postgres integer. */
const versionPattern = /^(0|[1-9]\d{0,8})(\.(0|[1-9]\d{0,8})){2}$/;

export type CheckedDefinition =
  | { ok: true; definition: WorkflowDefinition; digest: string; golden: Golden }
  | { ok: false; issues: Issue[] };

/** Checks a definition on its own. Pure, but slow: definitions from callers are checked in a worker thread. */
export function checkDefinition(json: unknown): CheckedDefinition {
  try {
    const definition = parseDefinition(json);
    // Sizes first: nothing is computed for a definition that is too large.
    const large = sizeIssues(definition);
    if (large.length > 0) return refused(large);
    const early = [...publicationIssues(definition), ...recheckEvidence(definition)];
    if (early.length > 0) return refused(early);
    const { golden, issues } = runGolden(definition);
    if (!golden || issues.length > 0) return refused(issues);
    return { ok: true, definition, digest: definitionDigest(definition), golden };
  } catch (error) {
    if (error instanceof DefinitionError) return refused(error.issues);
    throw error;
  }
}

function refused(issues: readonly Issue[]): CheckedDefinition {
  const reported = issues.slice(0, maxIssues);
  return {
    ok: false,
    issues: reported.map(({ path, message }) => ({ path, message: message.slice(0, maxMessageCharacters) })),
  };
}

/** Finds violations of the limits of a publication that need no simulation. Built-in workflows have none by construction. */
export function publicationIssues(definition: WorkflowDefinition): Issue[] {
  return [
    ...textIssues(definition),
    ...readingIssues(definition),
    ...sizeIssues(definition),
    ...contrastIssues(definition),
  ];
}

function contrastIssues({ evidence: { contrasts = [] } }: WorkflowDefinition): Issue[] {
  return contrasts.flatMap((contrast, k) => {
    if (!isContradicted(contrast)) return [];
    const { label, observed, interval } = contrast;
    const [own, stated, low, high] = [observed, contrast.stated, ...interval].map((value) =>
      Number(value.toPrecision(3)),
    );
    return [
      {
        path: `evidence.contrasts.${k}`,
        message: `"${label}": the data show a difference of ${own}, but the workflow states ${stated} (95% interval ${low} to ${high}). Remove variables that were measured after the treatment, or add the interactions of the parameter, and calibrate again`,
      },
    ];
  });
}

export function sizeIssues(definition: WorkflowDefinition): Issue[] {
  const { version, routing } = definition;
  const issues: Issue[] = [];
  if (estimateSummaryBytes(definition) > certainExcess * maxSummaryBytes) issues.push(summaryIssue);
  const shares = segmentSize(definition);
  if (shares > maxShares) {
    const message = `expected at most ${maxShares} shares in a summary (groups times outcomes), received ${shares}: use fewer groups`;
    issues.push({ path: 'population.attributes', message });
  }
  if (!versionPattern.test(version)) {
    issues.push({
      path: 'version',
      message: 'expected major.minor.patch: three integers of at most nine digits, without leading zeros',
    });
  }
  for (const kind of ['examples', 'not_for'] as const) {
    const questions = routing[kind];
    const path = `routing.${kind}`;
    if (questions.length > maxQuestions)
      issues.push({ path, message: `expected at most ${maxQuestions} questions, received ${questions.length}` });
    questions.forEach((question, index) => {
      if (question.length <= maxQuestionCharacters) return;
      issues.push({ path: `${path}.${index}`, message: `expected at most ${maxQuestionCharacters} characters` });
    });
  }
  return issues;
}

/** The first question reads all names. These take about 0.2 s. Built-in workflows have at most 14,000. */
export const maxNameCharacters = 200_000;
const maxReadCharacters = 2_000;
/** A question that repeats a word more often is not read. */
const maxRepetitions = 40;
/** Names that a question of repeated words can name. Reading takes longer with more. Built-in workflows have at most 2,000. */
export const maxRepeatedNames = 10_000;

/** Finds names with which a question would take long to read. */
export function readingIssues(definition: WorkflowDefinition): Issue[] {
  const path = 'scenario.parameters';
  const characters = namesOf(definition).reduce((sum, texts) => sum + texts.join('').length, 0);
  if (characters > maxNameCharacters) {
    const message = `expected at most ${maxNameCharacters} characters in the labels and words of all parameters, options and categories, received ${characters}: use fewer words`;
    return [{ path, message }];
  }
  const [most] = sharedWords(definition)
    .map((one) => ({ ...one, names: repeatedNames(one) }))
    .sort((a, b) => b.names - a.names);
  if (!most || most.names <= maxRepeatedNames) return [];
  const message = `a question that repeats the words of this definition takes too long to read: expected at most ${maxRepeatedNames} repeated names, received ${most.names}. The word “${most.word}” names ${most.count} parameters, options and categories: use different words for them, or fewer options`;
  return [{ path, message }];
}

/** The names in the longest question that repeats one word. */
export const repeatedNames = ({ word, count }: { word: string; count: number }): number =>
  count * Math.min(maxRepetitions, Math.floor(maxReadCharacters / (word.length + 1)));
