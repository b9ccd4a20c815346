import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { isApiFailure } from '../../api/client';
import { attemptSucceeded, idempotencyKeyOf, useUsage } from '../../run-simulation/use-run-form';
import { type Draft, useDraft, withQuestion } from './draft';
import { run, isComplete, usePreview } from './requests';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Button, ErrorNotice } from '../../components/notice';
import { Page } from '../../components/page';
import { useSession } from '../../session/session';
import { useWorkflow } from '../../workflow/use-workflow';
import type { ComputedBefore } from '../../what-if/digest-check';
import type { PlanPanelProps } from './plan-panel';
import type { DecisionPanelProps } from './decision-panel';
import { ExampleList, QuestionBox } from './question-box';
import { RecentRuns, RunPanel } from './run-panel';
import { Skeleton, loadLater } from '../../components/states';
import './ask-page.css';

const DecisionPanel = loadLater<DecisionPanelProps>(() => import('./decision-panel'), 4);
const PlanPanel = loadLater<PlanPanelProps>(() => import('./plan-panel'), 4);

interface Attempt {
  draft: Draft;
  /** What the browser computed for the draft. */
  digest: string | undefined;
}

function useRun(onSuccess: () => void, onDecision: (draft: Draft) => void) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ draft }: Attempt) => run(draft, idempotencyKeyOf),
    onSuccess: (path, { digest }) => {
      attemptSucceeded();
      onSuccess();
      for (const key of ['simulations', 'sweeps', 'goals', 'usage'])
        void queryClient.invalidateQueries({ queryKey: [key] });
      void navigate(path, { state: { digest } satisfies ComputedBefore });
    },
    onError: (error, { draft }) => {
      if (isApiFailure(error) && error.status === 422) onDecision(draft);
    },
  });
  const isDecision = isApiFailure(mutation.error) && mutation.error.status === 422;
  return { run: mutation.mutate, isRunning: mutation.isPending, error: isDecision ? null : mutation.error };
}

const typingPauseMs = 500;
const sliderPauseMs = 300;

/** `?question=` fills the question in, and `?workflow=` chooses the workflow that answers. */
export default function AskPage() {
  const { user } = useSession();
  const [search, setSearch] = useSearchParams();
  const pinned = search.get('workflow') ?? undefined;
  const { input: draft, change: setDraft, forget } = useDraft(user?.user_id ?? '', search.get('question'));
  // A choice for this question takes precedence over the one in the address.
  const asked = useMemo(() => ({ ...draft, workflowId: draft.workflowId ?? pinned }), [draft, pinned]);
  // The engine in the browser computes changed values: only the question needs the service.
  const { question, agentCount, workflowId } = asked;
  const read = useMemo<Draft>(
    () => ({ question, agentCount, workflowId, overrides: {} }),
    [question, agentCount, workflowId],
  );
  const [previewed, setPreviewed] = useState(read);
  const [digest, setDigest] = useState<string>();
  const pauseMs = useRef(0);
  const box = useRef<HTMLTextAreaElement>(null);
  const { data: usage } = useUsage();

  useEffect(() => {
    const timer = setTimeout(() => setPreviewed(read), pauseMs.current);
    return () => clearTimeout(timer);
  }, [read, asked]);
  const change = (next: Draft, waitMs: number) => {
    pauseMs.current = waitMs;
    setDraft(next);
  };

  const preview = usePreview(previewed);
  const isCurrent = previewed === read && !preview.isPlaceholderData && preview.data !== undefined;
  const plan = preview.data?.kind === 'plan' ? preview.data : undefined;
  const { data: workflow } = useWorkflow(plan?.estimate.workflow_id);
  const { run, isRunning, error } = useRun(forget, setPreviewed);
  const isStarted = isComplete(draft);

  const onEnter = () => {
    if (isCurrent && plan && !isRunning) run({ draft: asked, digest });
    else setPreviewed(read);
  };
  const unpin = () => {
    const next = new URLSearchParams(search);
    next.delete('workflow');
    setSearch(next, { replace: true });
    box.current?.focus();
  };
  const chooseExample = (question: string) => {
    change(withQuestion(draft, question), 0);
    box.current?.focus();
  };

  return (
    <Page
      title="Ask a question"
      intro="Ask what people would do. A workflow calibrated on data answers, and shows how sure it is."
    >
      {pinned !== undefined && <ChosenWorkflow workflowId={pinned} onRemove={unpin} />}
      <QuestionBox
        boxRef={box}
        question={draft.question}
        onChange={(question) => change(withQuestion(draft, question), typingPauseMs)}
        onEnter={onEnter}
      />
      {!isStarted && (
        <ExampleList workflowId={pinned} isNew={usage?.simulations_lifetime === 0} onChoose={chooseExample} />
      )}
      {!isStarted && <RecentRuns />}
      {isStarted && (
        <div className="ask-columns">
          <div className="ask-reading" aria-busy={!isCurrent}>
            <Waiting failure={preview.failureReason} isWaiting={preview.isFetching && preview.failureCount > 0} />
            {preview.error && !preview.isFetching ? (
              <ErrorNotice error={preview.error} onRetry={() => void preview.refetch()} />
            ) : preview.data === undefined ? (
              <Skeleton lines={4} label="Reading the question" />
            ) : preview.data.kind === 'decision' ? (
              <DecisionPanel failure={preview.data.failure} draft={draft} onChange={(next) => change(next, 0)} />
            ) : (
              <PlanPanel
                estimate={preview.data.estimate}
                workflow={workflow}
                interpretation={preview.data.interpretation}
                draft={draft}
                isPinned={pinned !== undefined}
                onChange={(next) => change(next, sliderPauseMs)}
                onDigest={setDigest}
              />
            )}
          </div>
          {preview.data?.kind !== 'decision' && (
            <RunPanel
              estimate={plan?.estimate}
              coverage={plan?.interpretation.coverage}
              workflow={workflow}
              agentCount={draft.agentCount}
              onAgentCount={(agentCount) => change({ ...draft, agentCount }, sliderPauseMs)}
              onRun={() => run({ draft: asked, digest })}
              isRunning={isRunning}
              error={error}
            />
          )}
        </div>
      )}
    </Page>
  );
}

/** Shown while the preview waits for the rate limit or for the service. */
function Waiting({ failure, isWaiting }: { failure: unknown; isWaiting: boolean }) {
  if (!isWaiting || !isApiFailure(failure)) return null;
  return (
    <p className="muted" role="status">
      {failure.code === 'rate_limited'
        ? `The preview continues in up to ${failure.retryAfterSeconds ?? 60} seconds, because the plan limits requests per minute. You can run the question now.`
        : 'The service does not respond. Trying again…'}
    </p>
  );
}

/** The workflow that answers all questions of the page, until the user removes it. */
function ChosenWorkflow({ workflowId, onRemove }: { workflowId: string; onRemove: () => void }) {
  const name = useWorkflow(workflowId).data?.name ?? workflowId;
  return (
    <p className="ask-chosen row">
      <span>
        Answered by <strong dir="auto">{name}</strong>
      </span>
      <Button size="small" look="plain" of={name} onClick={onRemove}>
        Remove
      </Button>
    </p>
  );
}
