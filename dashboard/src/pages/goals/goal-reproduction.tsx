import { useMutation } from '@tanstack/react-query';
import { api, body } from '../../api/client';
import { saveFile } from '../../api/save-file';
import { Button } from '../../components/button';
import { ErrorNotice } from '../../components/notice';
import { formatCount } from '../../format/numbers';
import type { CaseStudy } from '../../results/figure';
import { changePhrase } from '../../results/headline';
import { Section } from '../simulations/sections/section';
import type { CompletedGoal } from './goal';

/** Everything that someone needs to get the same result again. */
export function GoalReproduction({ goal, model }: { goal: CompletedGoal; model: CaseStudy }) {
  return (
    <Section
      title="Reproduce and download"
      intro="The same workflow version, goal, agents and seed give exactly the same result. Equal digests mean equal results."
    >
      <dl className="result-facts">
        <dt>Goal</dt>
        <dd>
          <code>{goal.id}</code>
        </dd>
        <dt>Workflow</dt>
        <dd>
          <code>
            {goal.workflow_id} {goal.workflow_version}
          </code>
        </dd>
        <dt>Scenario of the request</dt>
        <dd dir="auto">{changePhrase(model, goal.scenario_context)}</dd>
        <dt>Agents</dt>
        <dd>{formatCount(goal.agent_count)}</dd>
        <dt>Evaluations</dt>
        <dd>{formatCount(goal.result.evaluations)}</dd>
        <dt>Seed</dt>
        <dd>
          <code>{goal.seed}</code>
        </dd>
        <dt>Digest</dt>
        <dd>
          <code>{goal.digest}</code>
        </dd>
      </dl>
      <GoalDownloads id={goal.id} />
    </Section>
  );
}

type Download = 'report' | 'manifest';

const labels: Record<Download, string> = { report: 'Report (HTML)', manifest: 'Manifest' };

async function download(id: string, what: Download): Promise<void> {
  const params = { path: { goal_id: id } };
  if (what === 'manifest') {
    const content = await body(api.GET('/v1/goals/{goal_id}/manifest', { params, parseAs: 'blob' }));
    return saveFile(content, `${id}-manifest.json`);
  }
  const content = await body(api.GET('/v1/goals/{goal_id}/report', { params, parseAs: 'blob' }));
  return saveFile(content, `${id}-report.html`);
}

function GoalDownloads({ id }: { id: string }) {
  const save = useMutation({ mutationFn: (what: Download) => download(id, what) });
  return (
    <div className="stack result-screen-only">
      <div className="row">
        {(Object.keys(labels) as Download[]).map((what) => (
          <Button
            key={what}
            size="small"
            busy={save.isPending && save.variables === what}
            onClick={() => save.mutate(what)}
          >
            {labels[what]}
          </Button>
        ))}
        <Button size="small" onClick={() => window.print()}>
          Print or save as PDF
        </Button>
      </div>
      {save.error && <ErrorNotice error={save.error} onRetry={() => save.mutate(save.variables)} />}
    </div>
  );
}
