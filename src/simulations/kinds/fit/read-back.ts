import type { FitWarning } from '../../../../model/fitting/results/result.schema.js';
import type { ExpectedReading } from '../../../../model/authoring/assemble.js';
import type { WorkflowDefinition } from '../../../../model/definition.js';
import { readQuestion } from '../../../../questions/read-question.js';

/** The example questions that the workflow reads as intended, and warnings about the others. */
export interface ReadBack {
  readonly read: readonly ExpectedReading[];
  /** Example questions of the definition without those that are read differently. */
  readonly examples: readonly string[];
  readonly warnings: readonly FitWarning[];
}

/** Reads each inferred question as a user's question. A question that sets other values than intended must not be an example. */
export function readBack(definition: WorkflowDefinition, questions: readonly ExpectedReading[]): ReadBack {
  const read = questions.filter((one) => isRead(definition, one));
  const others = questions.filter((one) => !read.includes(one));
  const unread = new Set(others.map(({ question }) => question));
  const left = definition.routing.examples.filter((question) => !unread.has(question));
  return {
    read,
    examples: left.length > 0 ? left : [`What does “${definition.name}” predict?`],
    warnings: others.map(({ question, scenario }) => ({
      code: 'question_not_read',
      message: `This question is not an example of the workflow, because the service reads it differently: ${question} Give ${labelsOf(definition, scenario)} or its values other labels.`,
    })),
  };
}

function isRead(definition: WorkflowDefinition, { question, scenario }: ExpectedReading): boolean {
  const { values, arms, goal, notRead } = readQuestion(definition, question);
  if (arms.length > 0 || goal || notRead.length > 0 || values.length !== Object.keys(scenario).length) return false;
  return values.every(({ parameter, value }) => isEqual(value, scenario[parameter]));
}

/** A change such as `10%` can differ from its product in the last digit. */
function isEqual(read: string | number, expected: string | number | undefined): boolean {
  return typeof read === 'number' && typeof expected === 'number'
    ? Math.abs(read - expected) <= 1e-9 * Math.max(1, Math.abs(expected))
    : read === expected;
}

function labelsOf({ scenario: { parameters } }: WorkflowDefinition, scenario: ExpectedReading['scenario']): string {
  const labels = parameters.filter(({ id }) => id in scenario).map(({ label }) => `“${label}”`);
  return labels.join(' and ') || 'the parameter';
}
