import { DefinitionError } from '../engine-error.js';
import { familyOf } from '../families/family-of.js';
import { checkLinear } from '../model/check-linear.js';
import { checkCausalWords } from './check-causal-words.js';
import { checkEvidence } from './check-evidence.js';
import { checkHeadline } from './check-headline.js';
import { checkNarrative } from './check-narrative.js';
import { checkPopulation } from './check-population.js';
import { checkScenario } from './check-scenario.js';
import { issuesFromZod } from './schema-issue.js';
import { IssueList } from '../definition/issue-list.js';
import { referencesOf } from '../definition/references.js';
import { definitionSchema, type WorkflowDefinition } from '../definition/definition.schema.js';

/**
 * Checks a definition: first the schema of each part, then the references between the parts.
 *
 * @param json the parsed JSON document
 * @throws DefinitionError with a path and a message for every issue
 */
export function parseDefinition(json: unknown): WorkflowDefinition {
  const parsed = definitionSchema.safeParse(json);
  if (!parsed.success) throw new DefinitionError(parsed.error.issues.flatMap(issuesFromZod));
  const definition = parsed.data;
  const { decision } = definition;
  const family = familyOf(decision);
  const model = family.linear(decision);
  const references = referencesOf(definition, family.states);
  const list = new IssueList();
  checkPopulation(list, definition.population);
  checkScenario(list, definition.scenario);
  checkLinear(list, model, references, family.equationWord);
  family.check(list, decision, references);
  const outcomes = family.outcomes(decision);
  const measures = family.measures(decision, definition.scenario.parameters);
  checkEvidence(list, definition, references, model, outcomes, measures);
  checkHeadline(list, definition, outcomes, measures);
  checkNarrative(list, definition, references, model, family);
  checkCausalWords(list, definition);
  if (list.issues.length > 0) throw new DefinitionError(list.issues);
  return definition;
}
