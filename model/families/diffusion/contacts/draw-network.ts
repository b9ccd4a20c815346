import { type PairDrawer, streamPurposes, pairDrawer } from '../../../random/stream.js';
import { normalQuantile } from '../../../math/normal.js';
import type { StreamKey } from '../../../random/stream-key.js';
import type { NetworkDefinition } from '../diffusion.schema.js';
import { exp } from '../../../math/elementary.js';

/** Partition of the agents into groups of consecutive agents. */
export interface Groups {
  /** Group of each agent. */
  readonly groupOf: Int32Array;
  /** First agent of each group, followed by the number of agents. */
  readonly starts: Int32Array;
}

/** Step of the random stream for groups; contacts use the later steps. */
const randomStep = 0;

/**
 * Draws group sizes from the given sizes until all agents belong to a group. The last group is truncated. Group k has the same members for any
 * number of agents.
 */
export function drawGroups(sizes: readonly number[], count: number, draw: PairDrawer): Groups {
  const groupOf = new Int32Array(count);
  const starts: number[] = [];
  let start = 0;
  for (let group = 0; start < count; group++) {
    starts.push(start);
    const [size] = draw(group, randomStep, 0);
    const end = Math.min(count, start + sizes[Math.floor(size * sizes.length)]!);
    groupOf.fill(group, start, end);
    start = end;
  }
  return { groupOf, starts: Int32Array.of(...starts, count) };
}

/** Uniform draw of each group in (0, 1), which decides how shares of the group are rounded. */
export function drawRounding({ starts }: Groups, draw: PairDrawer): Float64Array {
  return Float64Array.from({ length: starts.length - 1 }, (_, group) => draw(group, randomStep, 0)[1]);
}

/** Directed network of named contacts. All contacts of an agent belong to its group. */
export interface Network {
  readonly groups: Groups;
  readonly maxContacts: number;
  /** Number of contacts of each agent. */
  readonly degrees: Int32Array;
  /** Contact k of an agent is `contacts[agent * maxContacts + k]`, for k below `degrees[agent]`. */
  readonly contacts: Int32Array;
  /** Number of agents that name each agent. */
  readonly named: Int32Array;
  /** Uniform draw of each group, which decides how shares of the group are rounded. */
  readonly rounding: Float64Array;
}

/** Parameters of the network generator. */
export type NetworkParameters = Pick<
  NetworkDefinition,
  'group_sizes' | 'contacts' | 'returned' | 'closed' | 'popularity'
>;

/** Attempts to draw an agent that is not named yet, with two draws each. */
const maxAttempts = 4;

// Bound once: Jest gives each test file its own global object, which makes each lookup of `Math` slow.
const { floor } = Math;

/**
 * Draws a network among agents 0 to count - 1. In each turn, every agent names one more contact. With probability `returned`, it names one of
 * the agents that named it. Otherwise, with probability `closed`, it names a contact of one of its contacts. Otherwise it names a member of
 * its group, with a probability proportional to popularity. Pure. Group k is the same for any number of agents, except that the last group is
 * truncated.
 * Source of the two mechanisms: Jin, Girvan and Newman, "Structure of growing social networks", Physical Review E 64 (2001).
 *
 * Time and memory are proportional to agents × contacts.
 */
export function drawNetwork(shape: NetworkParameters, key: StreamKey, count: number, replicate = 0): Network {
  const draw = pairDrawer(key, streamPurposes.network, replicate);
  const groups = drawGroups(shape.group_sizes, count, draw);
  const maxContacts = shape.contacts.length - 1;
  const network = {
    groups,
    maxContacts,
    degrees: new Int32Array(count),
    contacts: new Int32Array(count * maxContacts),
    named: new Int32Array(count),
    rounding: drawRounding(groups, draw),
  };
  const wanted = new Int32Array(count);
  const popularity = new Float64Array(count);
  for (let agent = 0; agent < count; agent++) {
    const [degree, normal] = draw(agent, 1, 0);
    const others = groupSize(groups, agent) - 1;
    wanted[agent] = Math.min(others, categoryAt(shape.contacts, degree));
    popularity[agent] = exp(shape.popularity * normalQuantile(normal));
  }
  const namers = new NamerLists(count, maxContacts);
  const before = runningSums(groups, popularity);
  for (let turn = 0; turn < maxContacts; turn++) {
    for (let agent = 0; agent < count; agent++) {
      if (wanted[agent]! <= turn) continue;
      const contact = pick(network, namers, before, shape, agent, turn, draw);
      network.contacts[agent * maxContacts + turn] = contact;
      network.degrees[agent] = turn + 1;
      network.named[contact] = network.named[contact]! + 1;
      namers.add(contact, agent, turn);
    }
  }
  return network;
}

