import type { components } from '../../api/generated/schema';
import { ButtonLink } from '../../components/button';
import { Notice } from '../../components/notice';
import { Page } from '../../components/page';
import { EmptyState } from '../../components/states';
import { settingText, type Parameter } from '../../parameter-form';

type Sweep = components['schemas']['SweepWithPoints'];

/** The values of the parameters that the sweep does not change. */
export function FixedValues({ sweep, parameters }: { sweep: Sweep; parameters: readonly Parameter[] }) {
  const fixed = parameters.filter(({ id }) => sweep.scenario_context[id] !== undefined);
  if (fixed.length === 0) return null;
  return (
    <details className="panel">
      <summary>Other parameters, and how to reproduce the sweep</summary>
      <dl className="sweeps-facts">
        {fixed.map((parameter) => (
          <div key={parameter.id}>
            <dt dir="auto">{parameter.label}</dt>
            <dd dir="auto">{settingText(parameter, sweep.scenario_context[parameter.id] ?? '')}</dd>
          </div>
        ))}
        <div>
          <dt>Random seed of all points</dt>
          <dd>
            <code>{sweep.seed}</code>
          </dd>
        </div>
        <div>
          <dt>Workflow version</dt>
          <dd>{sweep.workflow_version}</dd>
        </div>
      </dl>
    </details>
  );
}

/** Why some points have no results. */
export function FailedPoints({ points }: Pick<Sweep, 'points'>) {
  const failed = points.filter(({ status }) => status === 'failed');
  const messages = [...new Set(failed.flatMap(({ failure }) => (failure ? [failure.message] : [])))];
  if (failed.length === 0) return null;
  return (
    <Notice kind="warning" title={`${failed.length} of ${points.length} points failed`}>
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </Notice>
  );
}

export function UnknownSweep() {
  return (
    <Page title="Parameter sweep not found">
      <EmptyState
        title="This parameter sweep does not exist in this tier"
        action={<ButtonLink to="/runs?kind=sweep">See all parameter sweeps</ButtonLink>}
      >
        <p>The link may be incomplete, or the sweep belongs to another organization or to the other tier.</p>
      </EmptyState>
    </Page>
  );
}
