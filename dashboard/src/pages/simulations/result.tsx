import { useState } from 'react';
import type { CaseStudy, Simulation } from '../../results/figure';
import { AgentsSection } from './sections/agents-section';
import { CurvesSection } from './sections/curves-section';
import { ErrorBudgetSection } from './sections/error-budget-section';
import { EvidenceSection } from './sections/evidence-section';
import { FlowsSection } from './sections/flows-section';
import { HeadlinePanel } from './sections/headline-panel';
import { MeansSection } from './sections/means-section';
import { ParametersSection } from './sections/parameters-section';
import { ReproduceSection } from './sections/reproduce-section';
import { resultInput } from './sections/result-input';
import { SegmentsSection } from './sections/segments-section';
import { SharesSection } from './sections/shares-section';

/** The result of a completed simulation: the answer first, then how sure it is, then the details. */
export function Result({ simulation, model }: { simulation: Simulation; model: CaseStudy }) {
  const [figureId, setFigureId] = useState<string>();
  const input = resultInput(simulation, model, figureId);
  if (!input) return null;
  const isMean = input.summary.measures.some(({ id }) => id === input.headline.figure.id);
  return (
    <>
      <HeadlinePanel {...input} onSelect={setFigureId} />
      {isMean && <MeansSection {...input} />}
      <CurvesSection {...input} />
      <SharesSection {...input} />
      {!isMean && <MeansSection {...input} />}
      <SegmentsSection {...input} />
      <FlowsSection {...input} />
      <ErrorBudgetSection {...input} />
      <EvidenceSection {...input} />
      <AgentsSection {...input} />
      <ParametersSection {...input} />
      <ReproduceSection {...input} />
    </>
  );
}
