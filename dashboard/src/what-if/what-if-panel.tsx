import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { SegmentField } from '../adjustments/segment-field';
import { noAdjustments, type ProductInput } from '../adjustments/adjustments';
import { CopyButton } from '../components/buttons';
import { Button, ErrorNotice, Notice } from '../components/notice';
import {
  changedValues,
  hasProblems,
  naturalScale,
  type NumberParameter,
  parametersOf,
  type ParameterValues,
} from '../parameter-form/parameters';
import { ParameterForm } from '../parameter-form/parameter-form';
import { useSettled } from '../session/store';
import type { CaseStudy } from '../workflow/use-workflow';
import { maxKept, stateIn, withState, type WhatIfState } from './address';
import { type PanelProducts, productFigure, Products, unitCostsOf, useCurveMeasure } from './products';
import { curveOfParameter, curvesOfProducts } from './curves';
import type { EngineAdjustments } from './engine-messages';
import { KeptScenarios } from './kept-scenarios';
import { LiveResult } from './live-result';
import { ScenarioCurve } from './scenario-curve';
import { SaveScenario, type SaveRequest } from './save-scenario';
import { useScenario, useUndo } from './use-scenario';
import { useEngines } from './use-engines';
import { Skeleton } from '../components/states';
import './what-if.css';

export type Where = WhatIfState['where'];

export interface WhatIfPanelProps {
  workflow: CaseStudy;
  /** Default: the page reads it from the service. */
  definition?: object;
  values: ParameterValues;
  onValues: (values: ParameterValues) => void;
  /** Values whose result the page states itself. */
  start?: ParameterValues | undefined;
  seed: number;
  agentCount: number;
  parameterDraws?: number | undefined;
  /** Undefined if only the service has what the adjustments name. */
  adjustments: EngineAdjustments | undefined;
  where?: Where;
  /** Without it, the page has a filter of its own. */
  onWhere?: (where: Where) => void;
  products?: PanelProducts | undefined;
  figureId: string | null;
  /** Where values are from, by id of the parameter. */
  notes?: Readonly<Record<string, string>>;
  fixed?: readonly string[];
  /** The request that saves the scenario. Without it, the page has a button that runs it. */
  save?: SaveRequest | undefined;
  /** Called with the digest of all agents at rest, and with undefined while it is not known. */
  onDigest?: (digest: string | undefined) => void;
  /** Path of the page that a copied link opens. Default: this page, whose address then has the state. */
  linkPath?: string | undefined;
  /** Whether a link can show the state again. Default: true. */
  hasLink?: boolean;
}

/** Time without a change after which a control is at rest. */
const restMs = 250;

/**
 * Parameters that move the result while they move. The engine of the service runs in this browser: no quota, no rate limit, the same digest.
 */
