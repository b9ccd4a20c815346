import type { WorkflowDefinition } from '../../model/definition.js';
import {
  withBoundedTastes,
  withBoxCox,
  withClasses,
  withCorrelatedTastes,
  withCrossedNests,
  withGammaAmounts,
  withIntercepts,
  withLink,
  withMembership,
  withMoney,
  withNests,
  withOwnFares,
  withPeriods,
  withRandomTastes,
  withScales,
} from '../../model/testing/mixed-definitions.js';
import { readWorkflow } from './catalog-workflow.js';

const choice = readWorkflow('../model/testing/linear-mode-choice');
const binary = readWorkflow('gotv-social-pressure');
const counts = readWorkflow('health-insurance-visits');
const payments = readWorkflow('conservation-wtp');

/** A definition of each family and of each form of choices, with its name in the titles of tests. */
export const definitionsOfEveryForm: readonly [string, WorkflowDefinition][] = [
  ['a logit of choices', choice],
  ['random tastes', withRandomTastes(choice)],
  ['correlated tastes', withCorrelatedTastes(choice)],
  ['uniform and triangular tastes', withBoundedTastes(choice)],
  ['coefficients in money', withMoney(choice)],
  ['latent classes', withClasses(choice)],
  ['attributes in the log odds of classes', withMembership(choice)],
  ['nests', withNests(choice)],
  ['scales in nests that share an alternative', withScales(withCrossedNests(choice))],
  ['Box-Cox variables', withBoxCox(choice)],
  ['periods', withPeriods(choice)],
  ['periods of latent classes', withMembership(withPeriods(choice))],
  ['values of a parameter by period', withOwnFares(withPeriods(choice))],
  ['a binary logit', binary],
  ['a binary logit with random intercepts', withIntercepts(binary)],
  ['a complementary log-log model', withLink(binary, 'complementary_log_log')],
  ['an ordered logit', readWorkflow('housing-satisfaction')],
  ['an ordered probit', withLink(readWorkflow('housing-satisfaction'), 'probit')],
  ['counts', counts],
  ['counts with random intercepts', withIntercepts(counts)],
  ['durations', readWorkflow('unemployment-duration')],
  ['payments', payments],
  ['amounts', withGammaAmounts(payments, false)],
  ['amounts or 0', withGammaAmounts(payments, true)],
  ['a market', readWorkflow('technology-adoption-bass')],
  ['contacts', readWorkflow('family-planning-network')],
  ['repeated games', readWorkflow('repeated-pd-cooperation')],
];
