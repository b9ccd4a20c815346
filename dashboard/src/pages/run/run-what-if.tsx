import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { adjustmentsInput, productsRequest, type ProductInput } from '../../adjustments/adjustments';
import { ProductsField } from '../../adjustments/products-field';
import { Notice } from '../../components/notice';
import { Loaded } from '../../components/states';
import { parametersOf, type ParameterValues } from '../../parameter-form';
import type { CaseStudy, Simulation } from '../../results/figure';
import { useCaseStudy } from '../../results/use-case-study';
import { WhatIf } from '../../what-if';
import { hasState, stateIn } from '../../what-if/address';
import { engineAdjustments } from '../../what-if/engine-adjustments';
import { repeatedRequest, requestedAdjustments, type Adjustments } from './repeated-request';

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
  const { agent_count, seed, uncertainty, workflow_version, scenario_context } = simulation;
  const recorded = requestedAdjustments(simulation);
  const [start] = useState(() => {
    const linked = hasState(search) ? stateIn(search, parametersOf(workflow)) : undefined;
    const ownWhere = engineAdjustments({ where: recorded.where }, agent_count)?.where ?? {};
    return { values: linked?.values ?? scenario_context, where: linked?.where ?? ownWhere };
  });
  const [values, setValues] = useState<ParameterValues>(start.values);
  const [where, setWhere] = useState(start.where);
  const products = useProducts(simulation);
  const edited = useMemo(
    () => ({ ...groupsIn(where), ...alternativesWith(recorded.alternatives, products.products) }),
    [where, products.products],
  );
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
        {...{ workflow, values, seed }}
        figureId={products.figureOf(figureId)}
        onValues={setValues}
        start={products.isChanged ? undefined : scenario_context}
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
          compareWith: isSameVersion && !products.isChanged ? simulation.id : undefined,
        }}
      >
        {workflow.product_attributes && (
          <ProductsField
            attributes={workflow.product_attributes}
            products={products.products}
            onChange={products.change}
            problem={() => undefined}
          />
        )}
      </WhatIf>
    </div>
  );
}

/** The products of the panel: those of the address, or else those of the simulation. */
function useProducts({ adjustments }: Simulation) {
  const [search, setSearch] = useSearchParams();
  const recorded = useMemo(() => adjustmentsInput(adjustments).products, [adjustments]);
  const products = useMemo(() => productsIn(search.get(productsName)) ?? recorded, [search, recorded]);
  const [first, ...others] = productsRequest(products).map(({ id }) => id);
  return {
    products,
    isChanged: JSON.stringify(products) !== JSON.stringify(recorded),
    /** A product that the user renames or removes has no result of its own. */
    figureOf: (figure: string | null) =>
      first === undefined || (figure !== null && [first, ...others].includes(figure)) ? figure : first,
    change: (next: readonly ProductInput[]) => {
      const changed = new URLSearchParams(search);
      changed.set(productsName, JSON.stringify(next));
      setSearch(changed, { replace: true });
    },
  };
}

const productsName = 'products';

function productsIn(text: string | null): readonly ProductInput[] | undefined {
  try {
    const products = JSON.parse(text ?? '') as unknown;
    return Array.isArray(products) && products.every(isProduct) ? products : undefined;
  } catch {
    return undefined;
  }
}

const isProduct = (own: unknown): own is ProductInput => {
  const { label, values } = (own ?? {}) as Partial<ProductInput>;
  return typeof label === 'string' && Object.values(values ?? {}).every((value) => typeof value === 'string');
};

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
