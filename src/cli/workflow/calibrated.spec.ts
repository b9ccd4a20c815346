import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calibrate } from '../../calibration/calibrate.js';
import { backtest } from '../../calibration/backtest.js';
import type { Agreement } from '../../calibration/reference.js';
import { type CalibrationSpec, parseSpec } from '../../calibration/spec/parse-spec.js';
import { parseDefinition, type WorkflowDefinition } from '../../engine/index.js';
import { readTable } from './read-table.js';
import type { Calibration } from '../../calibration/calibration.js';

// The survey data are not part of the project. Workflows without a data folder are skipped.
const root = join(import.meta.dirname, '../../..');
const surveys = process.env.CALIBRATION_DATA ?? join(root, '../shared/calibration');
const catalog = join(root, 'src/catalog');
const slugs = readdirSync(join(catalog, 'specs')).map((file) => file.replace(/\.json$/, ''));

/**
 * Tolerances for the reference fit: estimates to 4 significant digits (of the standard error if that is greater), and the
 * log-likelihood to 1e-4. They are larger if the file contains rounded data that the reference was not fitted to, or if the
 * reference stopped before the maximum.
 */
const strictTolerance = { estimate: 5e-5, logLikelihood: 1e-4 };
const toleranceBySlug: Readonly<Record<string, typeof strictTolerance>> = {
  'health-insurance-visits': { estimate: 0.01, logLikelihood: 0.2 },
  'unemployment-duration': { estimate: 1e-3, logLikelihood: 2e-3 },
  'alt-fuel-vehicle-choice': { estimate: 1e-3, logLikelihood: 1e-3 },
  'catsup-brand-choice': { estimate: 0.05, logLikelihood: 2e-3 },
};

/** Agents per held-out response; for markets, the number of runs. */
const agentsBySlug: Readonly<Record<string, number>> = { 'technology-adoption-bass': 20 };

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

describe.each(slugs)('%s, calibrated again from its spec and data (skipped without the data folder)', (slug) => {
  const folder = join(surveys, slug);
  const test = existsSync(folder) ? it : it.skip;
  const committedFile = join(catalog, `${slug}.json`);
  const committed = existsSync(committedFile) ? parseDefinition(read(committedFile)) : undefined;
  let spec: CalibrationSpec;
  let calibrated: Calibration;
  const tables = () => ({
    data: readTable(join(folder, 'data.csv')),
    edges: existsSync(join(folder, 'edges.csv')) ? readTable(join(folder, 'edges.csv')) : undefined,
  });

  beforeAll(() => {
    if (!existsSync(folder)) return;
    spec = parseSpec(read(join(catalog, 'specs', `${slug}.json`)));
    const calibratedOn = committed?.evidence.calibrated_on ?? '2025-01-01';
    calibrated = calibrate({ spec, ...tables(), reference: read(join(folder, 'fit.json')), calibratedOn });
  });

  test('The calibration agrees with the reference fit', () => {
    const allowed = toleranceBySlug[slug] ?? strictTolerance;
    expect(calibrated.agreements.flatMap((agreement) => disagreements(agreement, allowed))).toEqual([]);
    expect(calibrated.agreements.length).toBeGreaterThan(0);
  });

  (existsSync(folder) && committed ? it : it.skip)('The calibration reproduces the definition of the catalog', () => {
    expect(withoutProvenance(calibrated.definition)).toEqual(withoutProvenance(committed!));
  });

  test('Simulated agents agree with the closed form in the situations of the held-out rows', () => {
    const tested = backtest({
      spec,
      ...tables(),
      definition: calibrated.definition,
      agents: agentsBySlug[slug] ?? 2,
      seed: 1,
    });
    expect(tested.holdOut.simulation!.agents).toBeGreaterThan(0);
  });
});

function disagreements({ sample, logLikelihood, coefficients }: Agreement, allowed: typeof strictTolerance): string[] {
  const differences: string[] = [];
  if (!(Math.abs(logLikelihood.ours - logLikelihood.theirs) <= allowed.logLikelihood))
    differences.push(`${sample}: log-likelihood ${logLikelihood.ours}, reference ${logLikelihood.theirs}`);
  for (const { coefficient, ours, theirs, standardError } of coefficients) {
    const size = Math.max(Math.abs(theirs), standardError?.theirs ?? 0);
    if (!(Math.abs(ours - theirs) <= allowed.estimate * size))
      differences.push(`${sample}: ${coefficient} ${ours}, reference ${theirs}`);
  }
  return differences;
}

/** Definition without the results of a backtest and the version that calibrated it. */
function withoutProvenance({ evidence, ...definition }: WorkflowDefinition): unknown {
  const { hold_out, ...rest } = evidence;
  const text = JSON.stringify({ ...hold_out, simulation: undefined }, (key, value: unknown) =>
    key === 'simulated' ? undefined : value,
  );
  const comparable = { ...rest, calibrated_with: undefined, engine_version: undefined };
  return { ...definition, evidence: { ...comparable, hold_out: JSON.parse(text) as unknown } };
}
