import { isRandomized, type ModelError, type Parameter, type WorkflowDefinition } from '../../definition.js';
import { asObserved } from '../../authoring/variables/parameters.js';
import { groupAgents } from '../../summary/segment-groups.js';
import type { Model } from '../fit-sample.js';
import {
  combined,
  combinedValue,
  countUnits,
  covarianceOf,
  type Influence,
  influenceBy,
  type ObservedValue,
  standardErrorOf,
} from '../rows/observed-shares.js';
import { rowsByValue } from '../rows/rows.js';
import { type Expected, targetsOf } from './compare.js';
import { digits4 } from './round.js';
import { expectRows } from './simulate-rows.js';

export type Arms = NonNullable<NonNullable<ModelError['changes']>[string]['arms']>;
type Residuals = NonNullable<Arms['residuals']>[number];

/** Largest difference of a prediction from the observed mean of an arm, in standard errors, that is a rounding error. */
const tolerance = 0.01;
/** Independent respondents that each arm of a group needs. */
const leastUnits = 10;

/**
 * The values that an experiment assigned at random, with the means of the residuals of each: the observed mean minus the predicted one.
 *
 * The difference between two arms, averaged over the respondents, is estimated consistently by the difference of the predictions plus that of the
 * mean residuals, whatever the model is. Maximum likelihood with the canonical link and a main effect for each value makes the mean residuals 0:
 * these figures are in `shares` and `measures`.
 * Sources: Robins, Rotnitzky and Zhao, "Estimation of regression coefficients when some regressors are not always observed", JASA 89 (1994);
 * Rosenblum and van der Laan, "Simple, efficient estimators of treatment effects in randomized trials using generalized linear models to leverage
 * baseline variables", International Journal of Biostatistics 6 (2010).
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
  const [attribute, ...others] = population.attributes;
  const isOnlyAttribute = ({ id }: Parameter) => others.length === 0 && attribute?.id === id;
  const varies = ({ id }: Parameter) => {
    const values = Array.from(rows, (row) => model.rows.scenarios[model.rows.scenarioOf[row]!]![id]);
    return values.some((value) => value !== values[0]);
  };
  // The mean residuals of a design of several parameters are those of its mixture of values, which is not that of a scenario.
  const varied = scenario.parameters.filter((own) => own.default !== asObserved && varies(own));
  const parameters = scenario.parameters.filter(
    (parameter) =>
      (isRandomized(parameter, evidence) || isOnlyAttribute(parameter)) && varied.every((own) => own === parameter),
  );
  if (parameters.length === 0) return {};
  const means = new MeanResiduals(definition, model, rows);
  return Object.fromEntries(
    parameters.flatMap((parameter) => {
      const arms = armsOf(parameter, model, rows);
      const found = arms.length > 0 ? means.of(arms) : undefined;
      return found ? [[parameter.id, found]] : [];
    }),
  );
}

interface Arm {
  readonly value: string | number;
  readonly rows: Int32Array;
}

function armsOf({ id, default: baseline }: Parameter, model: Model, rows: Int32Array): Arm[] {
  const arms = rowsByValue(model.rows, rows, id);
  // The values as observed are a mixture of the arms.
  const isMixture = arms.length > 0 && baseline === asObserved && arms.every(({ value }) => value !== asObserved);
  return isMixture ? [{ value: asObserved, rows }, ...arms] : arms;
}

/** Figure of the results, with the positions of its targets: an outcome group sums several outcomes. */
interface ResidualFigure {
  readonly id: string;
  readonly step?: number;
  readonly isMeasure: boolean;
  readonly targets: readonly number[];
}

/** Means of the residuals of some rows, by figure. */
class MeanResiduals {
  private readonly figures: readonly ResidualFigure[];
  private readonly expected: Expected;
  /** Independent respondents over those that the estimates leave: the residuals of fitted rows are too small. */
  private readonly freedom: number;

  constructor(
    private readonly definition: WorkflowDefinition,
    private readonly model: Model,
    private readonly rows: Int32Array,
  ) {
    const targets = targetsOf(definition);
    const single = targets.map((target, k): ResidualFigure => {
      const step = target.kind === 'curve' ? { step: target.step } : {};
      return { id: target.id, ...step, isMeasure: target.kind === 'measure', targets: [k] };
    });
    const groups = (definition.outcome_groups ?? []).map(({ id, outcomes }): ResidualFigure => {
      const members = outcomes.map((own) =>
        targets.findIndex(({ kind, id: one }) => kind === 'outcome' && one === own),
      );
      return { id, isMeasure: false, targets: members };
    });
    this.figures = [...single, ...groups];
    this.expected = expectRows(definition, model, rows);
    const units = countUnits(model.rows, rows);
    const { length } = definition.evidence.estimates;
    this.freedom = Math.sqrt(units / Math.max(1, units - length));
  }

