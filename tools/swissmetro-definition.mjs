// Writes the numbers of src/catalog/swissmetro-mode-choice.json from the survey and its reference fit: margins, correlations, estimates
// and evidence. The words in that file are written by hand and stay as they are. The survey itself is not part of the project:
// CALIBRATION_DATA names the folder that holds swissmetro-mode-choice/data.csv and fit.json (default: ../shared/calibration).
//
//   node tools/swissmetro-definition.mjs && npx prettier --write src/catalog/swissmetro-mode-choice.json
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const slug = 'swissmetro-mode-choice';
const root = join(import.meta.dirname, '..');
const dataFolder = join(process.env.CALIBRATION_DATA ?? join(root, '../shared/calibration'), slug);
const definitionFile = join(root, 'src/catalog', `${slug}.json`);

// ── The survey, in the words of the definition ──────────────────────────────────────────────────────────────────────────────────────

/** Codes as in the Biogeme documentation of the data. */
const categoryCodings = {
  purpose: { column: 'purpose', codes: { 1: 'commute', 3: 'business' } },
  travel_class: { column: 'first', codes: { 0: 'second', 1: 'first' } },
  who_pays: { column: 'who', codes: { 0: 'unknown', 1: 'self', 2: 'employer', 3: 'half_half' } },
  luggage: { column: 'luggage', codes: { 0: 'none', 1: 'one_piece', 3: 'several_pieces' } },
  age: {
    column: 'age',
    codes: { 1: 'up_to_24', 2: '25_to_39', 3: '40_to_54', 4: '55_to_65', 5: 'over_65', 6: 'unknown' },
  },
  sex: { column: 'male', codes: { 0: 'female', 1: 'male' } },
  income: {
    column: 'income',
    codes: { 0: 'under_50k', 1: 'under_50k', 2: '50k_to_100k', 3: 'over_100k', 4: 'unknown' },
  },
  ga_travelcard: { column: 'ga', codes: { 0: 'no', 1: 'yes' } },
  car_available: { column: 'car_av', codes: { 0: 'no', 1: 'yes' } },
  train_headway: { column: 'train_he', codes: { 30: '30_min', 60: '60_min', 120: '120_min' } },
  swissmetro_headway: { column: 'sm_he', codes: { 10: '10_min', 20: '20_min', 30: '30_min' } },
};

const pays = (row) => row.ga === 0;
const drives = (row) => row.car_av === 1;

/** Numbers, and for whom they are on record: the fare column of GA holders holds the price of the card for a year. */
const numberCodings = {
  train_time: { value: (row) => row.train_tt, when: () => true },
  swissmetro_time_ratio: { value: (row) => row.sm_tt / row.train_tt, when: () => true },
  train_fare: { value: (row) => row.train_co, when: pays },
  swissmetro_fare_ratio: { value: (row) => row.sm_co / row.train_co, when: pays },
  car_time: { value: (row) => row.car_tt, when: drives },
  car_cost: { value: (row) => row.car_co, when: drives },
};

function readRows() {
  const [header, ...lines] = readFileSync(join(dataFolder, 'data.csv'), 'utf8').trim().replaceAll('"', '').split('\n');
  const names = header.split(',');
  const texts = new Set(['id', 'choice', 'split']);
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((cell, k) => [names[k], texts.has(names[k]) ? cell : Number(cell)])),
  );
}

// ── Margins ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

// Every hundredth, and closer in the tails, where a straight line from 0.99 to 1 would make people of the rare extremes.
const probabilities = [0, 0.001, 0.005];
for (let k = 1; k <= 99; k++) probabilities.push(k / 100);
probabilities.push(0.995, 0.999, 1);

/** Shares that sum to 1 exactly as written: the largest takes up the rounding. Each respondent stands in 9 rows, so rows weigh alike. */
function categoryShares(attribute, rows) {
  const { column, codes } = categoryCodings[attribute.id];
  const shares = attribute.categories.map(
    ({ id }) => rows.filter((row) => codes[row[column]] === id).length / rows.length,
  );
  const rounded = shares.map((share) => round(share, 6));
  const largest = rounded.indexOf(Math.max(...rounded));
  rounded[largest] = round(1 - sum(rounded.filter((_, k) => k !== largest)), 6);
  return rounded;
}

