import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENGINE_VERSION } from '../../model/definition.js';
import { readBuiltInWorkflows } from './built-in-workflows.js';
import { releaseOf, releases } from './releases.js';

const { version } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as { version: string };
const catalog = [...readBuiltInWorkflows().values()].map(({ definition, digest }) => ({
  name: `${definition.workflow_id} ${definition.version}`,
  digest,
}));

describe('the record of released definitions', () => {
  it('A definition that differs from the released one has a new version', () => {
    const { definitions } = releases.at(-1)!;
    const changed = catalog.filter(({ name, digest }) => (definitions[name] ?? digest) !== digest);
    expect(changed).toEqual([]);
  });

  it('The last release is the version of the package and has its engine', () => {
    expect(releases.at(-1)).toMatchObject({ name: version, engineVersion: ENGINE_VERSION });
  });

  it('From 0.3.0 on, each version of a workflow has one digest in all releases', () => {
    const since = releases.slice(releases.findIndex(({ name }) => name === '0.3.0'));
    const pairs = since.flatMap(({ definitions }) => Object.entries(definitions));
    expect(new Set(pairs.map(([name]) => name)).size).toBe(new Set(pairs.map((pair) => pair.join())).size);
  });

  it('The release of a result is the one with its definition, or else the last one with its engine', () => {
    const [first, second] = releases;
    const [[definition, digest]] = Object.entries(first!.definitions) as [[string, string]];
    expect(releaseOf({ definition, digest, engineVersion: null })).toBe(first!.name);
    expect(releaseOf({ definition, digest: 'other', engineVersion: '2.1.0' })).toBe(second!.name);
    expect(releaseOf({ definition, digest: 'other', engineVersion: null })).toBeUndefined();
  });
});
