import { markup, type Html } from '../../../common/http/html.js';
import type { WorkflowDefinition } from '../../../engine/definition.js';
import type { AdjustmentsRecord } from '../../../saved/adjustments/adjustment.schema.js';
import { percent } from '../format-numbers.js';
import { groupTexts } from '../group-texts.js';
import type { Section } from '../section.js';
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
 * @param kind name of the reported object, such as `simulation`
 */
export function adjustmentsSection({ definition, adjustments }: Adjusted, kind: string): Section | undefined {
  if (!adjustments) return undefined;
  const { population, decision, adjustments: recorded } = definition;
  const { population_id: populationId, where, alternatives, warnings } = adjustments;
  const { people, restriction } = population;
  const content = markup`<p>The request of this ${kind} adjusts the published workflow, and all results use the adjusted model. The evidence and the held-out errors are those of the published workflow.</p>
${people && populationId !== undefined && adjustedPopulation(population, people, populationId)}
${restriction && where && segment(definition, restriction)}
${alternatives && adjustedAlternatives(decision, alternatives)}
${recorded?.targets && adjustedTargets(definition, recorded.targets)}
${warnings.length > 0 && limits(warnings)}`;
  return { id: 'adjustments', title: 'Adjustments of the workflow', content };
}

type Restriction = NonNullable<WorkflowDefinition['population']['restriction']>;

function segment(definition: WorkflowDefinition, { conditions, share }: Restriction): Html {
  const where = Object.fromEntries(conditions.map(({ attribute, groups }) => [attribute, groups]));
  return markup`<h3>Segment</h3>
<p>All agents are in this segment, which has ${percent(share)} of the population:</p>
<ul>${groupTexts(definition, where).map((text) => markup`<li>${text}</li>`)}</ul>`;
}

function limits(warnings: NonNullable<AdjustmentsRecord>['warnings']): Html {
  return markup`<aside class="warning">
<h3>Limits of the adjusted model</h3>
<ul>${warnings.map(({ message }) => markup`<li>${message}</li>`)}</ul>
</aside>`;
}
