import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Tabs } from '../../components/tabs';
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

/** The result of a completed simulation: the answer first, then tabs for who reacts, how sure it is, the agents and the files. */
export function Result({ simulation, model }: { simulation: Simulation; model: CaseStudy }) {
  const [figureId, setFigureId] = useState<string>();
  const [search, setSearch] = useSearchParams();
  const input = resultInput(simulation, model, figureId);
  if (!input) return null;
  const isMean = input.summary.measures.some(({ id }) => id === input.headline.figure.id);
  const answer = (
    <>
      {isMean && <MeansSection {...input} />}
      <CurvesSection {...input} />
      <SharesSection {...input} />
      {!isMean && <MeansSection {...input} />}
      <ParametersSection {...input} />
    </>
  );
  const who = (
    <>
      <SegmentsSection {...input} />
      <FlowsSection {...input} />
    </>
  );
  const certainty = (
    <>
      <ErrorBudgetSection {...input} />
      <EvidenceSection {...input} />
    </>
  );
  const tabs = [
    { id: 'answer', label: 'Answer', content: answer },
    { id: 'who', label: 'Who', content: who },
    { id: 'certainty', label: 'Certainty', content: certainty },
    { id: 'agents', label: 'Agents', content: <AgentsSection {...input} /> },
    { id: 'downloads', label: 'Downloads', content: <ReproduceSection {...input} /> },
  ];
  const requested = search.get('tab');
  const openTab = (id: string) => {
    const next = new URLSearchParams(search);
    next.set('tab', id);
    setSearch(next, { replace: true });
  };
  return (
    <>
      <HeadlinePanel {...input} onSelect={setFigureId} />
      <Tabs
        label="Parts of the result"
        tabs={tabs}
        value={tabs.some(({ id }) => id === requested) ? requested! : 'answer'}
        onChange={openTab}
      />
    </>
  );
}
