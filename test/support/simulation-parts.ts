import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../src/common/crypto.js';
import { cliFolder, type CliFolder } from './cli-folder.js';
import { projectFolder } from './operator.js';

/** Definition of the simulation of which `partsFolder` runs parts. */
export const partsDefinition = join(projectFolder, 'catalog/swissmetro-mode-choice.json');
/** Agents of the simulation, which has two blocks. */
export const agents = 60_000;

interface PartsFolder extends CliFolder {
  /** Runs a part of the simulation, such as `1/2`, into a folder. */
  runPart: (out: string, part: string, ...more: string[]) => Promise<number>;
  /** Merges the parts in a folder, and prints the result as JSON. */
  merge: (from: string) => Promise<number>;
  /** Digest of each file in a folder. */
  contentsOf: (name: string) => Record<string, string>;
}

/** A folder for all tests of a `describe`, in which they run `cli simulation`. It contains the parts of a whole simulation in `whole`. */
export function partsFolder(): PartsFolder {
  const folder = cliFolder('simulation', { before: beforeAll, after: afterAll });
  const { at, run } = folder;
  const runPart: PartsFolder['runPart'] = (out, part, ...more) => {
    const scenario = ['--scenario', '{"swissmetro_cost_factor":0.8}'];
    return run(
      ...['run-part', partsDefinition, '--agents', `${agents}`, ...scenario],
      ...['--part', part, '--out', at(out), ...more],
    );
  };
  beforeAll(async () => expect(await runPart('whole', '1/1')).toBe(0));
  return {
    ...folder,
    runPart,
    merge: (from) => run('merge-parts', partsDefinition, '--from', at(from), '--json'),
    contentsOf: (name) =>
      Object.fromEntries(
        readdirSync(at(name)).map((file) => [file, sha256(readFileSync(at(`${name}/${file}`))).toString('hex')]),
      ),
  };
}
