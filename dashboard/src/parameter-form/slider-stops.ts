import type { NumberParameter } from './parameters';

const linearStops = 50;
/** Ranges that span this ratio get stops that grow with the value, so that factors around 1 have space. */
const minRatioOfGrowingStops = 20;
const relativeStep = 0.04;

/** The values that the slider can take, ascending: the bounds, the default, and round values between them. */
export function sliderStops({
  minimum,
  maximum,
  default: initial,
  integer,
}: Pick<NumberParameter, 'minimum' | 'maximum' | 'default' | 'integer'>): number[] {
  if (!(maximum > minimum)) return [minimum];
  const grows = minimum > 0 && maximum / minimum >= minRatioOfGrowingStops;
  const stepAt = (value: number) => {
    const step = roundStep(grows ? value * relativeStep : (maximum - minimum) / linearStops);
    return integer ? Math.max(1, Math.round(step)) : step;
  };
  const stops = [minimum];
  for (let value = minimum; ;) {
    const step = stepAt(value);
    value = withoutNoise((Math.floor(value / step + 1e-9) + 1) * step);
    if (value >= maximum) break;
    stops.push(value);
  }
  return [...new Set([...stops, initial, maximum])].sort((a, b) => a - b);
}

/** Position of a value between the first and the last stop, 0 to 1. */
export function positionOf(value: number, stops: readonly number[]): number {
  const last = stops.length - 1;
  if (last === 0) return 0;
  const above = stops.findIndex((stop) => stop >= value);
  if (above === 0) return 0;
  if (above < 0) return 1;
  const [low, high] = [stops[above - 1]!, stops[above]!];
  return (above - 1 + (value - low) / (high - low)) / last;
}

/** The largest of 1, 2 or 5 times a power of ten that does not exceed the step by more than half. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const factor = [10, 5, 2, 1].find((candidate) => candidate * power <= step * 1.5) ?? 1;
  return factor * power;
}

function withoutNoise(value: number): number {
  return Number(value.toPrecision(10));
}
