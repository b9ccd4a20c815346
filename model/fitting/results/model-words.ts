import type { WorkflowDefinition } from '../../definition.js';
import { familyOf } from '../../families/family-of.js';
import { linkOf } from '../../equations/formulas.js';
import { inSentence, listText } from '../../authoring/variables/names.js';

const maxListed = 40;

/** Describes the model of a definition in words: what it predicts, and from what. */
export function modelWords({ decision, scenario }: WorkflowDefinition): string {
  const family = familyOf(decision);
  const outcomes = family.outcomes(decision).map(({ label }) => `“${label}”`);
  const [measure] = family.measures(decision, scenario.parameters);
  const { ancillary } = family.linear(decision);
  const labels = decision.coefficients.filter(({ id }) => !ancillary.includes(id)).map(({ label }) => label);
  const variables = labels.filter((label) => !/^constant\b/i.test(label)).map(inSentence);
  const listed = [
    ...variables.slice(0, maxListed),
    ...(variables.length > maxListed ? [`${variables.length - maxListed} more`] : []),
  ];
  const sum = listed.length > 0 ? `a weighted sum of ${listText(listed)}` : 'a constant';
  const hasIntercepts = 'random_intercept' in decision && decision.random_intercept !== undefined;
  const from = hasIntercepts ? `${sum}, plus a random number of the group` : sum;
  switch (decision.family) {
    case 'binary_logit':
      return decision.link && decision.link !== 'logit'
        ? `The ${linkOf(decision).label} of the probability of ${outcomes.at(-1)} is ${from}.`
        : `The log-odds of ${outcomes.at(-1)} are ${from}.`;
    case 'ordered_logit':
      return `A higher value of ${from}${hasIntercepts ? ',' : ''} makes the later outcomes in the order ${listText(outcomes)} more probable. Each border between two outcomes is estimated.`;
    case 'conditional_logit':
      return `Each agent chooses one of ${listText(outcomes)}: the alternative with the highest utility. The utility is ${from}, plus a random error.`;
    case 'hazard':
      return `In each period, the complementary log-log of the probability of the event is ${from}. The periods up to the event are the duration.`;
    default:
      return `The predictor of ${measure ? `“${measure.label}”` : listText(outcomes)} is ${from} (family ${decision.family}).`;
  }
}