/** Linear between order statistics: Hyndman and Fan (1996), type 7. */
function quantileTable(attribute, rows) {
  const { value, when } = numberCodings[attribute.id];
  const sorted = rows
    .filter(when)
    .map(value)
    .sort((a, b) => a - b);
  const values = probabilities.map((probability) => {
    const at = probability * (sorted.length - 1);
    const low = Math.floor(at);
    const exact = sorted[low] + (at - low) * ((sorted[low + 1] ?? sorted[low]) - sorted[low]);
    return attribute.type === 'integer' ? Math.round(exact) : round(exact, 4);
  });
  return { probabilities, values };
}

// ── Correlations ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What a row has of an attribute, as a number in the attribute's latent order; nothing where it is not on record. */
function latentNumber(attribute, row) {
  const numeric = numberCodings[attribute.id];
  if (numeric) return numeric.when(row) ? numeric.value(row) : undefined;
  const { column, codes } = categoryCodings[attribute.id];
  const order = attribute.latent_order ?? attribute.categories.map(({ id }) => id);
  return order.indexOf(codes[row[column]]);
}

/** Ranks from 1, ties at their mean. */
function ranks(values) {
  const order = values.map((_, k) => k).sort((a, b) => values[a] - values[b]);
  const out = new Array(values.length);
  for (let start = 0, end; start < order.length; start = end) {
    end = start + 1;
    while (end < order.length && values[order[end]] === values[order[start]]) end++;
    for (let k = start; k < end; k++) out[order[k]] = (start + end + 1) / 2;
  }
  return out;
}

function pearson(x, y) {
  const [meanX, meanY] = [sum(x) / x.length, sum(y) / y.length];
  let [xy, xx, yy] = [0, 0, 0];
  for (let k = 0; k < x.length; k++) {
    xy += (x[k] - meanX) * (y[k] - meanY);
    xx += (x[k] - meanX) ** 2;
    yy += (y[k] - meanY) ** 2;
  }
  return xy / Math.sqrt(xx * yy);
}

const HERMITE_TERMS = 60;
const GRID = 8000;

/**
 * The coefficients of an attribute's standardized rank, as a function of its latent normal, in normalized Hermite polynomials. With them
 * the rank correlation of two attributes is the power series Σ aₖ bₖ rᵏ in their latent correlation r (Mehler's formula).
 */
function hermiteCoefficients(attribute) {
  const cuts = attribute.categories ? cumulativeShares(attribute) : undefined;
  const points = [];
  let cumulative = 0;
  for (let k = 0; k < GRID; k++) {
    const z = -8 + (16 * (k + 0.5)) / GRID;
    const weight = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * (16 / GRID);
    points.push({ z, weight, score: rankScore(cumulative + weight / 2, cuts) });
    cumulative += weight;
  }
  const mean = sum(points.map(({ weight, score }) => weight * score));
  const deviation = Math.sqrt(sum(points.map(({ weight, score }) => weight * (score - mean) ** 2)));
  const coefficients = new Array(HERMITE_TERMS).fill(0);
  for (const { z, weight, score } of points) {
    let [previous, current] = [0, 1];
    for (let k = 0; k < HERMITE_TERMS; k++) {
      coefficients[k] += (weight * (score - mean) * current) / deviation;
      [previous, current] = [current, (z * current - Math.sqrt(k) * previous) / Math.sqrt(k + 1)];
    }
  }
  return coefficients;
}

function cumulativeShares(attribute) {
  const order = attribute.latent_order ?? attribute.categories.map(({ id }) => id);
  let total = 0;
  return order.map((id) => (total += attribute.categories.find((category) => category.id === id).probability));
}

/** The mean rank, from 0 to 1, of the category at a cumulative probability; of a number, that probability itself. */
function rankScore(probability, cuts) {
  if (!cuts) return probability;
  const k = Math.max(
    0,
    cuts.findIndex((cut) => probability < cut),
  );
  return ((cuts[k - 1] ?? 0) + cuts[k]) / 2;
}

