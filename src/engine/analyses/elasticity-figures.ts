import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { familyOf } from '../families/family-of.js';
import type { FigurePosition } from './mean-functions.js';

/** A figure with elasticities: the share of an outcome or of an outcome group, or the mean of a measure. */
export interface ElasticityFigure extends FigurePosition {
  readonly kind: 'outcome' | 'outcome_group' | 'measure';
  readonly id: string;
  readonly label: string;
  /** Ids of the outcomes; empty for a measure. */
  readonly outcomes: readonly string[];
}

/** Returns the figures of a definition in the order of a summary, and the number of expected values of an agent that they need. */
export function elasticityFigures({ decision, scenario, outcome_groups: groups = [] }: WorkflowDefinition): {
  figures: ElasticityFigure[];
  size: number;
} {
  const family = familyOf(decision);
  const outcomes = family.outcomes(decision);
  const measures = family.measures(decision, scenario.parameters);
  const size = outcomes.length + measures.length;
  const ids = outcomes.map(({ id }) => id);
  return {
    size,
    figures: [
      ...outcomes.map(({ id, label }, k): ElasticityFigure => ({
        ...{ kind: 'outcome', id, label, outcomes: [id] },
        ...{ figures: size, parts: [k] },
      })),
      ...groups.map(({ id, label, outcomes: members }): ElasticityFigure => ({
        ...{ kind: 'outcome_group', id, label, outcomes: members },
        ...{ figures: size, parts: members.map((member) => ids.indexOf(member)) },
      })),
      ...measures.map(({ id, label }, k): ElasticityFigure => ({
        ...{ kind: 'measure', id, label, outcomes: [] },
        ...{ figures: size, parts: [ids.length + k] },
      })),
    ],
  };
}
