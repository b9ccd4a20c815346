import type { WorkflowDefinition } from '../../engine/definition.js';
import { headlineOf } from '../headline.js';
import type { Errors, MeasureRecord, OutcomeRecord, FiguresRecord } from '../summary.schema.js';

/** The half-width of a 95% interval of a normal error, in standard errors. */
const normalQuantile = 1.96;
/**
 * The answer has other random errors than the simulation behind the estimate, so that its intervals can be wider. Standard errors from few
 * repeated runs of interacting agents vary more than standard errors from derivatives.
 */
const margins = { independent: 1.1, interacting: 1.25 };

export interface Precision {
  /** Half the width of the widest 95% interval of a share. */
  share_half_width: number;
  /** Half the width of the 95% interval of the headline figure, in its unit. Null if it is unknown. */
  headline: { id: string; half_width: number | null };
  /** Half the widths of the 95% intervals of the means. Means with unknown errors are left out. */
  measures: { id: string; half_width: number }[];
  based_on: Source;
}

type Source = 'last_simulation' | 'worst_case';
type Figure = Pick<OutcomeRecord | MeasureRecord, 'id' | 'interval' | 'errors'>;

/**
 * Predicts the widths of the intervals with `agentCount` agents from the error budget of a simulation. The simulation error shrinks with the
 * square root of the agent count. The estimation, population and model errors do not change.
 *
 * @param summary a completed simulation of the workflow
 */
export function precisionOf(
  agentCount: number,
  definition: Pick<WorkflowDefinition, 'headline_outcome'>,
  summary: Omit<FiguresRecord, 'headline'> & Partial<Pick<FiguresRecord, 'headline'>>,
  source: Source,
): Precision {
  const margin = summary.uncertainty.replicates === null ? margins.independent : margins.interacting;
  const halfWidth = (figure: Figure) => {
    const width = halfWidthOf(figure, summary.agent_count / agentCount);
    return width === null ? null : margin * width;
  };
  const { figure: headline } = headlineOf(definition, summary);
  const shares = [...summary.outcomes, ...summary.outcome_groups];
  return {
    share_half_width: Math.max(0, ...shares.map((share) => halfWidth(share) ?? 0)),
    headline: { id: headline.id, half_width: halfWidth(headline) },
    measures: summary.measures.flatMap((measure) => {
      const width = halfWidth(measure);
      return width === null ? [] : [{ id: measure.id, half_width: width }];
    }),
    based_on: source,
  };
}

/** @param ratio number of agents behind the errors, divided by the number of agents of the estimate */
function halfWidthOf({ interval, errors }: Figure, ratio: number): number | null {
  if (interval === null || errors.simulation === null) return null;
  const known = normalQuantile * standardError(errors, 1);
  const own = (interval[1] - interval[0]) / 2;
  // Intervals on a transformed scale, or with few degrees of freedom, are wider than those of a normal error.
  const widening = known > 0 ? Math.max(1, own / known) : 1;
  return widening * normalQuantile * standardError(errors, ratio);
}

function standardError({ simulation, ...others }: Errors, ratio: number): number {
  const { estimation, population, model, targets } = others;
  return Math.hypot((simulation ?? 0) * Math.sqrt(ratio), estimation ?? 0, population ?? 0, model ?? 0, targets ?? 0);
}