function latentCorrelation(target, a, b) {
  let [low, high] = [-0.999, 0.999];
  for (let step = 0; step < 40; step++) {
    const r = (low + high) / 2;
    let value = 0;
    for (let k = HERMITE_TERMS - 1; k >= 1; k--) value = (value + a[k] * b[k]) * r;
    if (value < target) low = r;
    else high = r;
  }
  return (low + high) / 2;
}

/** The latent correlation matrix, pair by pair (the engine refuses it were it not positive definite); pairs that no row has both of are filled in so that they are independent given all others. */
function correlationMatrix(attributes, rows) {
  const size = attributes.length;
  const series = attributes.map(hermiteCoefficients);
  const matrix = identity(size);
  const missing = [];
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < i; j++) {
      const pairs = rows
        .map((row) => [latentNumber(attributes[i], row), latentNumber(attributes[j], row)])
        .filter(([x, y]) => x !== undefined && y !== undefined);
      const target = pearson(ranks(pairs.map(([x]) => x)), ranks(pairs.map(([, y]) => y)));
      if (Number.isNaN(target)) missing.push([i, j]);
      else matrix[i][j] = matrix[j][i] = latentCorrelation(target, series[i], series[j]);
    }
  }
  fillMissing(matrix, missing);
  return matrix.map((row, i) => row.map((value, j) => (i === j ? 1 : round(value, 4) + 0)));
}

/** The completion of greatest determinant: Dempster, "Covariance selection", Biometrics 28 (1972); one entry at a time. */
function fillMissing(matrix, missing) {
  for (let sweep = 0; sweep < 20; sweep++) {
    for (const [i, j] of missing) {
      const others = matrix.map((_, k) => k).filter((k) => k !== i && k !== j);
      const weights = solve(
        others.map((a) => others.map((b) => matrix[a][b])),
        others.map((a) => matrix[a][j]),
      );
      matrix[i][j] = matrix[j][i] = sum(others.map((a, k) => matrix[i][a] * weights[k]));
    }
  }
}

// ── The model: what the reference fit estimated ─────────────────────────────────────────────────────────────────────────────────────

const alternatives = ['train', 'swissmetro', 'car'];
const is = (condition) => (condition ? 1 : 0);

/** By alternative, what each coefficient is multiplied with. */
function designOf(row) {
  const paid = is(pays(row)) / 100;
  const employer = is(row.who === 2);
  const [trainCost, swissmetroCost, carCost] = [row.train_co * paid, row.sm_co * paid, row.car_co / 100];
  const rail = { ga_rail: row.ga, first_class_rail: row.first };
  return {
    train: {
      asc_train: 1,
      time: row.train_tt / 100,
      cost: trainCost,
      headway: row.train_he / 100,
      cost_employer_pays: employer * trainCost,
      age55plus_train: is(row.age === 4 || row.age === 5),
      ...rail,
    },
    swissmetro: {
      time: row.sm_tt / 100,
      cost: swissmetroCost,
      headway: row.sm_he / 100,
      cost_employer_pays: employer * swissmetroCost,
      sm_airline_seats: row.sm_seats,
      ...rail,
    },
    car: {
      asc_car: 1,
      time: row.car_tt / 100,
      cost: carCost,
      cost_employer_pays: employer * carCost,
      male_car: row.male,
      luggage_car: is(row.luggage > 0),
      income_high_car: is(row.income === 3),
    },
  };
}

function predict(row, estimates) {
  const design = designOf(row);
  const weights = alternatives.map((alternative) =>
    alternative === 'car' && !drives(row)
      ? 0
      : Math.exp(sum(Object.entries(design[alternative]).map(([id, value]) => estimates[id] * value))),
  );
  const total = sum(weights);
  return weights.map((weight) => weight / total);
}

function logLikelihood(rows, estimates) {
  return sum(rows.map((row) => Math.log(predict(row, estimates)[alternatives.indexOf(row.choice)])));
}

