import type { WorkflowDefinition } from '../../../engine/definition.js';
import type { AdjustmentsRecord } from '../../../saved/adjustments/adjustment.schema.js';
import { heading, list, text, warning } from '../blocks.js';
import { percent } from '../format-numbers.js';
import { groupTexts } from '../group-texts.js';
import type { Block, Section } from '../view.schema.js';
import { adjustedAlternatives } from './adjusted-alternatives.js';
import { adjustedPopulation } from './adjusted-population.js';
import { adjustedTargets } from './adjusted-targets.js';

interface Adjusted {
  /** The adjusted definition. */
  definition: WorkflowDefinition;
  adjustments: AdjustmentsRecord;
}

/**
 * The adjustments of the published workflow: population, segment, alternatives and calibration targets. Undefined if there are none.
 *
 * @param noun name of the reported object, such as `simulation`
 */
export function adjustmentsSection({ definition, adjustments }: Adjusted, noun: string): Section | undefined {
  if (!adjustments) return undefined;
  const { population, decision, adjustments: recorded } = definition;
  const { population_id: populationId, where, alternatives, warnings } = adjustments;
  const { people, restriction } = population;
  const blocks = [
    text(
      `The request of this ${noun} adjusts the published workflow, and all results use the adjusted model. The evidence and the held-out errors are those of the published workflow.`,
    ),
    ...(people && populationId !== undefined ? adjustedPopulation(population, people, populationId) : []),
    ...(restriction && where ? segment(definition, restriction) : []),
    ...(alternatives ? adjustedAlternatives(decision, alternatives) : []),
    ...(recorded?.targets ? adjustedTargets(definition, recorded.targets) : []),
    ...(warnings.length > 0 ? [limits(warnings)] : []),
  ];
  return { id: 'adjustments', title: 'Adjustments of the workflow', part: 'answer', blocks };
}

type Restriction = NonNullable<WorkflowDefinition['population']['restriction']>;

function segment(definition: WorkflowDefinition, { conditions, share }: Restriction): Block[] {
  const where = Object.fromEntries(conditions.map(({ attribute, groups }) => [attribute, groups]));
  return [
    heading('Segment'),
    text(`All agents are in this segment, which has ${percent(share)} of the population:`),
    list(groupTexts(definition, where)),
  ];
}

const limits = (warnings: NonNullable<AdjustmentsRecord>['warnings']): Block =>
  warning(
    'Limits of the adjusted model',
    '',
    warnings.map(({ message }) => message),
  );
