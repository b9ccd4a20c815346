import { figuresOf, type Figure, type Summary } from './figure';

export interface GroupEffect {
  key: string;
  attribute: string;
  attributeLabel: string;
  label: string;
  agents: number;
  figure: Figure;
}

export interface SegmentEffects {
  attribute: string;
  label: string;
  /** Largest effect first. */
  groups: GroupEffect[];
  /** Difference between the largest and the smallest effect. Small groups do not count. */
  spread: number;
}

/** The number that groups are compared by: the effect, or the value if the scenario is the baseline. */
export const comparedValue = (figure: Figure, isBaseline: boolean) => (isBaseline ? figure.value : figure.difference);

/** The effect on one figure by group of agents; attributes with the largest differences between groups first. */
export function segmentEffects(
  summary: Pick<Summary, 'segments'>,
  figureId: string,
  isBaseline: boolean,
  minGroupSize: number,
): SegmentEffects[] {
  return summary.segments
    .map(({ attribute, label, groups }) => {
      const effects = groups.flatMap((group): GroupEffect[] => {
        const { shares, means } = figuresOf(group, figureId);
        const figure = [...shares, ...means].find(({ id }) => id === figureId);
        if (!figure || group.agent_count === 0) return [];
        return [
          {
            key: `${attribute} ${group.id}`,
            attribute,
            attributeLabel: label,
            label: group.label,
            agents: group.agent_count,
            figure,
          },
        ];
      });
      const values = effects
        .filter(({ agents }) => agents >= minGroupSize)
        .map(({ figure }) => comparedValue(figure, isBaseline));
      return {
        attribute,
        label,
        groups: effects.sort((a, b) => comparedValue(b.figure, isBaseline) - comparedValue(a.figure, isBaseline)),
        spread: values.length < 2 ? 0 : Math.max(...values) - Math.min(...values),
      };
    })
    .filter(({ groups }) => groups.length > 1)
    .sort((a, b) => b.spread - a.spread);
}
