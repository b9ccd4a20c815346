import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Notice } from '../../components/notice';
import { Loaded } from '../../components/states';
import { parametersOf, type ParameterValues } from '../../parameter-form';
import type { CaseStudy, Simulation } from '../../results/figure';
import { useCaseStudy } from '../../results/use-simulation';
import { WhatIf } from '../../what-if';
import { hasState, stateIn } from '../../what-if/address';
import { engineAdjustments } from '../../what-if/engine-adjustments';
import { repeatedRequest, requestedAdjustments } from './repeated-request';

interface RunWhatIfProps {
  simulation: Simulation;
  figureId: string | null;
}

/** The panel of a simulation: it starts with its values, and has its agents and random errors. New simulations use the current version. */
export function RunWhatIf({ simulation, figureId }: RunWhatIfProps) {
  const query = useCaseStudy(simulation.workflow_id);
  return (
    <Loaded query={query} lines={6}>
      {(workflow) => <Panel {...{ simulation, figureId, workflow }} />}
    </Loaded>
  );
}

function Panel({ simulation, figureId, workflow }: RunWhatIfProps & { workflow: CaseStudy }) {
  const [search] = useSearchParams();
  const { agent_count, seed, uncertainty, workflow_version } = simulation;
  const recorded = requestedAdjustments(simulation);
  const [start] = useState(() => {
    const linked = hasState(search) ? stateIn(search, parametersOf(workflow)) : undefined;
    const ownWhere = engineAdjustments({ where: recorded.where }, agent_count)?.where ?? {};
    return { values: linked?.values ?? simulation.scenario_context, where: linked?.where ?? ownWhere };
  });
  const [values, setValues] = useState<ParameterValues>(start.values);
  const [where, setWhere] = useState(start.where);
  const groups = useMemo(() => groupsIn(where), [where]);
  const isSameVersion = workflow.version === workflow_version;
  return (
    <div className="stack">
      {!isSameVersion && (
        <Notice kind="warning">
          <p>
            The workflow has a newer version ({workflow.version}), which this panel uses. The simulation has the version{' '}
            {workflow_version}, so the two cannot be compared agent by agent.
          </p>
        </Notice>
      )}
      <WhatIf
        {...{ workflow, values, seed, figureId }}
        onValues={setValues}
        agentCount={agent_count}
        parameterDraws={uncertainty.parameter_draws ?? undefined}
        adjustments={engineAdjustments({ ...recorded, ...groups }, agent_count)}
        where={where}
        onWhere={setWhere}
        save={{
          requestOf: (changed) => {
            const request = repeatedRequest(simulation, changed);
            delete request.where;
            return { ...request, ...groups, follows: simulation.id };
          },
          compareWith: isSameVersion ? simulation.id : undefined,
        }}
      />
    </div>
  );
}

/** The field `where` of a request, without conditions that are incomplete. */
function groupsIn(where: Readonly<Record<string, readonly string[]>>) {
  const complete = Object.entries(where).filter(([, ids]) => ids.length > 0);
  return complete.length > 0 ? { where: Object.fromEntries(complete) } : { where: undefined };
}
