import type { components } from '../../api/types';
import { Notice } from '../../components/notice';
import { Loaded } from '../../components/states';
import { parametersOf, settingText, type Parameter } from '../../parameter-form';
import type { useCaseStudy } from '../../results/use-case-study';
import { SweepResults } from '../sweeps/sweep-results';

type Sweep = components['schemas']['SweepWithPoints'];

interface SweepDetailsProps {
  sweep: Sweep;
  workflow: ReturnType<typeof useCaseStudy>;
}

/** The results of the points, which appear as they complete. */
export function SweepDetails({ sweep, workflow }: SweepDetailsProps) {
  return (
    <>
      <FailedPoints points={sweep.points} />
      <Loaded query={workflow} lines={6}>
        {(loaded) => (
          <>
            <SweepResults sweep={sweep} workflow={loaded} />
            <FixedValues sweep={sweep} parameters={parametersOf(loaded)} />
          </>
        )}
      </Loaded>
    </>
  );
}

/** The values of the parameters that the sweep does not change. */
function FixedValues({ sweep, parameters }: { sweep: Sweep; parameters: readonly Parameter[] }) {
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
function FailedPoints({ points }: Pick<Sweep, 'points'>) {
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