/** Covariance of the estimates that allows for answers of one respondent being alike: H⁻¹ (Σ scores of a respondent, squared) H⁻¹, times G / (G - 1). */
function clusteredCovariance(rows, ids, estimates) {
  const hessian = ids.map(() => ids.map(() => 0));
  const scores = new Map();
  for (const row of rows) {
    const chances = predict(row, estimates);
    const design = designOf(row);
    const vectors = alternatives.map((alternative) => ids.map((id) => design[alternative][id] ?? 0));
    const mean = ids.map((_, k) => sum(vectors.map((vector, a) => chances[a] * vector[k])));
    const score = scores.get(row.id) ?? ids.map(() => 0);
    scores.set(row.id, score);
    ids.forEach((_, k) => (score[k] += vectors[alternatives.indexOf(row.choice)][k] - mean[k]));
    vectors.forEach((vector, a) =>
      ids.forEach((_, k) =>
        ids.forEach((__, l) => (hessian[k][l] += chances[a] * (vector[k] - mean[k]) * (vector[l] - mean[l]))),
      ),
    );
  }
  const inverse = ids.map((_, k) =>
    solve(
      hessian,
      ids.map((__, l) => is(k === l)),
    ),
  );
  const meat = ids.map((_, k) => ids.map((__, l) => sum([...scores.values()].map((score) => score[k] * score[l]))));
  const correction = scores.size / (scores.size - 1);
  return multiply(multiply(inverse, meat), inverse).map((row) => row.map((value) => value * correction));
}

// ── The evidence ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

function outcomeChecks(rows, estimates) {
  const predictions = rows.map((row) => predict(row, estimates));
  return alternatives.map((outcome, k) => {
    const observed = rows.filter((row) => row.choice === outcome).length / rows.length;
    return {
      outcome,
      observed: round(observed, 6),
      observed_standard_error: round(Math.sqrt((observed * (1 - observed)) / rows.length), 6),
      predicted: round(sum(predictions.map((chances) => chances[k])) / rows.length, 6),
    };
  });
}

function segmentChecks(rows, estimates) {
  return ['car_available', 'ga_travelcard', 'age'].flatMap((attribute) => {
    const { column, codes } = categoryCodings[attribute];
    return [...new Set(Object.values(codes))].flatMap((category) => {
      const group = rows.filter((row) => codes[row[column]] === category);
      if (group.length < 50) return [];
      return [{ attribute, category, observations: group.length, outcomes: outcomeChecks(group, estimates) }];
    });
  });
}

function writeEvidence(evidence, fit, rows, estimates) {
  const train = rows.filter((row) => row.split === 'train');
  const test = rows.filter((row) => row.split === 'test');
  const ids = fit.fit_train.coefficients.map(({ name }) => name);
  const covariance = clusteredCovariance(train, ids, estimates);
  const outcomes = outcomeChecks(test, estimates);
  Object.assign(evidence.split, {
    train_observations: fit.n_train,
    train_respondents: fit.n_train_respondents,
    test_observations: fit.n_test,
    test_respondents: fit.n_test_respondents,
  });
  Object.assign(evidence.fit, {
    observations: fit.n_train,
    log_likelihood: fit.fit_train.loglik,
    log_likelihood_equal_shares: fit.fit_train.loglik_equal_shares,
    log_likelihood_constants_only: fit.fit_train.loglik_constants_only,
    mcfadden_r2_equal_shares: fit.fit_train.mcfadden_r2_vs_equal,
    mcfadden_r2_constants_only: fit.fit_train.mcfadden_r2_vs_constants,
  });
  evidence.estimates = fit.fit_train.coefficients.map(({ name, estimate, se, se_robust }) => ({
    coefficient: name,
    estimate,
    standard_error: se,
    clustered_standard_error: se_robust,
  }));
  evidence.covariance = {
    method: 'clustered by respondent',
    coefficients: ids,
    matrix: covariance.map((row, i) => row.map((value, j) => Number(((value + covariance[j][i]) / 2).toPrecision(8)))),
  };
  Object.assign(evidence.hold_out, {
    observations: fit.heldout.n,
    respondents: fit.n_test_respondents,
    log_loss: fit.heldout.logloss,
    log_loss_constants_only: fit.heldout.logloss_null,
    brier: fit.heldout.brier,
    brier_constants_only: fit.heldout.brier_null,
    accuracy: fit.heldout.accuracy,
    accuracy_majority: fit.heldout.accuracy_majority,
    mcfadden_r2: fit.heldout.mcfadden_r2_heldout,
    total_variation: round(sum(outcomes.map(({ observed, predicted }) => Math.abs(observed - predicted))) / 2, 6),
    outcomes,
    segments: segmentChecks(test, estimates),
  });
  const worst = Math.max(
    ...fit.fit_train.coefficients.map(({ se_robust }, k) => Math.abs(Math.sqrt(covariance[k][k]) / se_robust - 1)),
  );
  console.log(`clustered standard errors differ from the reference by at most ${(worst * 100).toFixed(3)}%`);
  console.log(
    `hold-out log-loss ${(-logLikelihood(test, estimates) / test.length).toFixed(8)}, reference ${fit.heldout.logloss}`,
  );
}