/** Draws the contact that an agent names in a turn: never itself, and never an agent that it has already named. */
function pick(
  network: Network,
  namers: NamerLists,
  before: Float64Array,
  { returned, closed }: NetworkParameters,
  agent: number,
  turn: number,
  draw: PairDrawer,
): number {
  const step = turn + 2;
  const isFree = (other: number) => other !== agent && !hasNamed(network, agent, other);
  const [mechanism, position] = draw(agent, step, 0);
  if (mechanism < returned && network.named[agent]! > 0) {
    const other = namers.namerOf(agent, floor(position * network.named[agent]!));
    if (isFree(other)) return other;
  } else if (mechanism < returned + (1 - returned) * closed && turn > 0) {
    const [through, which] = draw(agent, step, 1);
    const friend = network.contacts[agent * network.maxContacts + floor(through * turn)]!;
    const degree = network.degrees[friend]!;
    const other = degree > 0 ? network.contacts[friend * network.maxContacts + floor(which * degree)]! : agent;
    if (isFree(other)) return other;
  }
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const pair = draw(agent, step, 2 + attempt);
    const other = pair.map((uniform) => popularMember(network.groups, before, agent, uniform)).find(isFree);
    if (other !== undefined) return other;
  }
  return nextFree(network.groups, agent, isFree);
}

function hasNamed({ contacts, maxContacts, degrees }: Network, agent: number, other: number): boolean {
  for (let k = 0; k < degrees[agent]!; k++) if (contacts[agent * maxContacts + k] === other) return true;
  return false;
}

/** The next free member of the group, in circular order. One exists, because no agent names more agents than its group has others. */
function nextFree({ groupOf, starts }: Groups, agent: number, isFree: (other: number) => boolean): number {
  const [start, end] = [starts[groupOf[agent]!]!, starts[groupOf[agent]! + 1]!];
  let other = agent;
  do other = other + 1 < end ? other + 1 : start;
  while (!isFree(other));
  return other;
}

/** Cumulative popularity within each group, including the agent's own. */
function runningSums({ groupOf }: Groups, popularity: Float64Array): Float64Array {
  let sum = 0;
  return popularity.map(
    (value, agent) => (sum = (agent > 0 && groupOf[agent] === groupOf[agent - 1] ? sum : 0) + value),
  );
}

function popularMember({ groupOf, starts }: Groups, before: Float64Array, agent: number, uniform: number): number {
  let low = starts[groupOf[agent]!]!;
  let high = starts[groupOf[agent]! + 1]! - 1;
  const target = uniform * before[high]!;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (before[middle]! > target) high = middle;
    else low = middle + 1;
  }
  return low;
}

function groupSize({ groupOf, starts }: Groups, agent: number): number {
  return starts[groupOf[agent]! + 1]! - starts[groupOf[agent]!]!;
}

function categoryAt(shares: readonly number[], uniform: number): number {
  let [category, sum] = [0, shares[0]!];
  while (category < shares.length - 1 && uniform >= sum) sum += shares[++category]!;
  return category;
}

/** Agents that named each agent, latest first: linked lists in two arrays. */
class NamerLists {
  private readonly latest: Int32Array;
  private readonly previous: Int32Array;

  constructor(
    count: number,
    private readonly maxContacts: number,
  ) {
    this.latest = new Int32Array(count).fill(-1);
    this.previous = new Int32Array(count * maxContacts);
  }

  add(named: number, namer: number, turn: number): void {
    const link = namer * this.maxContacts + turn;
    this.previous[link] = this.latest[named]!;
    this.latest[named] = link;
  }

  /** The k-th latest agent that named an agent, from k = 0. */
  namerOf(named: number, k: number): number {
    let link = this.latest[named]!;
    for (; k > 0; k--) link = this.previous[link]!;
    return floor(link / this.maxContacts);
  }
}

/** Contacts of each person of a network, by index. */
export type Contacts = readonly (readonly number[])[];

/** Statistics of a network of named contacts. */
export interface NetworkStatistics {
  /** Shares of people that name no contact, one contact, two contacts, and so on. */
  readonly contacts: readonly number[];
  /** Share of named contacts that name the person in return. */
  readonly reciprocity: number;
  /** Share of two-step paths, from a person to another contact of a contact, that end at a contact of the person. */
  readonly transitivity: number;
  /** Standard deviation of the number of times that a person is named. */
  readonly namedDeviation: number;
}

/** Computes the statistics of a network. Source of the definitions: Wasserman and Faust, "Social network analysis" (1994), sections 4.3 and 6.5. */
export function networkStatistics(contacts: Contacts): NetworkStatistics {
  const count = contacts.length;
  const sets = contacts.map((own) => new Set(own));
  const named = new Float64Array(count);
  const degrees: number[] = [];
  const totals = { links: 0, returned: 0, twoSteps: 0, closed: 0 };
  contacts.forEach((own, person) => {
    degrees[own.length] = (degrees[own.length] ?? 0) + 1;
    for (const contact of own) {
      totals.links++;
      named[contact] = named[contact]! + 1;
      if (sets[contact]!.has(person)) totals.returned++;
      for (const further of contacts[contact]!) {
        if (further === person) continue;
        totals.twoSteps++;
        if (sets[person]!.has(further)) totals.closed++;
      }
    }
  });
  const mean = totals.links / count;
  const squares = named.reduce((sum, times) => sum + (times - mean) ** 2, 0);
  return {
    contacts: Array.from(degrees, (people) => (people ?? 0) / count),
    reciprocity: totals.returned / Math.max(1, totals.links),
    transitivity: totals.closed / Math.max(1, totals.twoSteps),
    namedDeviation: Math.sqrt(squares / count),
  };
}
