// cspell:ignore licence (a field of the definition)
// Builds the generated parts of the documentation from the code. Pure functions: `generate-docs.mjs` writes the files, and
// `generated-docs.spec.mjs` checks that they are current.

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

/** The error table of `docs/api.md`, by status. */
export function errorTable(errorCodes) {
  const rows = errorCodes.map(([code, { status, help }]) => [status, `\`${code}\``, ...help]);
  return table(
    ['Status', 'Code', 'Cause', 'Remedy'],
    rows.toSorted(([a], [b]) => a - b),
  );
}

/** The table of limits by plan of `docs/api.md`. */
export function planTable(planLimits) {
  const number = (value) => value.toLocaleString('en-US');
  const rows = Object.entries(planLimits).map(([plan, limits]) => [
    plan,
    number(limits.requests_per_minute),
    number(limits.simulations_per_month),
    number(limits.agents_per_simulation),
    number(limits.concurrent_simulations),
    `${number(limits.compute_seconds_per_simulation)} s`,
    number(limits.promotion_dry_runs_per_minute),
  ]);
  return table(
    [
      ...['Plan', 'Requests per minute', 'Simulations per month', 'Agents per simulation', 'Concurrent simulations'],
      ...['Processor time per simulation', 'Dry runs of promotions per minute'],
    ],
    rows,
  );
}

/** The tables of `docs/logging.md`: the events with their fields, and the meanings of each field. */
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

/** The catalog of `docs/workflows.md`: an overview table and one section for each workflow definition. */
export function workflowCatalog(definitions) {
  const sorted = definitions.toSorted((a, b) => (a.workflow_id < b.workflow_id ? -1 : 1));
  const overview = sorted.map(({ workflow_id: id, name, decision, evidence }) => [
    `[\`${id}\`](#${id})`,
    plain(name),
    families[decision.family] ?? decision.family,
    dataKinds[evidence.data.kind] ?? evidence.data.kind,
  ]);
  return [table(['Workflow', 'Name', 'Family', 'Data'], overview), ...sorted.map(section)].join('\n\n');
}

function section({
  workflow_id: id,
  version,
  name,
  summary,
  domain,
  routing,
  population,
  scenario,
  decision,
  evidence,
}) {
  const { data, split } = evidence;
  const facts = [
    `Version: ${version}`,
    `Domain: ${domain.replaceAll('_', ' ')}`,
    `Family: ${families[decision.family] ?? decision.family}`,
    `Population: ${plain(population.description)}`,
    `Recommended agent count: ${population.recommended_agent_count.toLocaleString('en-US')}`,
    `Data: ${plain(data.title)}; ${dataKinds[data.kind] ?? data.kind}`,
    `Citation: ${plain(data.citation)}`,
    `Data license: ${plain(data.license ?? data.licence)}`,
    `Observations: ${split.train_observations.toLocaleString('en-US')} for fitting, ${split.test_observations.toLocaleString('en-US')} held out`,
    `Held-out results: ${heldOut(evidence.hold_out)}`,
    `Causal effects: ${plain(data.causal)}`,
    `Example question: ${plain(routing.examples[0])}`,
  ];
  const parameters = scenario.parameters.map((parameter) => [
    `\`${parameter.id}\``,
    plain(parameter.label),
    plain(parameter.unit ?? ''),
    code(parameter.default),
    valuesOf(parameter),
    parameter.calibrated_range ? parameter.calibrated_range.map(code).join(' to ') : '',
  ]);
  const columns = ['Parameter', 'Label', 'Unit', 'Default', 'Values', 'Calibrated range'];
  return [`## ${id}`, wrapped(`${plain(name)}. ${plain(summary)}`), list(facts), table(columns, parameters)].join(
    '\n\n',
  );
}

/** The first score next to the score of the null model, and the largest error of a predicted outcome share. */
function heldOut({ scores, outcomes }) {
  const [{ id, value, null_value: nullValue }] = scores;
  const score = `${id.replaceAll('_', ' ')} ${value.toFixed(3)} (null model: ${nullValue.toFixed(3)})`;
  if (outcomes.length === 0) return score;
  const errors = outcomes.map(({ predicted, observed }) => Math.abs(predicted - observed));
  return `${score}; largest difference between a predicted and an observed outcome share ${(100 * Math.max(...errors)).toFixed(1)} points`;
}

/** The options or the range of a parameter. */
export function valuesOf(parameter) {
  if (parameter.options) return parameter.options.map(({ id }) => code(id)).join(', ');
  return `${code(parameter.minimum)} to ${code(parameter.maximum)}`;
}

const code = (value) => `\`${value}\``;
const list = (items) => items.map((item) => wrapped(`- ${item}`, '  ')).join('\n');

/** Text of a definition as Markdown: no character of it has a special meaning. */
export function plain(text) {
  return text.replace(/[*_<>[\]]/g, '\\$&').trim();
}

const lineWidth = 118;

/** Breaks a paragraph into lines; no line begins with a character that Markdown reads as a list, heading or quote. */
function wrapped(text, indent = '') {
  const lines = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const fits = line.length + 1 + word.length <= lineWidth;
    if (line === '') line = word;
    else if (fits || /^([-+*>]$|#|\d+[.)]$)/.test(word)) line += ` ${word}`;
    else {
      lines.push(line);
      line = indent + word;
    }
  }
  return [...lines, line].join('\n');
}
