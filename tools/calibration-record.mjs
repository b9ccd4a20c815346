// `npm run test:calibration` fits all workflows of the catalog again and then runs this file. It records the hashes of what was
// fitted, and `npm test` compares them instead of fitting each workflow.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';
import { parse } from 'yaml';

const projectFolder = join(import.meta.dirname, '..');
const source = join(projectFolder, 'src');
export const recordFile = join(projectFolder, 'test/calibration-record.json');
export const calibrationData = process.env.CALIBRATION_DATA ?? join(projectFolder, '../shared/calibration');

/** What a calibration runs, see test/support/calibration/catalog-calibration.ts. */
const entries = [
  'calibration/calibrate.ts',
  'calibration/backtest.ts',
  'calibration/results/compare-fits.ts',
  'cli/workflow/read-spec.ts',
  'cli/workflow/read-table.ts',
];

const slugs = readdirSync(join(source, 'catalog/specs')).map((file) => file.replace(/\.yaml$/, ''));

/** Hashes of the code, and of the spec, its questions, the definition and the data of each workflow. Without its data, a workflow has none. */
export function calibrationRecord() {
  const withData = slugs.filter((slug) => existsSync(dataFolder(slug)));
  return { code: codeHash(), workflows: Object.fromEntries(withData.map((slug) => [slug, workflowHash(slug)])) };
}

function workflowHash(slug) {
  const hash = createHash('sha256');
  // A comment or a line break does not change a fit.
  for (const own of withBases(slug))
    for (const folder of ['specs', 'questions']) hash.update(JSON.stringify(readYaml(folder, own)));
  hash.update(JSON.stringify(JSON.parse(readFileSync(join(source, 'catalog', `${slug}.json`), 'utf8'))));
  const folder = dataFolder(slug);
  for (const file of ['data.csv', 'edges.csv', 'fit.json'])
    if (existsSync(join(folder, file))) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest('hex');
}

const readYaml = (folder, slug) => parse(readFileSync(join(source, 'catalog', folder, `${slug}.yaml`), 'utf8'));

/** A workflow, and those from whose specs its spec starts. */
function withBases(slug) {
  const { base } = readYaml('specs', slug);
  return base === undefined ? [slug] : [slug, ...withBases(base.replace(/\.yaml$/, ''))];
}

/** A spec that starts from another one uses its data, unless it has its own. See src/cli/workflow/data-folder.ts. */
function dataFolder(slug) {
  const folders = withBases(slug).map((own) => join(calibrationData, own));
  return folders.find((folder) => existsSync(folder)) ?? folders[0];
}

/** Hash of the files that the entries import, directly or not, and of the versions of their packages. */
function codeHash() {
  const files = new Map(); // Compiled text by path.
  const packages = new Set();
  const waiting = entries.map((file) => join(source, file));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (files.has(path)) continue;
    const code = compiled(path);
    files.set(path, code);
    for (const [, specifier] of code.matchAll(/^(?:import|export)\b(?:[^;"']*\bfrom)?\s*["']([^"']+)["']/gm))
      if (specifier.startsWith('.')) waiting.push(join(dirname(path), specifier).replace(/\.js$/, '.ts'));
      else if (!specifier.startsWith('node:')) packages.add(specifier.match(/^(?:@[^/]+\/)?[^/]+/)[0]);
  }
  const hash = createHash('sha256');
  for (const path of [...files.keys()].sort()) hash.update(relative(source, path)).update(files.get(path));
  const { packages: locked } = JSON.parse(readFileSync(join(projectFolder, 'package-lock.json'), 'utf8'));
  for (const name of [...packages].sort()) hash.update(`${name} ${locked[`node_modules/${name}`].version}`);
  return hash.digest('hex');
}

/** Without comments and types, and in one format: a change of these does not change a fit. */
function compiled(path) {
  const text = readFileSync(path, 'utf8');
  if (!path.endsWith('.ts')) return text;
  const minify = { format: { comments: false } };
  return transformSync(text, { jsc: { parser: { syntax: 'typescript' }, target: 'es2022', minify } }).code;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const record = calibrationRecord();
  const missing = slugs.filter((slug) => !(slug in record.workflows));
  if (missing.length > 0) throw new Error(`no calibration data for ${missing.join(', ')}`);
  writeFileSync(recordFile, `${JSON.stringify(record, null, 2)}\n`);
}
