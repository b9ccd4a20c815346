import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../embedded/project.js';

const clients = join(projectFolder, 'clients');
const read = (path) => readFileSync(join(clients, path), 'utf8');

/** Files of the packages that people write. The build generates the types of the API and the synchronous client of Python. */
const isSource = (path) =>
  /^(typescript|python)\/src\/.*\.(ts|py|typed)$|^(typescript\/package\.json|python\/pyproject\.toml)$/.test(path) &&
  !/\.spec\.ts$|\/generated\/|\/types\.py$|\/_sync\/|\/node_modules\//.test(path);

const sources = readdirSync(clients, { recursive: true, encoding: 'utf8' }).filter(isSource).toSorted();
const digestOf = (files) => {
  const hash = createHash('sha256');
  for (const [path, text] of files) hash.update(`${path}\0${text}\0`);
  return hash.digest('hex');
};
const contents = sources.map((path) => [path, read(path)]);

describe('the versions of the clients', () => {
  const { version } = JSON.parse(read('typescript/package.json'));

  it('Both clients have one version in all of their files', () => {
    const versions = {
      'python/pyproject.toml': /^version = "(.*)"$/m,
      'python/src/simulation_service/_version.py': /^version = "(.*)"$/m,
      'typescript/src/version.ts': /^export const version = '(.*)';$/m,
    };
    for (const [path, pattern] of Object.entries(versions))
      expect([path, pattern.exec(read(path))?.[1]]).toEqual([path, version]);
  });

  // A program locks the checksum of a package: with other content under the same version, its installation fails.
  it('The sources of a version of the clients do not change: a change needs a new version in clients/versions.json', () => {
    expect(sources.length).toBeGreaterThan(40);
    const recorded = JSON.parse(read('versions.json'));
    // If this fails: raise the version in the files of the test above, and add it with this digest. Replace the digest of a version only if
    // no release of the service contains it.
    expect({ version, digest: recorded[version] }).toEqual({ version, digest: digestOf(contents) });
  });

  it('A changed, an added and a renamed source have another digest', () => {
    const [[path, text], ...others] = contents;
    const digests = [
      contents,
      [[path, `${text} `], ...others],
      [[`${path}x`, text], ...others],
      [...contents, ['x', '']],
    ].map(digestOf);
    expect(new Set(digests).size).toBe(4);
  });
});
