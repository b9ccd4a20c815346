/** How well chances of J outcomes, told beforehand, fit what then happened. Losses are means over rows. */
export interface ChoiceMetrics {
  readonly n: number;
  /** Mean of -ln of the chance of what happened. */
  readonly logLoss: number;
  /** The same for the baseline. */
  readonly logLossNull: number;
  /** 1 - logLoss / logLossNull. */
  readonly mcfaddenR2: number;
  /** Mean of the squared distances, summed over outcomes: 0 to 2. */
  readonly brier: number;
  readonly brierNull: number;
  /** Share of rows in which the likeliest outcome happened. */
  readonly accuracy: number;
  /** The same for the likeliest outcome of the baseline. */
  readonly accuracyMajority: number;
  readonly shares: readonly OutcomeFit[];
  /** Mean and greatest distance of the shares. */
  readonly shareMeanError: number;
  readonly shareMaxError: number;
  /** Half the sum of the distances of the shares. */
  readonly totalVariation: number;
  /** Mean over the J - 1 cuts of the squared distance of the chance of lying below; of meaning where outcomes are ordered. */
  readonly rankedProbabilityScore: number;
  readonly rankedProbabilityScoreNull: number;
}

export interface OutcomeFit {
  readonly observed: number;
  /** Of independent rows: √(share · (1 - share) / n). */
  readonly observedError: number;
  readonly predicted: number;
}

/**
 * Source: Gneiting and Raftery, "Strictly proper scoring rules, prediction, and estimation", JASA 102 (2007).
 *
 * @param probabilities rows × J
 * @param chosen of each row, 0 to J - 1
 * @param baseline rows × J: what somebody tells who only knows how often each outcome happened in training (`sameForAll`,
 *   `constantsOnly`)
 * @param outcomes J
 */
export function choiceMetrics(
  probabilities: Float64Array,
  chosen: Int32Array,
  baseline: Float64Array,
  outcomes: number,
): ChoiceMetrics {
  const n = chosen.length;
  const told = (row: number) => probabilities.subarray(row * outcomes, (row + 1) * outcomes);
  const base = (row: number) => baseline.subarray(row * outcomes, (row + 1) * outcomes);
  const mean = (of: (row: number) => number) => {
    let sum = 0;
    for (let row = 0; row < n; row++) sum += of(row);
    return sum / n;
  };
  const logLoss = mean((row) => -Math.log(told(row)[chosen[row]!]!));
  const logLossNull = mean((row) => -Math.log(base(row)[chosen[row]!]!));
  const shares = Array.from({ length: outcomes }, (_, outcome): OutcomeFit => {
    const observed = mean((row) => (chosen[row] === outcome ? 1 : 0));
    return {
      observed,
      observedError: Math.sqrt((observed * (1 - observed)) / n),
      predicted: mean((row) => told(row)[outcome]!),
    };
  });
  const errors = shares.map(({ observed, predicted }) => Math.abs(observed - predicted));
  const sumOfErrors = errors.reduce((sum, error) => sum + error, 0);
  return {
    n,
    logLoss,
    logLossNull,
    mcfaddenR2: 1 - logLoss / logLossNull,
    brier: mean((row) => squaredDistance(told(row), chosen[row]!)),
    brierNull: mean((row) => squaredDistance(base(row), chosen[row]!)),
    accuracy: mean((row) => (likeliest(told(row)) === chosen[row] ? 1 : 0)),
    accuracyMajority: mean((row) => (likeliest(base(row)) === chosen[row] ? 1 : 0)),
    shares,
    shareMeanError: sumOfErrors / outcomes,
    shareMaxError: Math.max(...errors),
    totalVariation: sumOfErrors / 2,
    rankedProbabilityScore: mean((row) => rankedDistance(told(row), chosen[row]!)),
    rankedProbabilityScoreNull: mean((row) => rankedDistance(base(row), chosen[row]!)),
  };
}

/** The same shares told to each row: rows × J. */
export function sameForAll(shares: Float64Array, rows: number): Float64Array {
  return Float64Array.from({ length: rows * shares.length }, (_, at) => shares[at % shares.length]!);
}

/** How often each outcome happened. */
export function sharesOf(chosen: Int32Array, outcomes: number): Float64Array {
  const shares = new Float64Array(outcomes);
  for (const outcome of chosen) shares[outcome]! += 1 / chosen.length;
  return shares;
}

function likeliest(chances: Float64Array): number {
  let best = 0;
  for (let k = 1; k < chances.length; k++) if (chances[k]! > chances[best]!) best = k;
  return best;
}

function squaredDistance(chances: Float64Array, happened: number): number {
  return chances.reduce((sum, chance, k) => sum + (chance - (k === happened ? 1 : 0)) ** 2, 0);
}

function rankedDistance(chances: Float64Array, happened: number): number {
  let [below, sum] = [0, 0];
  for (let k = 0; k < chances.length - 1; k++) {
    below += chances[k]!;
    sum += (below - (happened <= k ? 1 : 0)) ** 2;
  }
  return sum / (chances.length - 1);
}
