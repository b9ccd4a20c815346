import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { calibrate } from '../model/fitting/calibrate.js';
import { heldOutCoverage } from '../model/fitting/evidence/model-error.js';
import type { Benchmark, BenchmarkOptions, Figure } from './figures.js';
import { calibrationFolder, dataFolderOf, readRecipe, readTable, specFolder } from './calibration-data.js';
import { measuredNow, writeRecord } from './record.js';

const recordFile = 'docs/validation/held-out.json';
/** The replicates of the population do not affect the held-out results, so that the lowest number is enough. */
const populationReplicates = 20;

/** Held-out checks of one workflow: observed shares of segments compared with the intervals of their predictions. */
interface HeldOutRecord {
  readonly workflow_id: string;
  /** Log-likelihood of the training fit, which identifies the calibration. Null for markets, which have no such fit. */
  readonly log_likelihood: number | null;
  readonly checks: number;
  /** Checks inside the interval without the model error. */
  readonly inside_without_model_error: number;
  readonly inside: number;
  /** Checks inside the interval if the model error comes from the checks of the other attributes only. */
  readonly inside_leave_one_out: number;
}

/** Share of the held-out segment checks inside their 95% intervals. It requires the calibration data. */
export const heldOut: Benchmark = {
  name: 'held-out',
  about: 'share of held-out segments inside their 95% intervals, by workflow; requires the calibration data (--record)',
  run: (options) => Promise.resolve(measure(options)),
};

function measure({ cases: selected, record = false }: BenchmarkOptions): Figure[] {
  const slugs = readdirSync(specFolder)
    .map((file) => file.replace(/\.yaml$/, ''))
    .filter((slug) => existsSync(join(dataFolderOf(slug), 'data.csv')) && (!selected || selected.includes(slug)));
  if (slugs.length === 0) throw new Error(`${calibrationFolder} contains no calibration data. Set CALIBRATION_DATA.`);
  const workflows = slugs.sort().map((slug) => {
    process.stderr.write(`${slug}\n`);
    return checksOf(slug);
  });
  if (record) writeRecord(recordFile, { ...measuredNow(), workflows });
  return workflows
    .filter(({ checks }) => checks > 0)
    .flatMap(({ workflow_id: id, checks, inside, inside_leave_one_out: leaveOneOut }) => [
      figure(`${id}: inside, of ${checks}`, inside / checks),
      figure(`${id}: inside, leave one attribute out`, leaveOneOut / checks),
    ]);
}

const figure = (name: string, share: number): Figure => ({
  case: name,
  value: 100 * share,
  unit: '%',
  against: null,
  ratio: null,
});

function checksOf(slug: string): HeldOutRecord {
  const recipe = readRecipe(slug);
  const folder = dataFolderOf(slug);
  const edges = join(folder, 'edges.csv');
  const { comparisons, definition } = calibrate({
    recipe: { ...recipe, fit: { ...recipe.fit, population_replicates: populationReplicates } },
    data: readTable(join(folder, 'data.csv')),
    ...(existsSync(edges) && { edges: readTable(edges) }),
    calibratedOn: '2000-01-01',
  });
  const checks = heldOutCoverage(slug, comparisons);
  const count = (isInside: (check: (typeof checks)[number]) => boolean) => checks.filter(isInside).length;
  return {
    workflow_id: slug,
    log_likelihood: definition.evidence.fits.find(({ sample }) => sample === 'train')?.log_likelihood ?? null,
    checks: checks.length,
    inside_without_model_error: count(({ isInsideWithoutModelError }) => isInsideWithoutModelError),
    inside: count(({ isInside }) => isInside),
    inside_leave_one_out: count(({ isInsideLeaveOneOut }) => isInsideLeaveOneOut),
  };
}
