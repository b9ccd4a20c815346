import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { isChoice, numericParameters } from '../definition/parameter-types.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import type { NumericParameter, Parameter, Scenario } from '../definition/scenario.schema.js';
import { familyOf } from '../families/family-of.js';
import { simulate } from './simulate.js';
import { parseDefinition } from '../validation/parse-definition.js';
import type { Interval } from '../summary/intervals.js';

const catalog = join(import.meta.dirname, '../../catalog');
const definitions = readdirSync(catalog)
  .filter((file) => file.endsWith('.json'))
  .map((file) => parseDefinition(JSON.parse(readFileSync(join(catalog, file), 'utf8'))));

/** Distance of neighboring values, relative to the value or, at 0, to the range. */
const step = 0.001;
/** A jump of an end or of the width of an interval, relative to the width. */
const maxJump = 0.2;
/** Narrowing of an interval by a further parameter that moves by {@link step}, relative to the width. Found: at most 0.02 and 0.06. */
const maxNarrowing = { independent: 0.03, interacting: 0.1 };
/**
 * Figures without a check of jumps. The rounds of a game reach their bound, 1, at a continuation of 0: there, the interval of their difference
 * is not limited by the bound.
 */
const unchecked: Readonly<Record<string, readonly string[]>> = { 'repeated-pd-cooperation': ['rounds'] };

/** Simulations of these workflows take longest. */
const agentsOf: Readonly<Record<string, number>> = {
  'alt-fuel-vehicle-choice': 500,
  'catsup-repeat-purchases': 100,
  'family-planning-network': 500,
  'hybrid-corn-network': 500,
};

/** Intervals of a value and of its difference from the baseline. */
type Sides = readonly (Interval | null)[];
interface Point {
  readonly values: Scenario;
  readonly figures: ReadonlyMap<string, Sides>;
}
interface Pair {
  readonly from: Point;
  readonly to: Point;
}

/** Simulates each scenario once. */
class Sweep {
  private readonly known = new Map<string, Point>();
  private readonly baseline: Scenario;
  private readonly agents: number;

  constructor(private readonly definition: WorkflowDefinition) {
    this.baseline = baselineScenario(definition);
    this.agents = agentsOf[definition.workflow_id] ?? 1_000;
  }

  at(values: Scenario): Point {
    const key = JSON.stringify(values);
    const point = this.known.get(key) ?? { values, figures: this.figuresUnder(values) };
    this.known.set(key, point);
    return point;
  }

  /** Share of a few agents, which decide otherwise at once if agents interact or are assigned at random. */
  get resolution(): number {
    const { decision, scenario } = this.definition;
    return familyOf(decision).interacting || scenario.assignments.length > 0 ? 5 / this.agents : 0;
  }

  private figuresUnder(values: Scenario): Point['figures'] {
    const { definition, agents: agentCount } = this;
    const { summary } = simulate({ definition, scenario: { ...this.baseline, ...values }, seed: 1, agentCount });
    const figures = new Map<string, Sides>();
    for (const own of [...summary.outcomes, ...summary.outcome_groups, ...summary.measures])
      figures.set(own.id, [own.interval, own.difference_interval]);
    for (const { id, points } of summary.curves)
      for (const own of points) figures.set(`${id} ${own.step}`, [own.interval, own.difference_interval]);
    return figures;
  }
}

/** The limits of the parameter and of its data, the baseline, arms of an experiment and other tested values, and a value between them. */
function valuesOf({ evidence }: WorkflowDefinition, parameter: Parameter): (string | number)[] {
  if (isChoice(parameter)) return parameter.options.map(({ id }) => id);
  const { id, minimum, maximum, calibrated_range: range, default: baseline } = parameter;
  const tested = [
    ...(evidence.errors?.model?.changes[id]?.arms?.values ?? []),
    ...(evidence.hold_out.settings ?? []).flatMap((own) => (own.parameter === id ? [own.value] : [])),
  ];
  const values = [minimum, maximum, ...range, baseline, (range[0] + range[1]) / 2, ...tested];
  return [...new Set(values)].filter((value) => parameter.type === 'number' || Number.isInteger(value));
}

/** The values next to a number that the parameter can have. */
function neighborsOf({ type, minimum, maximum }: NumericParameter, value: number): number[] {
  if (type === 'integer') return [];
  const distance = step * (Math.abs(value) || maximum - minimum);
  return [value - distance, value + distance].filter((own) => own >= minimum && own <= maximum);
}

