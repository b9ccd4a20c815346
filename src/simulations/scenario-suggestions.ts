import { didYouMean } from '../common/texts.js';
import type { Issue } from '../common/errors/app-error.js';
import type { WorkflowDefinition } from '../../model/definition.js';

const maxNameCharacters = 100;

/** Adds the closest parameter of the workflow to each issue about an unknown parameter. */
export function withSuggestions({ scenario }: WorkflowDefinition, issues: readonly Issue[]): Issue[] {
  const ids = scenario.parameters.map(({ id }) => id);
  return issues.map(({ path, message }) => {
    const isUnknown = path !== '' && path.length <= maxNameCharacters && !ids.includes(path);
    const closest = isUnknown ? didYouMean(path, ids) : undefined;
    return { path, message: closest === undefined ? message : `${message}. Did you mean "${closest}"?` };
  });
}
