import type { DefinitionError } from '../engine-error.js';
import { parseDefinition } from '../validation/parse-definition.js';

/** Issues of a definition as `path: message`; empty for a valid one. */
export function definitionIssues(definition: object): string[] {
  try {
    parseDefinition(JSON.parse(JSON.stringify(definition)));
    return [];
  } catch (error) {
    return (error as DefinitionError).issues.map(({ path, message }) => `${path}: ${message}`);
  }
}
