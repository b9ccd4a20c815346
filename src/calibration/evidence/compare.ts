import { type Model } from '../fit-sample.js';
import { type Expected, type Target } from './expect-rows.js';
import { decimals6 } from './round.js';
import { type Simulated } from './simulate-rows.js';

/** What was seen, what the model says in closed form and, where agents were run, what they did. */
export interface Compared {
  readonly observed: number;
  readonly observed_standard_error?: number;
  readonly predicted: number;
  readonly simulated?: number;
}

/** A closed form and agents that are further apart than their luck explains. */
export interface Disagreement {
  readonly target: Target;
  readonly predicted: number;
  readonly simulated: number;
  /** Of the simulated mean. */
  readonly standardError: number;
}

/** So rare by luck (1 in 150,000) that it is none. */
const BEYOND_LUCK = 4.5;

/** Compares groups of rows, target by target. */
export class Comparison {
  /** Where agents and closed form disagree; filled while comparing. */
  readonly disagreements: Disagreement[] = [];

  constructor(
    private readonly model: Pick<Model, 'bound' | 'answers' | 'people'>,
    readonly targets: readonly Target[],
    private readonly expected: Expected,
    private readonly simulated?: Simulated,
  ) {}

  /** How many answers these rows stand for. */
  answers(rows: Int32Array): number {
    return rows.reduce((sum, row) => sum + this.model.answers[row]!, 0);
  }

  /** By target; nothing for those of which the data do not say. */
  of(rows: Int32Array): (Compared | undefined)[] {
    const seen = this.model.bound.observed(rows);
    return this.targets.map((_, target) => {
      const { value, error } = seen[target] ?? { value: NaN, error: NaN };
      return Number.isNaN(value) ? undefined : this.told(value, error, target, [[rows, 1]]);
    });
  }

  /** The difference between two groups of different people. */
  between(rows: Int32Array, others: Int32Array, target: number): Compared | undefined {
    const { bound } = this.model;
    const [own, other] = [bound.observed(rows)[target], bound.observed(others)[target]];
    if (!own || !other || Number.isNaN(own.value - other.value)) return undefined;
    const error = Math.hypot(own.error, other.error);
    return this.told(own.value - other.value, error, target, [
      [rows, 1],
      [others, -1],
    ]);
  }

  private told(observed: number, error: number, target: number, groups: readonly Group[]): Compared {
    const predicted = signedMean(groups, (rows) => this.meanOf(this.expected.values, target, rows));
    const told = {
      observed: decimals6(observed),
      ...(!Number.isNaN(error) && { observed_standard_error: decimals6(error) }),
      predicted: decimals6(predicted),
    };
    if (!this.simulated) return told;
    const { values } = this.simulated;
    const simulated = signedMean(groups, (rows) => this.meanOf(values, target, rows));
    this.hold(predicted, simulated, target, groups);
    return { ...told, simulated: decimals6(simulated) };
  }

  private hold(predicted: number, simulated: number, target: number, groups: readonly Group[]): void {
    const { variances, agents } = this.simulated!;
    const { people } = this.model;
    const { length } = this.targets;
    let [variance, oneAgent] = [0, 0];
    for (const [rows] of groups) {
      let [squares, all] = [0, 0];
      for (const row of rows) {
        if (people[row] === 0) continue;
        squares += people[row]! ** 2 * variances[row * length + target]!;
        all += people[row]!;
      }
      variance += squares / all ** 2;
      // One agent more or less is luck too, where something is so rare that few agents did it.
      oneAgent = Math.max(oneAgent, 1 / (agents * all));
    }
    // An expectation over people who differ by luck has luck of its own.
    const { copies } = this.model.bound;
    const standardError = Math.sqrt(variance * (1 + (copies === undefined ? 0 : agents / copies)));
    if (Math.abs(simulated - predicted) > BEYOND_LUCK * (standardError + oneAgent)) {
      this.disagreements.push({ target: this.targets[target]!, predicted, simulated, standardError });
    }
  }

  private meanOf(values: Float64Array, target: number, rows: Int32Array): number {
    const { length } = this.targets;
    const { people } = this.model;
    let [sum, all] = [0, 0];
    for (const row of rows) {
      if (people[row] === 0) continue;
      sum += people[row]! * values[row * length + target]!;
      all += people[row]!;
    }
    return sum / all;
  }
}

type Group = readonly [rows: Int32Array, sign: number];

function signedMean(groups: readonly Group[], mean: (rows: Int32Array) => number): number {
  return groups.reduce((sum, [rows, sign]) => sum + sign * mean(rows), 0);
}
