import type { Run } from '../../runs/run';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { Section, View } from '../../../../src/simulations/view/view.schema';
import { TextList } from '../../../../view/block';
import { HeadlineView, SectionView } from '../../../../view/report';
import { SelectField } from '../../components/field';
import { ErrorNotice } from '../../components/notice';
import { Tabs } from '../../components/tabs';
import { hasState, openPanel } from '../../what-if/address';
import { AgentsSection } from './agents/agents-section';
import { Downloads, Reproduction } from './run-downloads';
import { RunWhatIf } from './run-what-if';
import { useView } from '../../runs/use-run';
import { ViewFrame } from '../../figures/drawn-figure';
import { Skeleton } from '../../components/states';

/** Why the result shows its figure first. */
const reasons = {
  asked: 'The question names this result.',
  parameter: 'The changed parameters belong to this result.',
  adjustment: 'The scenario offers it in place of the main result of the workflow.',
  workflow: 'This is the main result of the workflow.',
};

function reasonOf(run: Run, figure: string | null): string | undefined {
  const headline = run.object === 'simulation' ? run.summary?.headline : undefined;
  return headline?.outcome === figure ? reasons[headline.why] : undefined;
}

/** What computes from the agents is read when its tab opens, because it takes longer. */
const analyzedTabs = ['groups', 'analyses'];

/** The held-out error, and what the data do not contain. The tab has the others. */
const trustSentences = 2;

interface RunResultProps {
  run: Run;
  /** Shown instead of the chart of the headline, in the first tab. */
  details: ReactNode;
}

/** The result of a completed run: the answer first, then tabs for the details. The service writes all sentences and numbers. */
export default function RunResult({ run, details }: RunResultProps) {
  const [search, setSearch] = useSearchParams();
  const [figure, setFigure] = useState<string>();
  const tab = search.get('tab') ?? 'answer';
  const query = useView(run, { figure });
  const isAnalyzed = run.object === 'simulation' && analyzedTabs.includes(tab);
  const analyzed = useView(run, { figure, isAnalyzed });
  const openTab = (id: string) => {
    const next = new URLSearchParams(search);
    next.set('tab', id);
    setSearch(next, { replace: true });
  };
  if (!query.data)
    return query.error ? (
      <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      details || <Skeleton lines={8} />
    );
  const view = query.data;
  const isSimulation = run.object === 'simulation';
  const choice = isSimulation && view.headline.figures.length > 1 && (
    <div className="run-figure">
      <SelectField
        label="Result shown first"
        hint={reasonOf(run, view.headline.figure)}
        value={figure ?? view.headline.figure ?? ''}
        onChange={setFigure}
        options={view.headline.figures.map(({ id, label }) => ({ value: id, label }))}
      />
    </div>
  );
  const tabs = tabsOf(run, view, analyzed, { details, choice });
  return (
    <ViewFrame aria-busy={query.isPlaceholderData}>
      <div className="run-answer">
        <div className="run-headline">
          {view.scenario.map((text) => (
            <p key={text} dir="auto">
              {text}
            </p>
          ))}
          <HeadlineView headline={details ? { ...view.headline, chart: null } : view.headline} />
          {isSimulation && (
            <p className="run-trust">
              {view.trust.slice(0, trustSentences).join(' ')}{' '}
              <button type="button" className="link" onClick={() => openTab('certainty')}>
                How far to trust this
              </button>
            </p>
          )}
        </div>
        {isSimulation ? (
          <ResultPanel simulation={run} figureId={figure ?? view.headline.figure} />
        ) : (
          <div className="run-what-if">
            <Trust trust={view.trust} />
          </div>
        )}
        <div className="run-parts">
          <Tabs
            label="Parts of the result"
            tabs={tabs}
            value={tabs.some(({ id }) => id === tab) ? tab : tabs[0]!.id}
            onChange={openTab}
          />
        </div>
      </div>
    </ViewFrame>
  );
}

const splitScreen = window.matchMedia('(min-width: 1080px)');

/** The panel of parameters: next to the answer, or below it after a click on “Change values”. */
function ResultPanel(props: Parameters<typeof RunWhatIf>[0]) {
  const [search] = useSearchParams();
  const panel = useRef<HTMLDivElement>(null);
  const isRequested = search.get(openPanel) === 'open';
  const isOpen = isRequested || hasState(search) || splitScreen.matches;
  useEffect(() => {
    if (isRequested) panel.current?.focus();
  }, [isRequested]);
  return (
    <div ref={panel} className="run-what-if" tabIndex={-1}>
      {isOpen && <RunWhatIf {...props} />}
    </div>
  );
}

type ViewQuery = ReturnType<typeof useView>;

function tabsOf(run: Run, view: View, analyzed: ViewQuery, answer: { details: ReactNode; choice: ReactNode }) {
  const of = (sections: readonly Section[], part: Section['part']) =>
    sections.filter((section) => section.part === part);
  const detailed = (part: Section['part']) => <Analyzed query={analyzed} of={(sections) => of(sections, part)} />;
  const isSimulation = run.object === 'simulation';
  return [
    {
      id: 'answer',
      label: 'Answer',
      content: (
        <>
          {answer.choice}
          {answer.details}
          <Sections sections={of(view.sections, 'answer')} />
        </>
      ),
    },
    ...(['survey', 'bias_report', 'large_simulation'].includes(run.object)
      ? [{ id: 'groups', label: 'Who', content: <Sections sections={of(view.sections, 'groups')} /> }]
      : []),
    ...(isSimulation
      ? [
          { id: 'groups', label: 'Who', content: detailed('groups') },
          { id: 'analyses', label: 'Elasticities and welfare', content: detailed('analyses') },
        ]
      : []),
    { id: 'certainty', label: 'Uncertainty', content: <Uncertainty view={view} hasTrust={isSimulation} /> },
    ...(isSimulation ? [{ id: 'agents', label: 'Agents', content: <AgentsSection simulation={run} /> }] : []),
    {
      id: 'downloads',
      label: 'Downloads',
      content: (
        <>
          <Downloads run={run} />
          <Sections sections={of(view.sections, 'reproduction')} />
          {isSimulation && <Reproduction simulation={run} />}
        </>
      ),
    },
  ];
}

const Sections = ({ sections }: { sections: readonly Section[] }) =>
  sections.map((section) => <SectionView key={section.id} section={section} />);

function Analyzed({ query, of }: { query: ViewQuery; of: (sections: readonly Section[]) => readonly Section[] }) {
  if (query.error) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data || query.isPlaceholderData) return <Skeleton lines={8} label="Analyzing the agents" />;
  const sections = of(query.data.sections);
  return sections.length > 0 ? (
    <Sections sections={sections} />
  ) : (
    <p className="muted">This workflow has no such results for this scenario.</p>
  );
}

const Trust = ({ trust }: Pick<View, 'trust'>) => (
  <section aria-labelledby="trust-title">
    <h2 id="trust-title">How far to trust this</h2>
    <TextList items={trust} />
  </section>
);

function Uncertainty({ view: { trust, limits, sections }, hasTrust }: { view: View; hasTrust: boolean }) {
  return (
    <>
      {hasTrust && <Trust trust={trust} />}
      <Sections sections={sections.filter(({ part }) => part === 'certainty')} />
      <section aria-labelledby="limits-title">
        <h2 id="limits-title">Limits</h2>
        <TextList items={limits} />
      </section>
    </>
  );
}