// ── Small numerics ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

function round(value, digits) {
  return Number(value.toFixed(digits));
}

function identity(size) {
  return Array.from({ length: size }, (_, i) => Array.from({ length: size }, (__, j) => is(i === j)));
}

function multiply(a, b) {
  return a.map((row) => b[0].map((_, j) => sum(row.map((value, k) => value * b[k][j]))));
}

/** x with matrix·x = vector, by elimination with partial pivoting. */
function solve(matrix, vector) {
  const rows = matrix.map((row, i) => [...row, vector[i]]);
  const size = rows.length;
  for (let k = 0; k < size; k++) {
    const pivot = rows.reduce((best, row, i) => (i >= k && Math.abs(row[k]) > Math.abs(rows[best][k]) ? i : best), k);
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    for (let i = k + 1; i < size; i++) {
      const factor = rows[i][k] / rows[k][k];
      for (let j = k; j <= size; j++) rows[i][j] -= factor * rows[k][j];
    }
  }
  const x = new Array(size).fill(0);
  for (let k = size - 1; k >= 0; k--) {
    x[k] = (rows[k][size] - sum(x.slice(k + 1).map((value, j) => value * rows[k][k + 1 + j]))) / rows[k][k];
  }
  return x;
}

// ── All together ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

const rows = readRows();
const fit = JSON.parse(readFileSync(join(dataFolder, 'fit.json'), 'utf8'));
const definition = JSON.parse(readFileSync(definitionFile, 'utf8'));
const { population, decision, evidence, scenario } = definition;

for (const attribute of population.attributes) {
  if (attribute.categories) {
    const shares = categoryShares(attribute, rows);
    attribute.categories.forEach((category, k) => (category.probability = shares[k]));
  } else attribute.quantiles = quantileTable(attribute, rows);
}
population.correlation = correlationMatrix(population.attributes, rows);

const estimates = Object.fromEntries(fit.fit_train.coefficients.map(({ name, estimate }) => [name, estimate]));
for (const coefficient of decision.coefficients) coefficient.estimate = estimates[coefficient.id];
const seats = scenario.parameters.find(({ id }) => id === 'swissmetro_airline_seats_share');
seats.default = round(sum(rows.map((row) => row.sm_seats)) / rows.length, 4);
writeEvidence(evidence, fit, rows, estimates);

const full = Object.fromEntries(fit.fit_full.coefficients.map(({ name, estimate }) => [name, estimate]));
const train = rows.filter((row) => row.split === 'train');
console.log(`log-likelihood, train: ${logLikelihood(train, estimates).toFixed(8)}, reference ${fit.fit_train.loglik}`);
console.log(`log-likelihood, full:  ${logLikelihood(rows, full).toFixed(8)}, reference ${fit.fit_full.loglik}`);
writeFileSync(definitionFile, `${JSON.stringify(definition, null, 2)}\n`);
