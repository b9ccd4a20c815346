// Writes the generated parts of docs/analyst/validation.md and the plots of the workflows: npm run docs:validation
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withSection } from './generated-docs.mjs';
import {
  contrastsTable,
  coverageTable,
  heldOutTable,
  plotsOf,
  staleHeldOut,
  subgroupsTable,
  testedEffectsTable,
  widthTables,
} from './validation-docs.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

const definitions = readdirSync(join(root, 'catalog'))
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => readJson(`catalog/${name}`));
const coverage = readJson('docs/validation/coverage.json');
const heldOut = readJson('docs/validation/held-out.json');
const subgroups = readJson('docs/validation/subgroups.json');
const stale = staleHeldOut(heldOut, definitions);
if (stale.length > 0) {
  process.stderr.write(
    `docs/validation/held-out.json is older than ${stale.join(', ')}. Run: npm run bench -- held-out --record\n`,
  );
  process.exitCode = 1;
}

const plots = join(root, 'docs/images/validation');
rmSync(plots, { recursive: true, force: true });
mkdirSync(plots, { recursive: true });
for (const [file, svg] of plotsOf(definitions)) writeFileSync(join(root, 'docs', file), svg);

const path = join(root, 'docs/analyst/validation.md');
const sections = {
  coverage: coverageTable(coverage),
  'held-out': heldOutTable(heldOut, definitions),
  subgroups: subgroupsTable(subgroups, definitions),
};
const text = Object.entries(sections).reduce(
  (all, [section, content]) => withSection(all, section, content),
  readFileSync(path, 'utf8'),
);
writeFileSync(path, text);

const widths = join(root, 'docs/analyst/interval-widths.md');
writeFileSync(widths, withSection(readFileSync(widths, 'utf8'), 'widths', widthTables(coverage)));

const experiments = join(root, 'docs/analyst/experiments.md');
writeFileSync(experiments, withSection(readFileSync(experiments, 'utf8'), 'contrasts', contrastsTable(definitions)));

const intervals = join(root, 'docs/user/intervals.md');
const tested = testedEffectsTable(readJson('docs/validation/tested-effects.json'), definitions);
writeFileSync(intervals, withSection(readFileSync(intervals, 'utf8'), 'tested-effects', tested));
process.stdout.write(
  'docs/analyst/validation.md, interval-widths.md, experiments.md, docs/user/intervals.md and the plots are current\n',
);
