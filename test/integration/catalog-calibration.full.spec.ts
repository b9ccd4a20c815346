import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Agreement } from '../../model/fitting/reference.js';
import type { WorkflowDefinition } from '../../model/definition.js';
import { parseDefinition } from '../../model/simulate.js';
import { calibrationFiles, recalibrate, type Recalibration } from '../support/calibration/catalog-calibration.js';

// The survey data are not part of the project. Workflows without a data folder are skipped.
const catalog = join(import.meta.dirname, '../../catalog');
const slugs = readdirSync(join(catalog, 'specs')).map((file) => file.replace(/\.yaml$/, ''));

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

const withoutReference = [
  ...['catsup-repeat-purchases', 'conservation-wtp', 'swissmetro-mode-choice', 'swissmetro-value-of-time'],
];

/** A fit of several random coefficients takes minutes. */
const refitTimeoutMs = 3_600_000;

/** Agents per held-out response; for markets, the number of runs. */
const agentsBySlug: Readonly<Record<string, number>> = { 'technology-adoption-bass': 20 };

describe.each(slugs)('%s, calibrated again from its spec and data (skipped without the data folder)', (slug) => {
  const hasData = existsSync(calibrationFiles(slug).folder);
  const test = hasData ? it : it.skip;
  const committed = parseDefinition(JSON.parse(readFileSync(join(catalog, `${slug}.json`), 'utf8')));
  let calibrated: Recalibration;

  beforeAll(async () => {
    if (!hasData) return;
    calibrated = await recalibrate(slug, committed.evidence, agentsBySlug[slug] ?? 2);
  }, refitTimeoutMs);

  test('The calibration agrees with the reference fit', () => {
    const allowed = toleranceBySlug[slug] ?? strictTolerance;
    expect(calibrated.agreements.flatMap((agreement) => disagreements(agreement, allowed))).toEqual([]);
    expect(calibrated.agreements.length > 0).toBe(!withoutReference.includes(slug));
  });

  test('The calibration reproduces the definition of the catalog', () => {
    expect(withoutProvenance(calibrated.definition)).toEqual(withoutProvenance(committed));
    expect(calibrated.comparison).toEqual(committed.evidence.comparison);
  });

  test('Simulated agents agree with the closed form in the situations of the held-out rows', () => {
    expect(calibrated.agents).toBeGreaterThan(0);
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

/** Definition without the results of a backtest and a comparison, and without the version that calibrated it. */
function withoutProvenance({ evidence, ...definition }: WorkflowDefinition): unknown {
  const { hold_out, ...rest } = evidence;
  const text = JSON.stringify({ ...hold_out, simulation: undefined }, (key, value: unknown) =>
    key === 'simulated' ? undefined : value,
  );
  const comparable = { ...rest, comparison: undefined, calibrated_with: undefined, engine_version: undefined };
  return { ...definition, evidence: { ...comparable, hold_out: JSON.parse(text) as unknown } };
}
