/** Groups of the agents by one attribute. */
export interface Classification {
  readonly groupOf: ArrayLike<number>;
  readonly groups: number;
}

/** Shares of the variance that attributes explain, by attribute. */
export interface ExplainedVariance {
  /** Variance between the groups of the attribute, divided by the variance of all agents. */
  readonly alone: Float64Array;
  /** Contribution to the variance that all attributes explain together; the contributions add up to `all`. */
  readonly together: Float64Array;
  readonly all: number;
}

/** A column whose remaining variance is below this share is a function of the columns before it. */
const tolerance = 1e-9;

/**
 * Divides the variance of values between attributes: the share that each attribute explains alone (correlation ratio η²), and its contribution
 * to all together: the mean increase of R² over all orders in which the attributes can enter a regression on their groups (Shapley value).
 * R² is adjusted for the number of groups, so that many small groups explain nothing by themselves; contributions near 0 can be negative.
 * Sources: Lindeman, Merenda and Gold, "Introduction to bivariate and multivariate analysis" (1980), page 119; Grömping, "Relative importance
 * for linear regression in R", Journal of Statistical Software 17 (2006).
 *
 * @param rows indices of the agents, more than the number of all groups
 * @param values one or more sets of values, by agent
 * @returns one result per set of values; undefined if its values are equal
 */
export function explainedVariance(
  attributes: readonly Classification[],
  rows: ArrayLike<number>,
  values: readonly ArrayLike<number>[],
): (ExplainedVariance | undefined)[] {
  return divide(attributes, sumsOf(attributes, rows, values, centersOf(rows, values)));
}

/**
 * Like {@link explainedVariance}, for the agents of all parts together, and again without each part. The sums over the agents are computed
 * once, because those of a part are subtracted.
 *
 * @param parts indices of the agents of each part, without common agents
 */
export function explainedWithoutParts(
  attributes: readonly Classification[],
  parts: readonly ArrayLike<number>[],
  values: readonly ArrayLike<number>[],
): { all: (ExplainedVariance | undefined)[]; without: (ExplainedVariance | undefined)[][] } {
  // The means of one part are near those of all.
  const centers = centersOf(parts[0]!, values);
  const sums = parts.map((rows) => sumsOf(attributes, rows, values, centers));
  const all = sums.reduce((total, own) => combine(total, own, 1));
  return {
    all: divide(attributes, all),
    without: sums.map((own) => divide(attributes, combine(all, own, -1))),
  };
}

function divide(attributes: readonly Classification[], sums: Sums): (ExplainedVariance | undefined)[] {
  const products = crossProducts(attributes, sums);
  const explained = explainedBySubset(attributes, products, sums.agents);
  const count = attributes.length;
  const weights = shapleyWeights(count);
  return Array.from(products.totals, (total, k) => {
    if (total <= products.rounding[k]!) return undefined;
    const own = explained.map((shares) => shares[k]!);
    const together = new Float64Array(count);
    for (let subset = 0; subset < own.length; subset++)
      for (let attribute = 0; attribute < count; attribute++) {
        const bit = 1 << attribute;
        if ((subset & bit) !== 0) continue;
        const gain = own[subset | bit]! - own[subset]!;
        together[attribute] = together[attribute]! + weights[bitsOf(subset)]! * gain;
      }
    return {
      alone: Float64Array.from({ length: count }, (_, attribute) => own[1 << attribute]!),
      together,
      all: own.at(-1)!,
    };
  });
}

/** Sums over agents. Each attribute has one column for each of its groups but the last. */
interface Sums {
  readonly agents: number;
  /** Numbers near the means of the values, which are subtracted from them. */
  readonly centers: Float64Array;
  /** Agents that are in two columns, size × size. */
  readonly columns: Float64Array;
  /** Sums of the values in a column: `[column * sets + set]`. */
  readonly values: Float64Array;
  /** Sums and sums of squares of all values, by set. */
  readonly totals: Float64Array;
  readonly squares: Float64Array;
}

function sumsOf(
  attributes: readonly Classification[],
  rows: ArrayLike<number>,
  values: readonly ArrayLike<number>[],
  centers: Float64Array,
): Sums {
  const { starts, size } = layoutOf(attributes);
  const sets = values.length;
  const agents = rows.length;
  const columns = new Float64Array(size * size);
  const products = new Float64Array(size * sets);
  const totals = new Float64Array(sets);
  const squares = new Float64Array(sets);
  const members = new Int32Array(attributes.length);
  for (let at = 0; at < agents; at++) {
    const row = rows[at]!;
    let own = 0;
    for (let k = 0; k < attributes.length; k++) {
      const { groupOf, groups } = attributes[k]!;
      const group = groupOf[row]!;
      if (group < groups - 1) members[own++] = starts[k]! + group;
    }
    for (let i = 0; i < own; i++) {
      const start = members[i]! * size;
      for (let j = 0; j < own; j++) columns[start + members[j]!] = columns[start + members[j]!]! + 1;
    }
    for (let k = 0; k < sets; k++) {
      const value = values[k]![row]! - centers[k]!;
      totals[k] = totals[k]! + value;
      squares[k] = squares[k]! + value * value;
      for (let i = 0; i < own; i++) {
        const target = members[i]! * sets + k;
        products[target] = products[target]! + value;
      }
    }
  }
  return { agents, centers, columns, values: products, totals, squares };
}

