import type { components } from '../../api/types';
import { Facts } from '../../components/facts';
import { Warnings } from '../../components/notice';
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
      <Facts
        facts={[
          ...fixed.map(
            ({ id, ...parameter }) =>
              [parameter.label, settingText(parameter, sweep.scenario_context[id] ?? '')] as const,
          ),
          ['Random seed of all points', <code>{sweep.seed}</code>],
          ['Workflow version', sweep.workflow_version],
        ]}
      />
    </details>
  );
}

/** Why some points have no results. */
function FailedPoints({ points }: Pick<Sweep, 'points'>) {
  const failed = points.filter(({ status }) => status === 'failed');
  const messages = [...new Set(failed.flatMap(({ failure }) => failure?.message ?? []))];
  return (
    <Warnings
      title={`${failed.length} of ${points.length} points failed`}
      messages={messages.map((message) => ({ message }))}
    />
  );
}
