import { isRandomized, type ModelError, type Parameter, type WorkflowDefinition } from '../../definition.js';
import type { Model } from '../fit-sample.js';
import { rowsByValue } from '../rows/rows.js';
import { asObserved } from '../../authoring/variables/parameters.js';
import { Comparison, targetsOf } from './compare.js';
import { expectRows } from './simulate-rows.js';

export type Arms = NonNullable<NonNullable<ModelError['changes']>[string]['arms']>;

/** Largest difference of a prediction from the observed mean of an arm, in standard errors: it adds nothing to an interval. */
const tolerance = 0.1;

/**
 * Values that an experiment assigned at random, if the fit reproduces the observed mean of each: it then has a main effect for each value, and
 * the average effect over the respondents is consistent whatever the rest of the model is. Maximum likelihood with the canonical link reproduces
 * these means exactly.
 * Source: Rosenblum and van der Laan, "Simple, efficient estimators of treatment effects in randomized trials using generalized linear models to
 * leverage baseline variables", International Journal of Biostatistics 6 (2010).
 *
 * Without an experiment, the same is true of the only attribute of the respondents: its differences are those between their groups, which no other
 * variable of the model adjusts. They remain associations.
 *
 * @param definition definition with the estimates of the rows
 * @param rows positions of the rows that the estimates come from
 * @returns by parameter; without parameters that no experiment assigned
 */
export function armsOfExperiments(
  definition: WorkflowDefinition,
  model: Model,
  rows: Int32Array,
): Readonly<Record<string, Arms>> {
  const { scenario, evidence, decision, population } = definition;
  if (decision.family === 'conditional_logit') return {};
  const targets = targetsOf(definition);
  const [attribute, ...others] = population.attributes;
  const isOnlyAttribute = ({ id }: Parameter) => others.length === 0 && attribute?.id === id;
  const parameters = scenario.parameters.filter(
    (parameter) => isRandomized(parameter, evidence) || isOnlyAttribute(parameter),
  );
  if (parameters.length === 0) return {};
  const compared = new Comparison(model, targets, expectRows(definition, model, rows));
  return Object.fromEntries(
    parameters.flatMap((parameter) => {
      const { id } = parameter;
      const arms = rowsByValue(model.rows, rows, id);
      if (arms.length === 0) return [];
      const values = arms.map(({ value }) => value);
      const byArm = arms.map((arm) => compared.compare(arm.rows));
      const agrees = (position: number) =>
        byArm.every((arm) => {
          const own = arm[position];
          if (!own) return false;
          const { observed, predicted, observed_standard_error: error = 0 } = own;
          return Math.abs(observed - predicted) <= tolerance * error;
        });
      const known = targets.flatMap((target, position) => (byArm[0]![position] ? [{ target, position }] : []));
      const shares = known.filter(({ target }) => target.kind !== 'measure');
      const measures = known.filter(({ target, position }) => target.kind === 'measure' && agrees(position));
      const hasShares = shares.length > 0 && shares.every(({ position }) => agrees(position));
      if (!hasShares && measures.length === 0) return [];
      // The values as observed are a mixture of the arms.
      const isMixture = parameter.default === asObserved && !values.includes(asObserved);
      const own: Arms = {
        values: isMixture ? [asObserved, ...values] : values,
        shares: hasShares,
        measures: measures.map(({ target }) => target.id),
      };
      return [[id, own]];
    }),
  );
}
