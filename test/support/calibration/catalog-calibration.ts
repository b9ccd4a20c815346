import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Calibration } from '../../../model/fitting/calibration.js';
import type { Evidence, ModelComparison } from '../../../model/definition.js';
import { dataFolder } from '../../../src/cli/workflow/read-spec.js';
import { calibrationFolder } from '../calibration-folder.js';
import { projectFolder } from '../operator.js';

/** A workflow of the catalog, calibrated again from its spec and data. */
export interface Recalibration extends Pick<Calibration, 'agreements' | 'definition'> {
  /** Comparison with the model of the evidence, fitted again. Undefined without one. */
  comparison: ModelComparison | undefined;
  /** Agents that were simulated in the situations of the held-out rows. */
  agents: number;
}

const built = pathToFileURL(join(projectFolder, 'dist/')).href;

// Jest's module scope makes numeric code two to three times slower, so a thread runs the build.
const program = `
const { readFileSync } = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');
const load = (file) => import(workerData.built + file);
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
(async () => {
  const { calibrate } = await load('model/fitting/calibrate.js');
  const { backtest } = await load('model/fitting/backtest.js');
  const { readRecipe } = await load('src/cli/workflow/read-spec.js');
  const { readTableFile } = await load('src/cli/workflow/read-spec.js');
  const { compareFittedModels } = await load('model/fitting/results/compare-fits.js');
  const { files, calibratedOn, agents } = workerData;
  const recipe = readRecipe(files.spec);
  const tables = { data: await readTableFile(files.data), edges: files.edges && (await readTableFile(files.edges)) };
  const calibration = calibrate({ recipe, ...tables, reference: read(files.reference), calibratedOn });
  const { agreements, definition } = calibration;
  const comparedWith = (other) =>
    compareFittedModels({ recipe, calibration }, { recipe: other, calibration: calibrate({ recipe: other, ...tables, calibratedOn }) });
  const comparison = files.other && comparedWith(readRecipe(files.other));
  const tested = backtest({ recipe, ...tables, definition, agents, seed: 1 });
  parentPort.postMessage({ agreements, definition, comparison, agents: tested.holdOut.simulation.agents });
})();`;

/** Spec of a workflow, and the folder of its data. */
export function calibrationFiles(slug: string): { readonly spec: string; readonly folder: string } {
  const spec = join(projectFolder, 'catalog/specs', `${slug}.yaml`);
  return { spec, folder: dataFolder(calibrationFolder, spec) };
}

/**
 * @param evidence of the committed definition, with the date of its calibration and the model that it is compared with
 * @param agents for each held-out response; for markets, the number of runs
 */
export async function recalibrate(slug: string, evidence: Evidence, agents: number): Promise<Recalibration> {
  const { spec, folder } = calibrationFiles(slug);
  const edges = join(folder, 'edges.csv');
  const files = {
    spec,
    data: join(folder, 'data.csv'),
    reference: join(folder, 'fit.json'),
    edges: existsSync(edges) ? edges : undefined,
    other: evidence.comparison && calibrationFiles(evidence.comparison.models[1].workflow_id).spec,
  };
  const workerData = { built, files, calibratedOn: evidence.calibrated_on, agents };
  const worker = new Worker(program, { eval: true, workerData });
  const [recalibration] = (await once(worker, 'message')) as [Recalibration];
  await worker.terminate();
  return recalibration;
}
