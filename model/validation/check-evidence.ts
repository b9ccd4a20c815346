import type { DecisionFamily, Measure, Outcome } from '../equations/decision-family.js';
import type { LinearModel } from '../equations/linear-model.js';
import { cholesky } from '../math/linear-algebra.js';
import type { Decision, WorkflowDefinition } from '../definition/definition.schema.js';
import { groupIdsOf } from '../population/attribute-groups.js';
import type { IssueList, Path } from '../definition/issue-list.js';
import type { References } from '../definition/references.js';

/** A definition whose parts have valid schemas, and what follows from its decision. */
export interface CheckedDefinition {
  readonly list: IssueList;
  readonly definition: WorkflowDefinition;
  readonly references: References;
  readonly family: DecisionFamily<Decision>;
  readonly model: LinearModel;
  readonly outcomes: readonly Outcome[];
  readonly measures: readonly Measure[];
}

/** Checks that the evidence has the coefficients, estimates, outcomes, measures and segments of the model. */
export function checkEvidence(checked: CheckedDefinition): void {
  const { list, definition, model } = checked;
  const { evidence, adjustments } = definition;
  const estimates = new Map(model.coefficients.map((coefficient) => [coefficient.id, coefficient.estimate]));
  const coefficients = new Set(estimates.keys());
  evidence.estimates.forEach(({ coefficient, estimate }, index) => {
    const path = ['evidence', 'estimates', index];
    if (!list.known([...path, 'coefficient'], coefficient, coefficients, 'coefficient')) return;
    if (estimates.get(coefficient) !== estimate) {
      list.add(
        [...path, 'estimate'],
        `is ${estimate} for "${coefficient}", but the decision uses ${estimates.get(coefficient)}; use the same value`,
      );
    }
  });
  for (const { id, fixed } of model.coefficients) {
    if (!fixed && !evidence.estimates.some((estimate) => estimate.coefficient === id)) {
      list.add(['evidence', 'estimates'], `has no entry for coefficient "${id}"; add its estimate and standard error`);
    }
  }
  evidence.fits.forEach(({ estimates: own = [] }, fit) =>
    own.forEach(({ coefficient }, index) => {
      const path = ['evidence', 'fits', fit, 'estimates', index, 'coefficient'];
      list.known(path, coefficient, coefficients, 'coefficient');
    }),
  );
  checkCovariance(list, evidence.covariance, coefficients, adjustments?.targets !== undefined);
  checkFitOfHoldOut(list, evidence);
  checkHoldOut(checked);
}

function checkCovariance(
  list: IssueList,
  covariance: WorkflowDefinition['evidence']['covariance'],
  coefficients: ReadonlySet<string>,
  isMatched: boolean,
): void {
  if (!covariance) return;
  const path = ['evidence', 'covariance'];
  const { matrix } = covariance;
  const size = covariance.coefficients.length;
  covariance.coefficients.forEach((id, index) =>
    list.known([...path, 'coefficients', index], id, coefficients, 'coefficient'),
  );
  if (matrix.length !== size || matrix.some((row) => row.length !== size)) {
    list.add([...path, 'matrix'], `must be ${size} × ${size}: one row and one column per coefficient`);
    return;
  }
  // Constants that match targets are functions of the other coefficients, so their covariance matrix is singular.
  if (isMatched) return;
  const standardErrors = matrix.map((row, k) => Math.sqrt(row[k]!));
  // A coefficient without variance, such as a standard deviation estimated at 0, is fixed.
  const isFixed = matrix.map((row, k) => row[k] === 0 && row.every((value, j) => value === 0 && matrix[j]![k] === 0));
  const isFree = (k: number) => !isFixed[k];
  const correlations = matrix.flatMap((row, i) =>
    isFree(i)
      ? [row.map((value, k) => value / (standardErrors[i]! * standardErrors[k]!)).filter((_, k) => isFree(k))]
      : [],
  );
  if (!cholesky(correlations))
    list.add([...path, 'matrix'], 'is not positive definite; check the variances and covariances');
}

/** The held-out results can be repeated only if the evidence contains the estimates behind them. */
function checkFitOfHoldOut(list: IssueList, { fits, hold_out: holdOut }: WorkflowDefinition['evidence']): void {
  const { fit } = holdOut;
  if (fit === undefined) return;
  const position = fits.findIndex(({ sample }) => sample === fit);
  if (position < 0)
    list.add(
      ['evidence', 'hold_out', 'fit'],
      `is "${fit}", but the evidence contains no fit of that sample; add it to fits`,
    );
  else if (position > 0 && !fits[position]!.estimates)
    list.add(
      ['evidence', 'fits', position],
      `has no estimates, but the held-out results use this fit; add its estimates`,
    );
}

function checkHoldOut({ list, definition, references, outcomes, measures }: CheckedDefinition): void {
  const { hold_out: holdOut } = definition.evidence;
  const groups = (definition.outcome_groups ?? []).map(({ id }) => id);
  const known = { outcome: new Set(outcomes.map(({ id }) => id)), measure: new Set(measures.map(({ id }) => id)) };
  const path: Path = ['evidence', 'hold_out'];
  const checkIds = (
    parentPath: Path,
    checked: readonly { outcome?: string | undefined; measure?: string | undefined }[] = [],
    sums: readonly string[] = [],
  ) =>
    checked.forEach((item, index) => {
      if (item.outcome && !sums.includes(item.outcome))
        list.known([...parentPath, index, 'outcome'], item.outcome, known.outcome, 'outcome');
      if (item.measure) list.known([...parentPath, index, 'measure'], item.measure, known.measure, 'measure');
    });
  checkIds([...path, 'outcomes'], holdOut.outcomes);
  checkIds([...path, 'measures'], holdOut.measures);
  checkIds([...path, 'effects'], holdOut.effects);
  holdOut.effects?.forEach(({ parameter }, index) =>
    list.known([...path, 'effects', index, 'parameter'], parameter, new Set(references.parameters.keys()), 'parameter'),
  );
  holdOut.segments.forEach((segment, index) => {
    const segmentPath = [...path, 'segments', index];
    checkIds([...segmentPath, 'outcomes'], segment.outcomes, groups);
    checkIds([...segmentPath, 'measures'], segment.measures);
    const attribute = references.attributes.get(segment.attribute);
    const categories = new Set(attribute ? groupIdsOf(attribute) : []);
    list.known([...segmentPath, 'category'], segment.category, categories, `category of ${segment.attribute}`);
  });
  holdOut.settings?.forEach(({ parameter, outcomes: shares, measures: means }, index) => {
    const settingPath = [...path, 'settings', index];
    list.known([...settingPath, 'parameter'], parameter, new Set(references.parameters.keys()), 'parameter');
    checkIds([...settingPath, 'outcomes'], shares, groups);
    checkIds([...settingPath, 'measures'], means);
  });
}
