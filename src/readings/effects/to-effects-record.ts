import type { Effects, FigureEffects } from '../../../model/analyses.js';
import type { EffectsRecord } from './effects.record.js';

const maxExcluded = 200;

/** Effects without the fields of their request. */
export type AnalyzedEffects = Omit<EffectsRecord, 'simulation_id' | 'where' | 'pairs'>;

/** Converts the result of the engine to the form of the API. */
export function toEffectsRecord({ isBaseline, figures, excluded, sources }: Effects): AnalyzedEffects {
  const { kind, preferenceAttributes, exposureAttributes, hasRandomTastes } = sources;
  return {
    is_baseline: isBaseline,
    figures: figures.map(toFigure),
    excluded_count: excluded.length,
    excluded: excluded
      .slice(0, maxExcluded)
      .map(({ group, agents, reason }) => ({ group, agent_count: agents, reason })),
    sources: {
      kind,
      preference_attributes: [...preferenceAttributes],
      exposure_attributes: [...exposureAttributes],
      has_random_tastes: hasRandomTastes,
      text: sourceTexts[kind],
    },
    adjustment: 'sidak',
    missing_parts: missingParts(figures),
  };
}

const sourceTexts: Record<Effects['sources']['kind'], string> = {
  estimated:
    'The model contains estimated differences in how agents react to the change, for the listed attributes or by random coefficients. Differences between other groups follow from the form of the model.',
  exposure:
    'All agents react to the change with the same coefficients. The listed attributes determine how much changes for an agent. Other differences follow from the form of the model. The data did not estimate different reactions of groups.',
  functional_form:
    'All agents react to the change with the same coefficients. Effects differ only through the form of the model: the same change moves a probability near 0.5 more than one near 0 or 1. The data did not estimate different reactions of groups.',
};

function toFigure({ kind, id, label, unit, total, quantile, groups }: FigureEffects) {
  return {
    kind,
    id,
    label,
    unit,
    total: { agent_count: total.agents, effect: total.effect, interval: total.interval, errors: total.errors },
    simultaneous_quantile: quantile,
    groups: groups.map(({ group, agents, effect, interval, simultaneousInterval, errors, contrast }) => ({
      group: { ...group },
      agent_count: agents,
      effect,
      interval,
      simultaneous_interval: simultaneousInterval,
      errors,
      difference_from_all: contrast.value,
      difference_from_all_interval: contrast.simultaneousInterval,
      reacts_differently: excludesZero(contrast.simultaneousInterval),
    })),
  };
}

function excludesZero(interval: readonly [number, number] | null): boolean | null {
  return interval && (interval[0] > 0 || interval[1] < 0);
}

/** Parts of the error that are unknown for a figure or a group. */
function missingParts(figures: readonly FigureEffects[]): string[] {
  const missing = new Set<string>();
  for (const { total, groups } of figures)
    for (const { errors } of [total, ...groups])
      for (const [part, value] of Object.entries(errors)) if (value === null) missing.add(part);
  return [...missing].sort();
}
