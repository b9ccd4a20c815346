import { isOutsideCalibratedRange, type NumberParameter, type Scale, studiedRange } from './parameters';

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

interface SliderProps {
  parameter: NumberParameter;
  value: number;
  onChange: (value: number) => void;
  scale: Scale;
  reachesOutside: boolean;
}

/** Part of the range of the data by which a slider reaches beyond its ends. */
const marginRatio = 0.3;

export function spanOf(parameter: NumberParameter, reachesOutside: boolean): readonly [number, number] {
  const [low, high] = studiedRange(parameter);
  const margin = reachesOutside ? marginRatio * (high - low) : 0;
  const rounded = parameter.integer ? Math.ceil(margin) : margin;
  return [Math.max(parameter.minimum, low - rounded), Math.min(parameter.maximum, high + rounded)];
}

/** Moves between round values. The track shows the default, and shades values outside the data. Values that it does not reach are typed. */
export function Slider({ parameter, value, onChange, scale, reachesOutside }: SliderProps) {
  const [minimum, maximum] = spanOf(parameter, reachesOutside);
  const [low, high] = studiedRange(parameter);
  const stops = [...new Set([...sliderStops({ ...parameter, minimum, maximum }), low, high])].sort((a, b) => a - b);
  const percent = (at: number) => `${positionOf(at, stops) * 100}%`;
  return (
    <div className={isOutsideCalibratedRange(parameter, value) ? 'parameter-slider is-outside' : 'parameter-slider'}>
      <div className="parameter-track" aria-hidden="true">
        <div className="parameter-shade" style={{ left: 0, width: percent(low) }} />
        <div className="parameter-shade" style={{ left: percent(high), right: 0 }} />
        <div className="parameter-default" style={{ left: percent(parameter.default) }} />
      </div>
      <input
        type="range"
        aria-label={`${parameter.label}, slider`}
        aria-valuetext={scale.text(value)}
        min={0}
        max={stops.length - 1}
        value={Math.round(positionOf(value, stops) * (stops.length - 1))}
        onChange={(event) => onChange(stops[Number(event.target.value)]!)}
      />
    </div>
  );
}
