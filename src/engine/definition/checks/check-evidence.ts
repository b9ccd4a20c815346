import { type WorkflowDefinition } from '../definition.schema.js';
import { hasCategories } from '../population.schema.js';
import { type IssueList, type Path } from './issue-list.js';
import { type References } from './references.js';

/** The evidence must speak of this very model: the same coefficients with the same estimates, the same outcomes and segments. */
export function checkEvidence(list: IssueList, definition: WorkflowDefinition, references: References): void {
  const { evidence, decision } = definition;
  const estimates = new Map(decision.coefficients.map((coefficient) => [coefficient.id, coefficient.estimate]));
  const coefficients = new Set(estimates.keys());
  evidence.estimates.forEach(({ coefficient, estimate }, index) => {
    const path = ['evidence', 'estimates', index];
    if (!list.known([...path, 'coefficient'], coefficient, coefficients, 'coefficient')) return;
    if (estimates.get(coefficient) !== estimate) {
      list.add(
        [...path, 'estimate'],
        `says ${estimate} for "${coefficient}" where the decision uses ${estimates.get(coefficient)}`,
      );
    }
  });
  for (const id of coefficients) {
    if (!evidence.estimates.some((estimate) => estimate.coefficient === id)) {
      list.add(['evidence', 'estimates'], `has no standard error for coefficient "${id}"`);
    }
  }
  checkCovariance(list, evidence.covariance, coefficients);
  checkHoldOut(list, definition, references);
}

function checkCovariance(
  list: IssueList,
  covariance: WorkflowDefinition['evidence']['covariance'],
  coefficients: ReadonlySet<string>,
): void {
  if (!covariance) return;
  const path = ['evidence', 'covariance'];
  const size = covariance.coefficients.length;
  covariance.coefficients.forEach((id, index) =>
    list.known([...path, 'coefficients', index], id, coefficients, 'coefficient'),
  );
  if (covariance.matrix.length !== size || covariance.matrix.some((row) => row.length !== size)) {
    list.add([...path, 'matrix'], `must be ${size} × ${size}, a row and a column for each coefficient`);
  }
}

function checkHoldOut(list: IssueList, definition: WorkflowDefinition, references: References): void {
  const outcomes = new Set(definition.decision.alternatives.map((alternative) => alternative.id));
  const checkOutcomes = (path: Path, checked: readonly { outcome: string }[]) =>
    checked.forEach(({ outcome }, index) => list.known([...path, index, 'outcome'], outcome, outcomes, 'outcome'));
  const holdOut = definition.evidence.hold_out;
  checkOutcomes(['evidence', 'hold_out', 'outcomes'], holdOut.outcomes);
  holdOut.segments.forEach((segment, index) => {
    const path = ['evidence', 'hold_out', 'segments', index];
    checkOutcomes([...path, 'outcomes'], segment.outcomes);
    const attribute = references.attributes.get(segment.attribute);
    const categories = attribute && hasCategories(attribute) ? attribute.categories.map((category) => category.id) : [];
    list.known([...path, 'category'], segment.category, new Set(categories), `category of ${segment.attribute}`);
  });
}
