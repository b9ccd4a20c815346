import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { Restriction } from '../definition/population.schema.js';
import { familyOf } from '../families/family-of.js';
import { hasOwnModelError } from '../summary/model-errors.js';
import { groupsOf } from '../summary/segment-groups.js';
import type { AdjustmentWarning } from './adjustment-step.js';

/** A limit of the model for a segment, from its held-out data. */
export interface SegmentWarning extends AdjustmentWarning {
  readonly code: 'segment_misfit' | 'segment_not_checked';
}

/** Returns the groups of a segment that the model does not fit, and those with too few held-out observations to know. */
export function describeSegment(
  definition: WorkflowDefinition,
  conditions: Restriction['conditions'],
): SegmentWarning[] {
  const { population, decision, evidence, scenario } = definition;
  const family = familyOf(decision);
  const figures = [...family.outcomes(decision), ...family.measures(decision, scenario.parameters)];
  const labelOf = (id: string) => figures.find((own) => own.id === id)?.label ?? id;
  const { segments } = evidence.hold_out;
  return conditions.flatMap(({ attribute: id, groups }) => {
    const attribute = population.attributes.find((own) => own.id === id)!;
    return groups.flatMap((group): SegmentWarning[] => {
      const name = `“${attribute.label}: ${groupsOf(attribute).find((own) => own.id === group)?.label ?? group}”`;
      const held = segments.find((own) => own.attribute === id && own.category === group);
      if (!held) {
        const message = `The held-out data have too few observations of ${name} to compare them with the model. Intervals have the error of other groups.`;
        return [{ code: 'segment_not_checked', message }];
      }
      const { outcomes, observations } = held;
      const [worst] = outcomes
        .filter((own) => hasOwnModelError(evidence.errors?.model, 'share', own.outcome, own))
        .sort((a, b) => Math.abs(b.observed - b.predicted) - Math.abs(a.observed - a.predicted));
      if (!worst) return [];
      const { outcome, predicted, observed } = worst;
      const message = `The model does not fit ${name} well: in ${observations.toLocaleString('en-US')} held-out observations, it predicted ${percent(predicted)} for “${labelOf(outcome)}”, and ${percent(observed)} were observed.`;
      return [{ code: 'segment_misfit', message }];
    });
  });
}

const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