export default function WhatIfPanel(props: WhatIfPanelProps) {
  const { workflow, onValues, where = {}, onWhere, notes, linkPath, hasLink = true, products } = props;
  const { fixed = [], onDigest, adjustments } = props;
  const [search] = useSearchParams();
  const all = useMemo(() => parametersOf(workflow), [workflow]);
  const free = all.filter(({ id }) => !fixed.includes(id));
  const values = changedValues(all, props.values);
  const { latest, settled: atRest = '' } = useSettled({ values, products: products?.products }, restMs);
  const isMoving = latest !== atRest;
  const [kept, setKept] = useState(() => stateIn(search, free).kept);
  const [hand, setHand] = useState(() => (free.find(({ id }) => id in values) ?? firstOf(free))?.id);
  const isValid = !hasProblems(all, values);
  const { engines, quantities, ofPlaces, problem } = useEngines(
    workflow.workflow_id,
    workflow.version,
    props.definition,
  );
  const isOffered = (products?.products ?? []).length > 0;
  const parameters = isOffered ? free.filter(({ id }) => !ofPlaces?.includes(id)) : free;
  const figureId = products ? productFigure(products.products, props.figureId) : props.figureId;
  const curves = [
    ...(products ? curvesOfProducts(products, adjustments) : []),
    ...parameters.map((parameter) => curveOfParameter(parameter, { values, figureId }, onValues)),
  ];
  const curved = curves.find(({ parameter }) => parameter.id === hand) ?? curves[0];
  const measure = useCurveMeasure();
  const unitCosts = unitCostsOf(measure, curved);
  const scenario = useScenario({ ...props, figureId, values, engines, kept, curved, unitCosts, isMoving, isValid });
  const { digest } = scenario;
  const scaleOf = (parameter: NumberParameter) => naturalScale(parameter, quantities?.[parameter.id]);
  useEffect(() => onDigest?.(digest), [onDigest, digest]);
  const start = props.start && changedValues(all, props.start);
  const changedProducts =
    products && JSON.stringify(products.products) !== JSON.stringify(products.start) ? products.products : undefined;
  const isStart =
    JSON.stringify(values) === JSON.stringify(start) && Object.keys(where).length === 0 && !changedProducts;
  const state = { values, where, products: changedProducts, kept };
  const link = useLink(state, { isMoving, path: hasLink ? linkPath : '', start });
  const change = (next: ParameterValues) => {
    const moved = parameters.find(({ id }) => next[id] !== values[id]);
    if (moved) setHand(moved.id);
    onValues(next);
  };
  const undo = useUndo<{ values: ParameterValues; products?: readonly ProductInput[] }>(atRest, (earlier) => {
    onValues(earlier.values);
    if (earlier.products) products?.onChange(earlier.products);
  });
  const shared = { parameters, values, onValues, scaleOf, figureId, scenario };
  return (
    <section className="what-if" aria-labelledby="what-if-title">
      <Head {...undo} {...{ values, onValues }} link={hasLink ? link : undefined}>
        <Button size="small" disabled={kept.length >= maxKept || !isValid} onClick={() => setKept([...kept, values])}>
          Keep
        </Button>
      </Head>
      <div className="what-if-columns">
        <div className="what-if-result">
          <EngineState {...props} isReady={engines !== undefined} problem={problem} />
          {adjustments && engines && <LiveResult {...shared} {...{ workflow, isMoving, isStart }} />}
          {props.save && (
            <SaveScenario
              save={props.save}
              values={values}
              isDisabled={!isValid || isMoving || scenario.isComputing}
              digest={digest}
            />
          )}
          <div className="what-if-more stack">
            <KeptScenarios {...shared} onKept={setKept} />
            {adjustments && engines && curved && (
              <ScenarioCurve {...{ curves, curved, measure, scaleOf, scenario }} onCurved={setHand} />
            )}
          </div>
        </div>
        <div className="stack what-if-controls">
          {products && <Products products={products} onHand={setHand} revenue={scenario.shown?.revenue} />}
          {/* The engine knows the units. */}
          {(quantities ?? problem) && (parameters.length > 0 || !isOffered) && (
            <ParameterForm
              {...{ parameters, values, scaleOf }}
              {...(notes && { notes })}
              reachesOutside
              foldsOthers
              onChange={change}
            />
          )}
          {onWhere && workflow.attributes.length > 0 && <Filter {...{ workflow, where, onWhere }} />}
        </div>
      </div>
    </section>
  );
}

interface HeadProps {
  undo: () => void;
  canUndo: boolean;
  values: ParameterValues;
  onValues: (values: ParameterValues) => void;
  link: string | undefined;
  children: ReactNode;
}

function Head({ undo, canUndo, values, onValues, link, children }: HeadProps) {
  return (
    <div className="what-if-head">
      <h2 id="what-if-title">What if</h2>
      <div className="what-if-actions">
        <Button size="small" disabled={!canUndo} onClick={undo}>
          Undo
        </Button>
        <Button size="small" disabled={Object.keys(values).length === 0} onClick={() => onValues({})}>
          Reset to baseline
        </Button>
        {children}
        {link !== undefined && <CopyButton text={link} label="Copy link" />}
      </div>
    </div>
  );
}

const firstOf = (parameters: ReturnType<typeof parametersOf>) =>
  parameters.find(({ kind }) => kind === 'number') ?? parameters[0];

interface LinkOptions {
  isMoving: boolean;
  path: string | undefined;
  start: ParameterValues | undefined;
}

/** Writes the state into the address of the page at rest. Returns the address that shows it again. */
function useLink(state: WhatIfState, { isMoving, path, start }: LinkOptions): string {
  const [search, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  const next = withState(path === undefined ? search : new URLSearchParams(), state, start);
  const isNew = path === undefined && !isMoving && next.toString() !== search.toString();
  useEffect(() => {
    // The page of a new run has the address already while it loads.
    if (isNew && window.location.pathname === pathname) setSearch(next, { replace: true });
  });
  return `${window.location.origin}${path ?? window.location.pathname}?${next.toString()}`;
}

function EngineState({ adjustments, isReady, problem }: WhatIfPanelProps & { isReady: boolean; problem: unknown }) {
  if (!adjustments)
    return (
      <Notice kind="warning" title="The result does not move here">
        Only the service has the rows of an imported population and saved calibrations. Run the scenario.
      </Notice>
    );
  if (problem) return <ErrorNotice error={problem} />;
  return isReady ? null : <Skeleton lines={4} label="Loading the engine" />;
}

/** The part of the population that the panel simulates. */
function Filter({ workflow, where, onWhere }: { workflow: CaseStudy; where: Where; onWhere: (where: Where) => void }) {
  const count = Object.values(where).filter((groups) => groups.length > 0).length;
  return (
    <details className="parameter-group">
      <summary>
        Segment <span className="muted small">{count === 0 ? 'Everyone' : `${count} conditions`}</span>
      </summary>
      <div className="parameter-form stack">
        <SegmentField
          workflow={workflow}
          input={{ ...noAdjustments, where }}
          onChange={(next) => onWhere(next.where)}
          problem={() => undefined}
        />
      </div>
    </details>
  );
}
