import { type Column } from '../../columns/column.js';
import { countReached } from '../../model/count-reached.js';
import { type CurveCount } from '../../model/decision-family.js';
import { type Diffusion } from './schema.js';

/** How one run of a diffusion went, agent by agent. */
export interface Course {
  /** The period in which each agent adopted: 0 before the first, one more than there are for never. */
  readonly adoptedAt: Int32Array;
  /**
   * The chance to have adopted by the end of each band (all outcomes but the last), given what the others did: `[band * count + row]`.
   */
  readonly chances: Float64Array;
  /** The last period at whose end each agent still passed it on; absent where nobody stops. */
  readonly spreadUntil?: Int32Array | undefined;
}

/** The last periods of the bands: of all outcomes but the last. */
export function bandEnds({ outcomes }: Diffusion): number[] {
  return outcomes.slice(0, -1).map(({ by }) => by ?? 0);
}

export function outcomeCodes(decision: Diffusion, adoptedAt: Int32Array): Uint8Array {
  const ends = bandEnds(decision);
  return Uint8Array.from(adoptedAt, (period) => {
    let code = 0;
    while (code < ends.length && period > ends[code]!) code++;
    return code;
  });
}

/** Whole periods that passed without it: an agent who adopts in the first had none of them. */
export function waits({ periods }: Diffusion, adoptedAt: Int32Array): Float64Array {
  return Float64Array.from(adoptedAt, (period) => Math.max(0, Math.min(period - 1, periods.count)));
}

/** The columns of every diffusion, the scenario's beside the baseline's. */
export function courseColumns(decision: Diffusion, scenario: Course, baseline: Course): Column[] {
  const sides = [
    ['', scenario],
    ['baseline_', baseline],
  ] as const;
  const categories = decision.outcomes.map(({ id }) => id);
  return [
    ...sides.map(([prefix, { adoptedAt }]): Column => ({
      name: `${prefix}outcome`,
      type: 'category',
      categories,
      values: outcomeCodes(decision, adoptedAt),
    })),
    ...sides.flatMap(([prefix, course]) => probabilityColumns(decision, `${prefix}probability`, course)),
    ...sides.map(([prefix, { adoptedAt }]): Column => ({
      name: `${prefix}measure.${decision.wait.id}`,
      type: 'float64',
      values: waits(decision, adoptedAt),
    })),
    ...sides.map(([prefix, { adoptedAt }]): Column => ({
      name: `${prefix}adopted_at`,
      type: 'int32',
      values: adoptedAt,
    })),
    ...sides.flatMap(([prefix, { spreadUntil }]): Column[] =>
      spreadUntil ? [{ name: `${prefix}spread_until`, type: 'int32', values: spreadUntil }] : [],
    ),
  ];
}

function probabilityColumns({ outcomes }: Diffusion, prefix: string, { chances, adoptedAt }: Course): Column[] {
  const count = adoptedAt.length;
  return outcomes.map(({ id }, band): Column => {
    const isLast = band === outcomes.length - 1;
    const values = Float64Array.from({ length: count }, (_, row) => {
      const before = band === 0 ? 0 : chances[(band - 1) * count + row]!;
      return (isLast ? 1 : chances[band * count + row]!) - before;
    });
    return { name: `${prefix}.${id}`, type: 'float64', values };
  });
}

/** Of all agents, how many had adopted by each period, from before the first; then how many were passing it on, where that is told. */
export function countCourse(decision: Diffusion, scenario: CurveSource, baseline: CurveSource): CurveCount[][] {
  const steps = Array.from({ length: decision.periods.count + 1 }, (_, period) => period);
  const adopted = countReached(scenario.adoptedAt, baseline.adoptedAt, steps);
  if (!scenario.spreadUntil || !baseline.spreadUntil) return [adopted];
  const is = ({ adoptedAt, spreadUntil }: CurveSource, row: number, period: number) =>
    adoptedAt[row]! <= period && period <= spreadUntil![row]!;
  const spreading = steps.map((period) => {
    const counts = { count: 0, baseline: 0, both: 0 };
    for (let row = 0; row < scenario.adoptedAt.length; row++) {
      const [now, usually] = [is(scenario, row, period), is(baseline, row, period)];
      if (now) counts.count++;
      if (usually) counts.baseline++;
      if (now && usually) counts.both++;
    }
    return counts;
  });
  return [adopted, spreading];
}

export interface CurveSource {
  readonly adoptedAt: ArrayLike<number>;
  readonly spreadUntil?: ArrayLike<number> | undefined;
}

/** Outcome shares, the mean wait and the points of the curves of one run, in the order of an `Expectation`. */
export function meansOf(decision: Diffusion, { adoptedAt, spreadUntil }: Omit<Course, 'chances'>): Float64Array {
  const agents = adoptedAt.length;
  const { count } = decision.periods;
  const [began, ended] = [new Float64Array(count + 2), new Float64Array(count + 2)];
  for (let row = 0; row < agents; row++) {
    began[adoptedAt[row]!]! += 1 / agents;
    const last = spreadUntil?.[row] ?? count;
    if (adoptedAt[row]! <= count && last < count) ended[Math.max(last, adoptedAt[row]! - 1) + 1]! += 1 / agents;
  }
  const adopted = runningSum(began).subarray(0, count + 1);
  const stopped = runningSum(ended);
  const bands = bandEnds(decision).map((end) => adopted[end]!);
  const shares = [...bands, 1].map((share, band) => share - (bands[band - 1] ?? 0));
  // Whole periods without it: one for each period from the second on at whose start an agent had none, and the last for those who never do.
  const wait = adopted.reduce((sum, share, period) => sum + (period > 0 ? 1 - share : 0), 0);
  const spreading = spreadUntil ? adopted.map((share, period) => share - stopped[period]!) : [];
  return Float64Array.of(...shares, wait, ...adopted, ...spreading);
}

function runningSum(values: Float64Array): Float64Array {
  let sum = 0;
  return values.map((value) => (sum += value));
}
