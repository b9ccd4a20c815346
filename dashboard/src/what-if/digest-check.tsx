import { ButtonLink, ErrorNotice, Notice } from '../components/notice';
import { CopyButton } from '../components/buttons';
import { Facts } from '../components/facts';
import { isUnfinished, pathOf, type Run } from '../runs/run';
import { useRun } from '../runs/use-run';
import './what-if.css';

/** What the browser computed before a run was created, in the state of the address of the run. */
export interface ComputedBefore {
  digest?: string | undefined;
  /** Another simulation with the same agents. */
  compareWith?: string | undefined;
}

export interface DigestCheckProps extends ComputedBefore {
  id: string;
  /** Whether this is not the page of the run. */
  isLinked?: boolean;
}

/** States whether a saved simulation has the digest that the browser computed. */
export default function DigestCheck({ id, digest, compareWith, isLinked = false }: DigestCheckProps) {
  const query = useRun({ object: 'simulation', id });
  if (query.error) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  const run = query.data;
  const links = (
    <div className="what-if-actions">
      {isLinked && run && (
        <ButtonLink size="small" to={pathOf(run)}>
          Open the simulation
        </ButtonLink>
      )}
      {run?.status === 'completed' && compareWith !== undefined && (
        <ButtonLink size="small" to={`/compare?ids=${compareWith},${id}`}>
          Compare with the original
        </ButtonLink>
      )}
    </div>
  );
  if (!run || isUnfinished(run))
    return (
      <Notice title="Saved" action={links}>
        The service computes the simulation…
      </Notice>
    );
  const served = 'digest' in run ? run.digest : null;
  if (run.status !== 'completed' || served === null)
    return (
      <Notice kind="bad" title="The saved simulation has no result" action={links}>
        Open it to see why.
      </Notice>
    );
  if (digest === undefined)
    return (
      <Notice title="Saved" action={links}>
        This browser did not compute the same request, so there is no digest to compare.
      </Notice>
    );
  if (served === digest)
    return (
      <Notice title="The service computed the same result" action={links}>
        <p>Service and browser have the same digest, so each agent has the same outcome.</p>
        <p>
          <code className="what-if-digest">{digest}</code>
        </p>
      </Notice>
    );
  return <DifferentDigests run={run} browser={digest} service={served} />;
}

function DifferentDigests({ run, browser, service }: { run: Run; browser: string; service: string }) {
  const report = JSON.stringify({ run: run.id, browser, service, agent: navigator.userAgent }, null, 2);
  return (
    <Notice
      kind="bad"
      title="Service and browser computed different results"
      action={<CopyButton text={report} label="Copy a report of the difference" />}
    >
      <p>Use the result of the service, and send the report to the operator of the service.</p>
      <Facts
        columns="what-if-facts"
        facts={[
          ['Digest of the service', <code className="what-if-digest">{service}</code>],
          ['Digest of this browser', <code className="what-if-digest">{browser}</code>],
        ]}
      />
    </Notice>
  );
}
