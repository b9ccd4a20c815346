import { type WorkflowDefinition, familyNames, definitionSchema } from '../definition/definition.schema.js';
import { IssueList } from '../definition/issue-list.js';
import { traitsOf } from '../definition/parameter-types.js';
import type { z } from 'zod';
import { type Issue, DefinitionError } from '../engine-error.js';
import { familyOf } from '../families/family-of.js';
import { checkLinear } from '../equations/linear-model.js';
import { checkCausalWords, checkHeadline, checkNarrative } from './check-narrative.js';
import { type CheckedDefinition, checkEvidence } from './check-evidence.js';
import { checkPopulation } from './check-population.js';
import { referencesOf } from '../definition/references.js';

/** Checks the parameters of a scenario with their ranges, and the shares of its assignments. */
function checkScenario(list: IssueList, scenario: WorkflowDefinition['scenario']): void {
  const parameters = new Map(scenario.parameters.map((parameter) => [parameter.id, parameter]));
  const idsOf = (parts: readonly { readonly id: string }[]) => parts.map(({ id }) => id);
  list.unique(['scenario', 'parameters'], idsOf(scenario.parameters), 'parameter');
  list.unique(['scenario', 'assignments'], idsOf(scenario.assignments), 'assignment');
  scenario.parameters.forEach((parameter, index) => traitsOf(parameter).check(list, ['scenario', 'parameters', index]));
  scenario.assignments.forEach((assignment, index) => {
    const path = ['scenario', 'assignments', index, 'share'];
    const share = parameters.get(assignment.share);
    if (!share) list.known(path, assignment.share, new Set(parameters.keys()), 'parameter');
    else if (!traitsOf(share).canBeShare) {
      list.add(path, `"${share.id}" is used as a share; make it a number with bounds between 0 and 1`);
    }
  });
}

/** Forms of models that other programs offer, by the field that an author would write, and the supported forms. */
const unsupportedForms: Readonly<Record<string, string>> = {
  link: 'only binary_logit and ordered_logit have other links. The link is the logit for conditional_logit and repeated_games, the complementary log-log for hazard, and the log for counts',
  random_intercept:
    'only binary_logit, ordered_logit and counts have random intercepts. Choices have random coefficients (`taste`), also of their constants',
  draws:
    'the draws of a simulated likelihood belong to the calibration recipe (`fit.draws`). A simulation draws the coefficients of each agent once',
};

/** Converts an issue of a schema. Fields of unsupported forms get their own path and the supported forms. */
function issuesFromZod(issue: z.core.$ZodIssue): Issue[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys' && path[0] === 'decision') {
    const [forms, others] = [true, false].map((isForm) =>
      issue.keys.filter((key) => isForm === Object.hasOwn(unsupportedForms, key)),
    );
    const issues = forms!.map((key) => ({
      path: [...path, key].join('.'),
      message: `is not supported: ${unsupportedForms[key]!}`,
    }));
    const rest = others!.map((key) => JSON.stringify(key)).join(', ');
    const message = `Unrecognized ${others!.length > 1 ? 'keys' : 'key'}: ${rest}`;
    return others!.length > 0 ? [...issues, { path: path.join('.'), message }] : issues;
  }
  if (path.join('.') === 'decision.family')
    return [{ path: 'decision.family', message: `Invalid family; supported: ${familyNames.join(', ')}` }];
  return [{ path: path.join('.'), message: issue.message }];
}

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
  const checked: CheckedDefinition = { list, definition, references, family, model, outcomes, measures };
  checkEvidence(checked);
  checkHeadline(checked);
  checkNarrative(checked);
  checkCausalWords(list, definition);
  if (list.issues.length > 0) throw new DefinitionError(list.issues);
  return definition;
}