  of(arms: readonly Arm[]): Arms | undefined {
    const whole = this.meansOf(arms.map(({ rows }) => rows));
    const known = this.figures.flatMap((figure, k) => (whole[k] ? [{ figure, means: whole[k] }] : []));
    if (known.length === 0) return undefined;
    const shares = known.filter(({ figure }) => !figure.isMeasure);
    const groups = this.groupsOf(arms);
    const residuals = known.map(({ figure: { id, step }, means }): Residuals => {
      const place = this.figures.findIndex((one) => one.id === id && one.step === step);
      const ofGroups = step === undefined ? groups : [];
      return {
        ...{ id, ...(step !== undefined && { step }), ...roundedMeans(means) },
        groups: ofGroups.flatMap(({ byFigure, ...group }) =>
          byFigure[place] ? { ...group, ...roundedMeans(byFigure[place]) } : [],
        ),
      };
    });
    return {
      values: arms.map(({ value }) => value),
      shares: shares.length > 0 && shares.every(({ means }) => means.every(isRounding)),
      measures: known.flatMap(({ figure: { id, isMeasure }, means }) =>
        isMeasure && means.every(isRounding) ? [id] : [],
      ),
      residuals,
    };
  }

  /** Means of the groups of each attribute in which each arm has enough respondents. */
  private groupsOf(arms: readonly Arm[]) {
    const { model, definition } = this;
    const units = (rows: Int32Array) => countUnits(model.rows, rows);
    return definition.population.attributes.flatMap((attribute, position) => {
      const { groups, groupOf } = groupAgents(attribute, model.rows.attributes.columns[position]!);
      const isIn = (group: number) => (row: number) =>
        groupOf[row] === group && model.rows.known[position]?.[row] !== 0;
      return groups.flatMap(({ id }, group) => {
        const rows = arms.map((arm) => arm.rows.filter(isIn(group)));
        if (rows.some((own) => units(own) < leastUnits)) return [];
        const share = units(this.rows.filter(isIn(group))) / units(this.rows);
        return [{ attribute: attribute.id, group: id, share: digits4(share), byFigure: this.meansOf(rows) }];
      });
    });
  }

  /** By figure, then by arm; undefined for a figure that the data of some arm do not contain. */
  private meansOf(arms: readonly Int32Array[]): (readonly KnownMean[] | undefined)[] {
    const observed = arms.map((rows) => this.model.bound.observed(rows));
    return this.figures.map(({ targets }) => {
      const means = arms.flatMap((rows, arm) => this.meanOf(rows, targets, observed[arm]!) ?? []);
      return means.length === arms.length ? means : undefined;
    });
  }

  /** Observed value minus the mean prediction; undefined without an observed value. */
  private meanOf(
    rows: Int32Array,
    targets: readonly number[],
    all: readonly (ObservedValue | undefined)[],
  ): KnownMean | undefined {
    const observed = targets.flatMap((target) => all[target] ?? []);
    const { value, influence } = combinedValue(observed.map((one) => [one, 1]));
    if (observed.length < targets.length || Number.isNaN(value) || !influence) return undefined;
    const predicted = this.predictedMean(rows, targets);
    const residual = combined([
      [influence, this.freedom],
      [predicted.influence, -this.freedom],
    ]);
    return { value: value - predicted.value, influence: residual };
  }

  private predictedMean(rows: Int32Array, targets: readonly number[]): KnownMean {
    const { simulationWeights } = this.model;
    const { values, targets: width } = this.expected;
    const used = rows.filter((row) => simulationWeights[row]! > 0);
    const valueOf = (row: number) => targets.reduce((sum, target) => sum + values[row * width + target]!, 0);
    const total = used.reduce((sum, row) => sum + simulationWeights[row]!, 0);
    const value = used.reduce((sum, row) => sum + simulationWeights[row]! * valueOf(row), 0) / total;
    const influenceOf = (row: number) => (simulationWeights[row]! * (valueOf(row) - value)) / total;
    return { value, influence: influenceBy(this.model.rows, used, influenceOf) };
  }
}

interface KnownMean {
  readonly value: number;
  readonly influence: Influence;
}

const isRounding = ({ value, influence }: KnownMean) => Math.abs(value) <= tolerance * standardErrorOf(influence);

/** The means, and the lower triangle of their covariance, row by row. */
function roundedMeans(means: readonly KnownMean[]): Pick<Residuals, 'means' | 'covariance'> {
  return {
    means: means.map((mean) => (isRounding(mean) ? 0 : digits4(mean.value))),
    covariance: means.flatMap(({ influence }, k) =>
      means.slice(0, k + 1).map((other) => digits4(covarianceOf(influence, other.influence))),
    ),
  };
}
