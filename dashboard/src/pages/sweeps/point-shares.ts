import type { Figures } from '../../measures/measure-values';
import type { FigureName, SweepPoint } from './sweep-points';

/** The shares of a point, for the measures of the user. */
export function figuresOfPoint(
  point: SweepPoint,
  outcomes: readonly FigureName[],
  groups: readonly { id: string; outcomes: readonly string[] }[],
): Figures {
  const figureOf = (id: string) => {
    const figure = point.figures[id];
    return figure ? [{ id, value: figure.value, interval: figure.interval }] : [];
  };
  return {
    outcomes: outcomes.flatMap(({ id }) => figureOf(id)),
    groups: groups.flatMap((group) => figureOf(group.id).map((figure) => ({ ...figure, outcomes: group.outcomes }))),
  };
}
