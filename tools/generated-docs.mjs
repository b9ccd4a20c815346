// cspell:ignore licence (a field of the definition)
// Builds the generated parts of the documentation from the code. Pure functions: see `docs-sections.mjs`.

export const families = {
  binary_logit: 'binary logit',
  conditional_logit: 'conditional logit',
  counts: 'counts',
  diffusion: 'diffusion',
  hazard: 'hazard',
  ordered_logit: 'ordered logit',
  repeated_games: 'repeated games',
  willingness_to_pay: 'willingness to pay',
};

export const dataKinds = {
  experiment: 'randomized experiment',
  observational: 'observational data',
  revealed_preference: 'revealed preferences (real choices)',
  stated_preference: 'stated preferences (survey choices)',
};

/** Replaces the text between `<!-- generated: NAME -->` and `<!-- end: NAME -->`. Throws if the markers are missing. */
export function withSection(text, name, content) {
  const [start, end] = [`<!-- generated: ${name} -->`, `<!-- end: ${name} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the markers of the section "${name}" are missing`);
  return `${text.slice(0, from + start.length)}\n\n${content}\n\n${text.slice(to)}`;
}

/** A Markdown table with the alignment that Prettier produces. */
export function table(headers, rows) {
  const cells = [headers, ...rows].map((row) => row.map((cell) => String(cell).replaceAll('|', '\\|')));
  const widths = headers.map((_, column) => Math.max(3, ...cells.map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const [head, ...body] = cells;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body.map(line)].join('\n');
}

/** `.env.example`: all settings, and after them the part for `docker-compose.yml` of the text before. */
export function envExample(settings, before) {
  const lines = Object.entries(settings).flatMap(([name, { meaning, default: value }]) => [
    ...(meaning ? wrapped(meaning, 118).map((line) => `# ${line}`) : []),
    `${name}=${value}`,
  ]);
  const compose = before.slice(before.indexOf('# Used by docker-compose.yml only'));
  return `${envHeader}${lines.join('\n')}\n${compose}`;
}

const envHeader = `# All settings, written from src/config/setting-list.ts. Copy this file to .env and change what you need.
# Environment variables have priority over .env.

`;

const wrapped = (text, width) => text.match(new RegExp(`\\S.{0,${width - 2}}(?=\\s|$)|\\S+`, 'g'));

/** The table of limits by plan of `docs/user/limits.md`. */
export function planTable(planLimits) {
  const number = (value) => value.toLocaleString('en-US');
  const rows = Object.entries(planLimits).map(([plan, limits]) => [
    plan,
    number(limits.requests_per_minute),
    number(limits.simulations_per_month),
    number(limits.agents_per_simulation),
    limits.agents_per_large_simulation > limits.agents_per_simulation
      ? number(limits.agents_per_large_simulation)
      : '–',
    number(limits.concurrent_simulations),
    `${number(limits.compute_seconds_per_simulation)} s`,
    number(limits.promotion_dry_runs_per_minute),
    `${number(limits.processor_seconds_per_minute)} s`,
  ]);
  return table(
    [
      ...[
        'Plan',
        'Requests per minute',
        'Simulations per month',
        'Agents per simulation',
        'Agents per large simulation',
      ],
      ...['Concurrent simulations', 'Processor time per simulation', 'Dry runs of promotions per minute'],
      'Other processor time per minute',
    ],
    rows,
  );
}

/** The tables of `docs/operator/logging.md`: the events with their fields, and the meanings of each field. */
export function securityEventTables(events) {
  const rows = Object.entries(events).map(([event, { meaning, fields }]) => [
    `\`${event}\``,
    meaning,
    Object.keys(fields).map(code).join(', '),
  ]);
  const pairs = Object.values(events).flatMap(({ fields }) => Object.entries(fields));
  const meanings = [...new Set(pairs.map(([name]) => name))].map((name) => [
    code(name),
    [...new Set(pairs.filter(([other]) => other === name).map(([, meaning]) => meaning))].join('. Or: '),
  ]);
  return [table(['Event', 'Meaning', 'Fields'], rows), table(['Field', 'Meaning'], meanings)].join('\n\n');
}

/** The tables of `docs/operator/ended-access.md`: what ends in which way, and why the rest remains. */
export function capabilityTables(capabilities, endings) {
  const names = {
    member_removed: 'Member removed',
    owner_demoted: 'Owner becomes member',
    scopes_withdrawn: 'Scopes withdrawn',
    account_discarded: 'Unverified account discarded',
    person_erased: 'Person erased by the operator',
  };
  const entries = Object.entries(capabilities);
  const cell = ({ at, byDefault }, ending) =>
    at[ending] === 'asked' || at[ending] === 'exceeding' ? `${at[ending]}, ${byDefault}` : at[ending];
  const rows = entries.map(([name, entry]) => [`\`${name}\``, ...endings.map((ending) => cell(entry, ending))]);
  const reasons = entries.flatMap(([name, { because }]) => (because ? [[`\`${name}\``, because]] : []));
  return [
    table(['Left behind', ...endings.map((ending) => names[ending])], rows),
    table(['Remains', 'Reason'], reasons),
  ].join('\n\n');
}

/** The table of `docs/user/workflows.md`: one row for each workflow definition. */
export function workflowTable(definitions) {
  const sorted = definitions.toSorted((a, b) => (a.workflow_id < b.workflow_id ? -1 : 1));
  const rows = sorted.map(({ workflow_id: id, name, decision, evidence }) => [
    `\`${id}\``,
    plain(name),
    families[decision.family] ?? decision.family,
    dataKinds[evidence.data.kind] ?? evidence.data.kind,
    heldOut(evidence.hold_out),
  ]);
  return table(['Workflow', 'Name', 'Family', 'Data', 'Held-out results'], rows);
}

/** The first score next to the score of the null model, and the largest error of a predicted outcome share. */
function heldOut({ scores, outcomes }) {
  const [{ id, value, null_value: nullValue }] = scores;
  const score = `${id.replaceAll('_', ' ')} ${value.toFixed(3)} (null model: ${nullValue.toFixed(3)})`;
  if (outcomes.length === 0) return score;
  const errors = outcomes.map(({ predicted, observed }) => Math.abs(predicted - observed));
  return `${score}; largest error of a share ${(100 * Math.max(...errors)).toFixed(1)} points`;
}

/**
 * The table of `docs/analyst/choice-models.md`: a plain logit and the same model with random coefficients.
 *
 * @param own the definition with random coefficients, with its comparison with the plain one
 * @param times the first trade-off of each that is a value of time: of the plain one, and above the amounts of 50% of the agents. May be missing
 */
export function randomCoefficientsTable({ evidence: { comparison, hold_out: held } }, times) {
  const [own, plain] = comparison.models;
  const row = (label, valueOf) => [label, valueOf(plain), valueOf(own)];
  const number = (digits) => (value) => fixed(value, digits);
  const loglik = number(1);
  const score = (id) => (model) => number(4)(model.held_out[id]);
  const [first] = times;
  const except = first?.excludes.length
    ? `agents except ${first.excludes.map(({ label }) => `“${label}”`).join(' and ')}`
    : 'all agents';
  return table(
    ['Same rows and respondents', 'Plain logit', 'Random coefficients'],
    [
      row(
        `Log-likelihood of ${comparison.observations.toLocaleString('en-US')} choices of ${comparison.vuong.clusters} respondents`,
        (model) => loglik(model.log_likelihood),
      ),
      row(`Log-likelihood of all choices of each of ${held.respondents} held-out respondents`, (model) =>
        loglik(model.held_out_log_likelihood),
      ),
      row('Held-out log loss of a single choice', score('log_loss')),
      row('Held-out Brier score of a single choice', score('brier')),
      [
        `Value of time, in ${first?.unit ?? 'money an hour'}: ${except}, and above 50% of agents`,
        ...times.map((time) => (time ? number(1)(time.estimate) : '–')),
      ],
    ],
  );
}

const fixed = (value, digits) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace('-', '−');

/** The first value of time of a model, or that of its median agent. */
export const timeOf = (found) =>
  found?.trade_offs.find(
    ({ kind, applies_to: group, percentile }) => kind === 'value_of_time' && !group && (percentile ?? 50) === 50,
  );

/** The options or the range of a parameter. */
export function valuesOf(parameter) {
  if (parameter.options) return parameter.options.map(({ id }) => code(id)).join(', ');
  return `${code(parameter.minimum)} to ${code(parameter.maximum)}`;
}

const code = (value) => `\`${value}\``;

/** Text of a definition as Markdown: no character of it has a special meaning. */
export function plain(text) {
  return text.replace(/[*_<>[\]]/g, '\\$&').trim();
}