/** A parameter that moves a little from its baseline. */
function slightMove(definition: WorkflowDefinition, { id }: Parameter): Scenario | undefined {
  const others = numericParameters(definition.scenario.parameters).filter(({ type }) => type === 'number');
  // The next one in the order of the definition, so that different parameters move.
  const order = definition.scenario.parameters.findIndex((own) => own.id === id);
  const after = (own: NumericParameter) => definition.scenario.parameters.indexOf(own) > order;
  const other = others.find((own) => after(own)) ?? others.find((own) => own.id !== id);
  const [value] = other ? neighborsOf(other, other.default) : [];
  return other && value !== undefined ? { [other.id]: value } : undefined;
}

/** The first choice at another option, so that a share of agents with a treatment matters. */
function otherOption({ scenario: { parameters } }: WorkflowDefinition, { id }: Parameter): Scenario | undefined {
  const choice = parameters.filter(isChoice).find((own) => own.id !== id);
  const option = choice?.options.find((own) => own.id !== choice.default);
  return choice && option ? { [choice.id]: option.id } : undefined;
}

const widthOf = ([low, high]: Interval) => high - low;

/** Pairs of intervals of one figure, and the width in which their distances count. */
function* intervalsOf(pairs: readonly Pair[], resolution: number) {
  const points = new Set(pairs.flatMap(({ from, to }) => [from, to]));
  for (const id of pairs[0]?.from.figures.keys() ?? []) {
    for (const side of [0, 1]) {
      const known = Array.from(points, ({ figures }) => figures.get(id)![side]!);
      const widths = known.map((own) => (own ? widthOf(own) : 0)).sort((a, b) => a - b);
      // Near the baseline, differences are small, and so is the width of their intervals.
      const least = Math.max(widths[Math.floor(widths.length / 2)]! / 2, resolution);
      for (const { from, to } of pairs) {
        const [own, other] = [from.figures.get(id)![side]!, to.figures.get(id)![side]!];
        const text = `${id} ${['value', 'difference'][side]}, ${JSON.stringify(from.values)} ${own?.join(' to ')}, ${JSON.stringify(to.values)} ${other?.join(' to ')}`;
        yield { id, own, other, text, scale: Math.max(least, own ? widthOf(own) : 0, other ? widthOf(other) : 0) };
      }
    }
  }
}

function jumpsOf(pairs: readonly Pair[], resolution: number, omitted: readonly string[]): string[] {
  const jumps: string[] = [];
  for (const { id, own, other, text, scale } of intervalsOf(pairs, resolution)) {
    if (omitted.includes(id)) continue;
    if (!own || !other) {
      if (own !== other) jumps.push(text);
      continue;
    }
    const distances = [own[0] - other[0], own[1] - other[1], widthOf(own) - widthOf(other)];
    if (distances.some((distance) => Math.abs(distance) > maxJump * scale + 1e-12)) jumps.push(text);
  }
  return jumps;
}

function narrowingsOf(pairs: readonly Pair[], resolution: number, most: number): string[] {
  return Array.from(intervalsOf(pairs, resolution)).flatMap(({ own, other, text, scale }) =>
    own && other && widthOf(own) - widthOf(other) > most * scale + 1e-12 ? [text] : [],
  );
}

describe.each(definitions.map((definition) => [definition.workflow_id, definition] as const))(
  'the intervals of %s',
  (_, definition) => {
    const sweep = new Sweep(definition);
    const { parameters } = definition.scenario;

    it('No end or width jumps by more than 20% of the width between neighboring values of a parameter', () => {
      const jumps = parameters.flatMap((parameter) => {
        if (isChoice(parameter)) return [];
        const others = [{}, slightMove(definition, parameter), otherOption(definition, parameter)];
        return others.flatMap((given) => {
          if (!given) return [];
          const pairs = valuesOf(definition, parameter).flatMap((value) =>
            neighborsOf(parameter, Number(value)).map((neighbor) => ({
              from: sweep.at({ ...given, [parameter.id]: value }),
              to: sweep.at({ ...given, [parameter.id]: neighbor }),
            })),
          );
          return jumpsOf(pairs, sweep.resolution, unchecked[definition.workflow_id] ?? []);
        });
      });
      expect(jumps).toEqual([]);
    });

    it('No further parameter that moves a little narrows an interval by more than 3%, or 10% if agents interact', () => {
      const narrowings = parameters.flatMap((parameter) => {
        const moved = slightMove(definition, parameter);
        if (!moved) return [];
        const pairs = valuesOf(definition, parameter).map((value) => ({
          from: sweep.at({ [parameter.id]: value }),
          to: sweep.at({ ...moved, [parameter.id]: value }),
        }));
        const { interacting } = familyOf(definition.decision);
        return narrowingsOf(pairs, sweep.resolution, maxNarrowing[interacting ? 'interacting' : 'independent']);
      });
      expect(narrowings).toEqual([]);
    });
  },
);
