import { strictObject, z } from 'zod';
import { count, groupIds, listOf, number, text } from '../../common/schemas.js';
import {
  maxEffectGroups,
  minPairAgents,
  smallGroupSize,
  type Effects,
  type FigureEffects,
} from '../../../model/analyses.js';
import { formatShape, groupWhere, whereSchema } from '../../simulations/results/results.schema.js';
import { simulationIdSchema } from '../../simulations/simulation.record.js';
import { errorsSchema, intervalSchema } from '../../../model/simulate.js';

export const effectsQuerySchema = z.preprocess(
  groupWhere,
  strictObject({
    figure: z.string().max(64).optional().meta({
      description: 'Id of one outcome, outcome group or measure to analyze. Default: all.',
    }),
    pairs: z
      .enum(['true', 'false'])
      .optional()
      .meta({
        description: `\`true\`: also the groups of each pair of attributes with at least ${minPairAgents} agents. More groups make all simultaneous intervals wider. Name a \`figure\` for a short response. Default: \`false\`.`,
      }),
    where: whereSchema,
    ...formatShape,
  }),
);
export type EffectsQuery = z.infer<typeof effectsQuerySchema>;

const agentCount = count.meta({ description: 'Number of agents.' });
const interval = intervalSchema.nullable().meta({
  description: '95% interval. It combines all known parts of the error. Null if agents interact.',
});
const effect = number.meta({
  description:
    'Value under the scenario minus value at the baseline, for the same agents: shares from −1 to 1, means in the unit of the measure.',
});
const group = z.record(text, strictObject({ id: text, label: text })).meta({
  description: 'Group of the agents, by attribute: one attribute, or two for a pair.',
  examples: [{ age: { id: 'from_40_to_54', label: '40 to 54' } }],
});

const simultaneous = (text: string) => intervalSchema.nullable().meta({ description: text });

const groupEffectSchema = strictObject({
  group,
  agent_count: agentCount,
  effect,
  interval,
  simultaneous_interval: simultaneous(
    'Interval that is wide enough for many groups: with a probability of 95%, the simultaneous intervals of all groups of this figure contain their true effects together. Null if agents interact, and if the estimation error is unknown because no agent of the group is among the first agents, at most 2,000, that measure it.',
  ),
  errors: errorsSchema,
  difference_from_all: number.meta({
    description: 'Effect in the group minus the effect on all agents of the analysis.',
  }),
  difference_from_all_interval: simultaneous(
    'Simultaneous 95% interval of `difference_from_all`. Null if agents interact, and if `simultaneous_interval` of the group or the estimation error of `total` is unknown.',
  ),
  reacts_differently: z.boolean().nullable().meta({
    description:
      'Whether `difference_from_all_interval` excludes 0: the group reacts more or less than all agents together. Null if the interval is null.',
  }),
});

const figureSchema = strictObject({
  kind: z.enum(['outcome', 'outcome_group', 'measure']),
  id: text.meta({ description: 'Id of the outcome, outcome group or measure.', examples: ['train'] }),
  label: text.meta({ description: 'Name of the outcome, outcome group or measure.', examples: ['Train'] }),
  unit: text.nullable().meta({ description: 'Unit of a measure; null for shares.', examples: [null] }),
  total: strictObject({ agent_count: agentCount, effect, interval, errors: errorsSchema }).meta({
    description: 'Effect on all agents that match `where`.',
  }),
  simultaneous_quantile: number.nullable().meta({
    description:
      'Half width of the simultaneous intervals in standard errors, in place of 1.96, for many agents. Null if agents interact.',
    examples: [2.9],
  }),
  groups: z.array(groupEffectSchema).meta({ description: 'Groups, largest effect first.' }),
}).meta({ id: 'FigureEffects' });

export const effectsSchema = strictObject({
  simulation_id: simulationIdSchema,
  where: groupIds.meta({ description: 'Filter of the request.', examples: [{ income: ['high'] }] }),
  pairs: z.boolean().meta({ description: 'Whether the groups include pairs of attributes.' }),
  is_baseline: z
    .boolean()
    .meta({ description: 'Whether the scenario is the baseline. All effects are then 0.', examples: [false] }),
  figures: z.array(figureSchema).meta({ description: 'Outcomes, outcome groups and measures.' }),
  excluded_count: count.meta({ description: 'Number of groups without an effect.' }),
  excluded: listOf({ group, agent_count: agentCount, reason: z.enum(['small', 'limit']) }).meta({
    description: `Groups without an effect, at most 200. \`small\`: fewer than ${smallGroupSize} agents, or ${minPairAgents} for a pair. \`limit\`: more than ${maxEffectGroups} groups, and the others have more agents. Groups with all agents are not listed.`,
  }),
  sources: strictObject({
    kind: z.enum(['estimated', 'exposure', 'functional_form']).meta({
      description:
        '`estimated`: the model has own coefficients of the change for some agents. `exposure`: equal coefficients, but attributes determine how much changes for an agent. `functional_form`: neither. Effects then differ only because the same change moves a probability near 0.5 more than one near 0 or 1.',
    }),
    preference_attributes: z
      .array(text)
      .meta({ description: 'Attributes with own coefficients of the change.', examples: [['who_pays']] }),
    exposure_attributes: z
      .array(text)
      .meta({ description: 'Attributes that determine how much changes.', examples: [['train_fare']] }),
    has_random_tastes: z
      .boolean()
      .meta({ description: 'Whether a changed quantity has a random coefficient.', examples: [false] }),
    text: text.meta({ description: 'The same as a sentence.' }),
  }).meta({ description: 'Why effects differ between agents, according to the model.' }),
  adjustment: z.literal('sidak').meta({
    description:
      'Method of the simultaneous intervals: the quantile of as many independent groups (Šidák), which is enough for groups that share agents and coefficients.',
  }),
  missing_parts: z.array(text).meta({
    description: 'Parts of the error that are unknown for an effect. Intervals do not include them.',
    examples: [['model']],
  }),
}).meta({ id: 'SimulationEffects' });
export type EffectsRecord = z.infer<typeof effectsSchema>;

const maxExcluded = 200;

/** Effects without the fields of their request. */
export type AnalyzedEffects = Omit<EffectsRecord, 'simulation_id' | 'where' | 'pairs'>;

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
