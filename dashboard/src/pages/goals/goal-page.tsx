import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { isApiFailure } from '../../api/api-failure';
import { api, data } from '../../api/client';
import { StatusBadge } from '../../components/badge';
import { ButtonLink } from '../../components/button';
import { NotInTier } from '../../components/not-in-tier';
import { Notice } from '../../components/notice';
import { Page } from '../../components/page';
import { Loaded } from '../../components/states';
import { Time } from '../../components/time';
import { formatAgents } from '../../format/numbers';
import { useCaseStudy } from '../../results/use-simulation';
import { ShareButton } from '../../share-links/share-button';
import { goalKey, isUnfinished, type Goal } from './goal';
import { GoalProgress } from './goal-progress';
import { GoalResultSections } from './goal-result';
import { GoalStopped } from './goal-stopped';
import { extrapolations, namesOf, titleOf } from './goal-words';
import '../simulations/simulations.css';
import '../sweeps/sweeps.css';

const pollIntervalMs = 2000;

export default function GoalPage() {
  const { goalId = '' } = useParams();
  const goal = useQuery({
    queryKey: goalKey(goalId),
    queryFn: ({ signal }) => data(api.GET('/v1/goals/{goal_id}', { params: { path: { goal_id: goalId } }, signal })),
    refetchInterval: ({ state }) => (state.data && isUnfinished(state.data) ? pollIntervalMs : false),
  });
  if (isApiFailure(goal.error) && [400, 404].includes(goal.error.status))
    return <NotInTier id={goalId} noun="goal" links={<ButtonLink to="/">Ask a question</ButtonLink>} />;
  return goal.data ? (
    <GoalContent goal={goal.data} />
  ) : (
    <Page title="Goal">
      <Loaded query={goal} lines={6}>
        {() => null}
      </Loaded>
    </Page>
  );
}

function GoalContent({ goal }: { goal: Goal }) {
  const workflow = useCaseStudy(goal.workflow_id, goal.workflow_version);
  const names = namesOf(workflow.data);
  const { status, notes, result } = goal;
  const outside = workflow.data ? extrapolations(goal, names) : [];
  return (
    <Page title={titleOf(goal, names)} actions={<ShareButton run={goal} />}>
      <div className="simulation-facts muted">
        <StatusBadge status={status} />
        <span dir="auto">{workflow.data?.name ?? goal.workflow_id}</span>
        <span className="number">{formatAgents(goal.agent_count)}</span>
        <Time at={goal.created_at} />
      </div>
      {notes && (
        <p className="simulation-notes" dir="auto">
          {notes}
        </p>
      )}
      {isUnfinished(goal) && <GoalProgress goal={goal} />}
      {(status === 'failed' || status === 'canceled') && <GoalStopped goal={goal} />}
      {outside.length > 0 && (
        <Notice kind="warning" title="Outside the data">
          <p dir="auto">{outside.join(' ')} The result is an extrapolation.</p>
        </Notice>
      )}
      {result && (
        <Loaded query={workflow} lines={8}>
          {(loaded) => <GoalResultSections goal={{ ...goal, result }} model={loaded} />}
        </Loaded>
      )}
    </Page>
  );
}
