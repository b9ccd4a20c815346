import { useEffect, useRef, useState } from 'react';
import type { ParameterValues } from '../parameter-form/parameters';
import type { CaseStudy } from '../workflow/use-workflow';
import type { EngineAdjustments, EngineRequest, EngineResult } from './engine-messages';
import { type Figure, figuresOf } from '../results/figure';
import { type Curved, curveValues } from './curves';
import type { useEngines } from './use-engines';

/** Agents while a control moves, and for the points of a curve. */
const fewAgents = 1_000;
/** A slower position of a control halves its agents, down to the minimum. */
const [slowMs, minAgents] = [50, 250];

const maxBars = 8;

/** The figures that the panel shows: all shares, or the means of a workflow that is about an amount. */
export function shownFigures(summary: EngineResult['summary'], figureId: string | null): Figure[] {
  const { headline, shares, means } = figuresOf(summary, figureId);
  const isMean = means.some(({ id }) => id === headline?.id);
  return (isMean ? [...means, ...shares] : [...shares, ...means]).slice(0, maxBars);
}

interface ScenarioInput {
  workflow: CaseStudy;
  engines: ReturnType<typeof useEngines>['engines'];
  values: ParameterValues;
  kept: readonly ParameterValues[];
  curved: Curved | undefined;
  /** Of the product whose result the curve shows. */
  unitCosts: EngineRequest['unitCosts'];
  seed: number;
  agentCount: number;
  parameterDraws?: number | undefined;
  adjustments: EngineAdjustments | undefined;
  figureId: string | null;
  isMoving: boolean;
  isValid: boolean;
}

/** What the engine computes for a panel: the scenario under the hand with few agents, then all agents, the kept scenarios and the curve. */
export function useScenario(input: ScenarioInput) {
  const { workflow, engines, kept, isMoving, isValid, adjustments, figureId } = input;
  const movingAgents = useRef(fewAgents);
  const plan = adjustments && planOf(input, adjustments, movingAgents.current);
  const planned = isValid && engines ? plan : undefined;
  const wanted = JSON.stringify(planned && (isMoving ? { moving: planned.moving } : { atRest: planned }));
  useEffect(() => {
    if (!planned || !engines) return;
    engines.moving.want(isMoving ? [planned.moving] : []);
    engines.atRest.want(isMoving ? [] : [planned.all, ...planned.kept, ...planned.curve]);
    // `wanted` has the content of the plan.
  }, [engines, wanted]);

  const all = planned && engines?.atRest.of(planned.all);
  const newest = isMoving ? engines?.moving.latest() : all;
  const last = useRef<EngineResult>(undefined);
  const latest = newest && 'result' in newest ? newest.result : undefined;
  useEffect(() => {
    if (isMoving && latest && latest.milliseconds > slowMs && !workflow.agents_interact)
      movingAgents.current = Math.max(minAgents, movingAgents.current / 2);
  }, [isMoving, latest, workflow]);
  if (latest) last.current = latest;
  const resultOf = (request: EngineRequest) => {
    const computed = engines?.atRest.of(request);
    return computed && 'result' in computed ? computed.result : undefined;
  };
  return {
    /** The newest result. Undefined before the first one. */
    shown: last.current,
    /** Why the engine does not compute the scenario. */
    failure: all && 'problem' in all ? all.problem : undefined,
    isComplete: all !== undefined && !isMoving,
    isComputing: planned !== undefined && all === undefined,
    digest: all && 'result' in all && !isMoving ? all.result.digest : undefined,
    request: plan?.all,
    curve: plan?.curve.map(resultOf) ?? [],
    kept: kept.map((scenario, at) => {
      const summary = plan && resultOf(plan.kept[at]!)?.summary;
      return { values: scenario, figures: summary && shownFigures(summary, figureId) };
    }),
  };
}

export type ScenarioState = ReturnType<typeof useScenario>;

function planOf(input: ScenarioInput, adjustments: EngineAdjustments, movingAgents: number) {
  const { workflow, values, kept, curved, unitCosts, seed, agentCount, parameterDraws } = input;
  const few = Math.min(fewAgents, agentCount);
  const all = (scenario: ParameterValues): EngineRequest => ({
    ...{ values: scenario, seed, agentCount, adjustments, parameterDraws },
  });
  return {
    // Intervals of interacting agents need many draws: they appear at rest.
    moving: {
      ...all(values),
      agentCount: Math.min(movingAgents, agentCount),
      ...(workflow.agents_interact && { parameterDraws: 0 }),
    },
    all: all(values),
    kept: kept.map(all),
    curve: curved
      ? curveValues(curved.parameter).map((value) => ({
          ...{ ...all(values), ...curved.at(value), agentCount: few },
          ...(unitCosts && { unitCosts }),
        }))
      : [],
  };
}

/** Undoes changes, one position at rest at a time. */
export function useUndo<State extends object>(atRest: string, onState: (state: State) => void) {
  const [earlier, setEarlier] = useState<readonly string[]>([]);
  const current = useRef(atRest);
  const isUndone = useRef(false);
  useEffect(() => {
    if (current.current === atRest) return;
    const previous = current.current;
    current.current = atRest;
    if (!isUndone.current) setEarlier((stack) => [...stack, previous]);
    isUndone.current = false;
  }, [atRest]);
  const undo = () => {
    const last = earlier.at(-1);
    if (last === undefined) return;
    setEarlier(earlier.slice(0, -1));
    isUndone.current = last !== atRest;
    onState(JSON.parse(last) as State);
  };
  return { canUndo: earlier.length > 0, undo };
}
