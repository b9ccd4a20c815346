import { normalQuantile } from '../../../math/normal.js';
import { PURPOSE, pairDrawer, type PairDrawer } from '../../../random/stream.js';
import { type StreamKey } from '../../../random/stream-key.js';
import { type NetworkDefinition } from '../schema.js';
import { drawGroups, drawRounding, type Groups } from './groups.js';

/** Who names whom. Contact k of an agent is `contacts[agent * most + k]`, for k below `degrees[agent]`. All are of the agent's group. */
export interface Network {
  readonly groups: Groups;
  readonly most: number;
  readonly degrees: Int32Array;
  readonly contacts: Int32Array;
  /** How often each agent is named. */
  readonly named: Int32Array;
  readonly rounding: Float64Array;
}

/** What the generator needs of a definition. */
export type NetworkShape = Pick<NetworkDefinition, 'group_sizes' | 'contacts' | 'returned' | 'closed' | 'popularity'>;

const ATTEMPTS = 4;

// Bound once: test runners that give each file a global object of their own make every look-up of `Math` slow.
const { floor } = Math;

/**
 * A network among agents 0 to count - 1: groups, how many contacts each names, and who they are. In turns every agent names one more
 * contact: with chance `returned` one of those who named it; else with chance `closed` a contact of one of its contacts; else a member of the
 * group, the popular ones more often. Pure: group k looks the same for any number of agents (but the last, which is cut off).
 * Source of the two mechanisms: Jin, Girvan and Newman, "Structure of growing social networks", Physical Review E 64 (2001).
 *
 * Work and memory grow with agents × contacts.
 */
export function drawNetwork(shape: NetworkShape, key: StreamKey, count: number, replicate = 0): Network {
  const draw = pairDrawer(key, PURPOSE.network, replicate);
  const groups = drawGroups(shape.group_sizes, count, draw);
  const most = shape.contacts.length - 1;
  const network = {
    groups,
    most,
    degrees: new Int32Array(count),
    contacts: new Int32Array(count * most),
    named: new Int32Array(count),
    rounding: drawRounding(groups, draw),
  };
  const wanted = new Int32Array(count);
  const popularity = new Float64Array(count);
  for (let agent = 0; agent < count; agent++) {
    const [degree, normal] = draw(agent, 1, 0);
    const others = groupSize(groups, agent) - 1;
    wanted[agent] = Math.min(others, categoryAt(shape.contacts, degree));
    popularity[agent] = Math.exp(shape.popularity * normalQuantile(normal));
  }
  const namers = new Namers(count, most);
  const before = runningSums(groups, popularity);
  for (let turn = 0; turn < most; turn++) {
    for (let agent = 0; agent < count; agent++) {
      if (wanted[agent]! <= turn) continue;
      const contact = pick(network, namers, before, shape, agent, turn, draw);
      network.contacts[agent * most + turn] = contact;
      network.degrees[agent] = turn + 1;
      network.named[contact] = network.named[contact]! + 1;
      namers.add(contact, agent, turn);
    }
  }
  return network;
}

/** The contact that an agent names in a turn: never itself, never one it has named. */
function pick(
  network: Network,
  namers: Namers,
  before: Float64Array,
  { returned, closed }: NetworkShape,
  agent: number,
  turn: number,
  draw: PairDrawer,
): number {
  const step = turn + 2;
  const isFree = (other: number) => other !== agent && !hasNamed(network, agent, other);
  const [how, whom] = draw(agent, step, 0);
  if (how < returned && network.named[agent]! > 0) {
    const other = namers.at(agent, floor(whom * network.named[agent]!));
    if (isFree(other)) return other;
  } else if (how < returned + (1 - returned) * closed && turn > 0) {
    const [through, which] = draw(agent, step, 1);
    const friend = network.contacts[agent * network.most + floor(through * turn)]!;
    const degree = network.degrees[friend]!;
    const other = degree > 0 ? network.contacts[friend * network.most + floor(which * degree)]! : agent;
    if (isFree(other)) return other;
  }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const pair = draw(agent, step, 2 + attempt);
    const other = pair.map((uniform) => popularMember(network.groups, before, agent, uniform)).find(isFree);
    if (other !== undefined) return other;
  }
  return nextFree(network.groups, agent, isFree);
}

function hasNamed({ contacts, most, degrees }: Network, agent: number, other: number): boolean {
  for (let k = 0; k < degrees[agent]!; k++) if (contacts[agent * most + k] === other) return true;
  return false;
}

/** The next member of the group, in a circle, who is free: there is one, since nobody names more people than there are others. */
function nextFree({ of, starts }: Groups, agent: number, isFree: (other: number) => boolean): number {
  const [start, end] = [starts[of[agent]!]!, starts[of[agent]! + 1]!];
  let other = agent;
  do other = other + 1 < end ? other + 1 : start;
  while (!isFree(other));
  return other;
}

/** Popularity summed up within each group: `[agent]` is the sum of those before the agent and its own. */
function runningSums({ of }: Groups, popularity: Float64Array): Float64Array {
  let sum = 0;
  return popularity.map((value, agent) => (sum = (agent > 0 && of[agent] === of[agent - 1] ? sum : 0) + value));
}

/** A member of the agent's group, by popularity. */
function popularMember({ of, starts }: Groups, before: Float64Array, agent: number, uniform: number): number {
  let low = starts[of[agent]!]!;
  let high = starts[of[agent]! + 1]! - 1;
  const target = uniform * before[high]!;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (before[middle]! > target) high = middle;
    else low = middle + 1;
  }
  return low;
}

function groupSize({ of, starts }: Groups, agent: number): number {
  return starts[of[agent]! + 1]! - starts[of[agent]!]!;
}

function categoryAt(shares: readonly number[], uniform: number): number {
  let [category, sum] = [0, shares[0]!];
  while (category < shares.length - 1 && uniform >= sum) sum += shares[++category]!;
  return category;
}

/** Who named each agent, the last first: lists linked through two arrays. */
class Namers {
  private readonly last: Int32Array;
  private readonly earlier: Int32Array;

  constructor(
    count: number,
    private readonly most: number,
  ) {
    this.last = new Int32Array(count).fill(-1);
    this.earlier = new Int32Array(count * most);
  }

  add(named: number, by: number, turn: number): void {
    const link = by * this.most + turn;
    this.earlier[link] = this.last[named]!;
    this.last[named] = link;
  }

  /** The k-th namer, counted from the last. */
  at(named: number, k: number): number {
    let link = this.last[named]!;
    for (; k > 0; k--) link = this.earlier[link]!;
    return floor(link / this.most);
  }
}
