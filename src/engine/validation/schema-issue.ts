import type { z } from 'zod';
import type { Issue } from '../engine-error.js';
import { familyNames } from '../definition/definition.schema.js';

/** Forms of models that other programs offer, by the field that an author would write, and the supported forms. */
const unsupportedForms: Readonly<Record<string, string>> = {
  link: 'only binary_logit and ordered_logit have other links. The link is the logit for conditional_logit and repeated_games, the complementary log-log for hazard, and the log for counts',
  random_intercept:
    'only binary_logit, ordered_logit and counts have random intercepts. Choices have random coefficients (`taste`), also of their constants',
  draws:
    'the draws of a simulated likelihood belong to the calibration recipe (`fit.draws`). A simulation draws the coefficients of each agent once',
};

/** Converts an issue of a schema. Fields of unsupported forms get their own path and the supported forms. */
export function issuesFromZod(issue: z.core.$ZodIssue): Issue[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys' && path[0] === 'decision') {
    const [forms, others] = [true, false].map((isForm) => issue.keys.filter((key) => isForm === isUnsupported(key)));
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

function isUnsupported(key: string): boolean {
  return Object.hasOwn(unsupportedForms, key);
}
