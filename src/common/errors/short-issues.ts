import { shortened } from '../shortened.js';

/** An invalid part of a request. `path` is like `scenario_context.train_cost_factor`, or empty for the whole request. */
export interface Issue {
  path: string;
  message: string;
}

const maxIssues = 100;
const maxPathCharacters = 200;
const maxMessageCharacters = 2_000;

/** Limits the number of issues and the length of their texts: both can contain values of a file, and a value can have megabytes. */
export const shortIssues = (issues: readonly Issue[]): Issue[] =>
  issues.slice(0, maxIssues).map(({ path, message }) => ({
    path: path.slice(0, maxPathCharacters),
    message: shortened(message, maxMessageCharacters),
  }));