/** Adds the sums of other agents, or subtracts those of some of the agents. */
function combine(own: Sums, other: Sums, sign: 1 | -1): Sums {
  const add = (read: (sums: Sums) => Float64Array) => {
    const values = read(other);
    return read(own).map((value, k) => value + sign * values[k]!);
  };
  return {
    agents: own.agents + sign * other.agents,
    centers: own.centers,
    columns: add(({ columns }) => columns),
    values: add(({ values }) => values),
    totals: add(({ totals }) => totals),
    squares: add(({ squares }) => squares),
  };
}

function centersOf(rows: ArrayLike<number>, values: readonly ArrayLike<number>[]): Float64Array {
  return Float64Array.from(values, (own) => meanOf(own, rows));
}

/** First column of each attribute, and the number of columns. */
function layoutOf(attributes: readonly Classification[]): { starts: readonly number[]; size: number } {
  const starts: number[] = [];
  const size = attributes.reduce((start, { groups }) => (starts.push(start), start + groups - 1), 0);
  return { starts, size };
}

interface CrossProducts {
  /** First column of each attribute. */
  readonly starts: readonly number[];
  readonly size: number;
  /** Centered products of the columns, size × size. */
  readonly columns: Float64Array;
  /** Centered products of columns and values: `[column * sets + set]`. */
  readonly values: Float64Array;
  /** Sums of squares of the values around their means. */
  readonly totals: Float64Array;
  /** Sums of squares that rounding alone can cause. */
  readonly rounding: Float64Array;
}

function crossProducts(attributes: readonly Classification[], sums: Sums): CrossProducts {
  const { starts, size } = layoutOf(attributes);
  const { agents, centers } = sums;
  const sets = centers.length;
  const counts = Float64Array.from({ length: size }, (_, column) => sums.columns[column * size + column]!);
  const columns = sums.columns.map((both, at) => both - (counts[Math.floor(at / size)]! * counts[at % size]!) / agents);
  const values = sums.values.map(
    (sum, at) => sum - (counts[Math.floor(at / sets)]! * sums.totals[at % sets]!) / agents,
  );
  const totals = sums.squares.map((sum, k) => sum - sums.totals[k]! ** 2 / agents);
  const rounding = centers.map(
    (center, k) => agents * (1e-12 * Math.max(1e-6, Math.abs(center + sums.totals[k]! / agents))) ** 2,
  );
  return { starts, size, columns, values, totals, rounding };
}

/** Adjusted R² of the regression on each subset of the attributes, by bit mask, then by set of values. */
function explainedBySubset(
  attributes: readonly Classification[],
  { starts, size, columns, values, totals }: CrossProducts,
  count: number,
): Float64Array[] {
  const sets = totals.length;
  const out: Float64Array[] = Array.from({ length: 1 << attributes.length }, () => new Float64Array(sets));
  const lower = new Float64Array(size * size);
  const solved = new Float64Array(size * sets);
  const order = new Int32Array(size);
  // Each subset extends the Cholesky factor of a smaller one by the columns of one attribute.
  const visit = (first: number, subset: number, used: number, explained: Float64Array) => {
    for (let attribute = first; attribute < attributes.length; attribute++) {
      const own = explained.slice();
      let next = used;
      for (let column = starts[attribute]!; column < starts[attribute]! + attributes[attribute]!.groups - 1; column++)
        if (addColumn(column, next, own)) next++;
      const mask = subset | (1 << attribute);
      out[mask] = own.map((sum, k) => adjusted(totals[k]! > 0 ? sum / totals[k]! : 0, next, count));
      visit(attribute + 1, mask, next, own);
    }
  };
  const addColumn = (column: number, used: number, explained: Float64Array): boolean => {
    let pivot = columns[column * size + column]!;
    const limit = tolerance * pivot;
    for (let k = 0; k < used; k++) {
      let sum = columns[column * size + order[k]!]!;
      for (let j = 0; j < k; j++) sum -= lower[used * size + j]! * lower[k * size + j]!;
      const factor = sum / lower[k * size + k]!;
      lower[used * size + k] = factor;
      pivot -= factor * factor;
    }
    if (!(pivot > limit)) return false;
    const root = Math.sqrt(pivot);
    lower[used * size + used] = root;
    order[used] = column;
    for (let set = 0; set < sets; set++) {
      let sum = values[column * sets + set]!;
      for (let k = 0; k < used; k++) sum -= lower[used * size + k]! * solved[k * sets + set]!;
      const value = sum / root;
      solved[used * sets + set] = value;
      explained[set] = explained[set]! + value * value;
    }
    return true;
  };
  visit(0, 0, 0, new Float64Array(sets));
  return out;
}

function adjusted(share: number, columns: number, count: number): number {
  return 1 - ((1 - Math.min(1, share)) * (count - 1)) / (count - 1 - columns);
}

/** Weight of the subsets of each size in the Shapley value: size!·(count - size - 1)! / count!. */
function shapleyWeights(count: number): number[] {
  const weights = [1 / count];
  for (let size = 1; size < count; size++) weights.push((weights[size - 1]! * size) / (count - size));
  return weights;
}

function bitsOf(subset: number): number {
  let bits = 0;
  for (let rest = subset; rest > 0; rest &= rest - 1) bits++;
  return bits;
}

function meanOf(values: ArrayLike<number>, rows: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < rows.length; at++) sum += values[rows[at]!]!;
  return sum / rows.length;
}
