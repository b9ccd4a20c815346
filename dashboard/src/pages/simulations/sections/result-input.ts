import type { CaseStudy, Simulation, Summary } from '../../../results/figure';
import { headlineOf, type Headline } from '../../../results/headline';

/** What the sections of a result show. */
export interface ResultInput {
  simulation: Simulation;
  summary: Summary;
  model: CaseStudy;
  headline: Headline;
}

/** Undefined if the simulation has no result. @param figureId the figure that the user selected in place of the headline */
export function resultInput(simulation: Simulation, model: CaseStudy, figureId?: string): ResultInput | undefined {
  const headline = headlineOf(model, simulation, figureId);
  return simulation.summary && headline ? { simulation, summary: simulation.summary, model, headline } : undefined;
}

/** Groups below this size have wide intervals. The API uses the same limit. */
export const smallGroupSize = 30;
