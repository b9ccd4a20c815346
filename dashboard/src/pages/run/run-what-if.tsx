import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { adjustmentsInput, productsRequest, type ProductInput } from '../../adjustments/adjustments';
import { Notice } from '../../components/notice';
import { parametersOf, type ParameterValues } from '../../parameter-form/parameters';
import type { Simulation } from '../../results/figure';
import { WhatIf } from '../../what-if';
import { hasState, stateIn } from '../../what-if/address';
import { engineAdjustments } from '../../what-if/engine-messages';
import { repeatedRequest, requestedAdjustments, type Adjustments } from './repeated-request';
import { useWorkflow, type CaseStudy } from '../../workflow/use-workflow';
import { Loaded } from '../../components/states';

interface RunWhatIfProps {
  simulation: Simulation;
  figureId: string | null;
}

/** The panel of a simulation: it starts with its values, and has its agents and random errors. New simulations use the current version. */
export function RunWhatIf({ simulation, figureId }: RunWhatIfProps) {
  const query = useWorkflow(simulation.workflow_id);
  return (
    <Loaded query={query} lines={6}>
      {(workflow) => <Panel {...{ simulation, figureId, workflow }} />}
    </Loaded>
  );
}

function Panel({ simulation, figureId, workflow }: RunWhatIfProps & { workflow: CaseStudy }) {
  const [search] = useSearchParams();
  const { agent_count, seed, uncertainty, workflow_version, scenario_context } = simulation;
  const recorded = requestedAdjustments(simulation);
  const [start] = useState(() => {
    const linked = hasState(search) ? stateIn(search, parametersOf(workflow)) : undefined;
    const ownWhere = engineAdjustments({ where: recorded.where }, agent_count)?.where ?? {};
    const ownProducts = adjustmentsInput(simulation.adjustments).products;
    return {
      values: linked?.values ?? scenario_context,
      where: linked?.where ?? ownWhere,
      products: linked?.products ?? ownProducts,
      ownProducts,
    };
  });
  const [values, setValues] = useState<ParameterValues>(start.values);
  const [where, setWhere] = useState(start.where);
  const [products, setProducts] = useState(start.products);
  const edited = useMemo(
    () => ({ ...groupsIn(where), ...alternativesWith(recorded.alternatives, products) }),
    [where, products],
  );
  const isSameVersion = workflow.version === workflow_version;
  return (
    <div className="stack">
      {!isSameVersion && (
        <Notice kind="warning">
          The workflow has a newer version ({workflow.version}), which this panel uses. The simulation has the version{' '}
          {workflow_version}, so the two cannot be compared agent by agent.
        </Notice>
      )}
      <WhatIf
        {...{ workflow, values, seed, figureId }}
        onValues={setValues}
        start={scenario_context}
        products={
          workflow.product_attributes
            ? {
                ...{ attributes: workflow.product_attributes, products, start: start.ownProducts },
                ...{ onChange: setProducts, problem: () => undefined },
              }
            : undefined
        }
        agentCount={agent_count}
        parameterDraws={uncertainty.parameter_draws ?? undefined}
        adjustments={engineAdjustments({ ...recorded, ...edited }, agent_count)}
        where={where}
        onWhere={setWhere}
        save={{
          requestOf: (changed) => {
            const request = repeatedRequest(simulation, changed);
            delete request.where;
            delete request.alternatives;
            return { ...request, ...edited, follows: simulation.id };
          },
          compareWith:
            isSameVersion && JSON.stringify(products) === JSON.stringify(start.ownProducts) ? simulation.id : undefined,
        }}
      />
    </div>
  );
}

/** The field `alternatives` of a request. A table without products offers those of the survey. */
function alternativesWith(recorded: Adjustments['alternatives'], products: readonly ProductInput[]) {
  const others = Object.entries(recorded ?? {}).filter(([name]) => name !== 'products');
  const own = products.length > 0 ? [['products', productsRequest(products)] as const] : [];
  const all = [...others, ...own];
  return { alternatives: all.length > 0 ? Object.fromEntries<unknown>(all) : undefined };
}

/** The field `where` of a request, without conditions that are incomplete. */
function groupsIn(where: Readonly<Record<string, readonly string[]>>) {
  const complete = Object.entries(where).filter(([, ids]) => ids.length > 0);
  return complete.length > 0 ? { where: Object.fromEntries(complete) } : { where: undefined };
}
