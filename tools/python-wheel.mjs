// The wheel of the Python client (PEP 427), which needs no Python to build.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';

/** The same content has the same bytes: ZIP files have no earlier date. */
const mtime = new Date(1980, 0, 1);

/** The lists and texts of `pyproject.toml`, which has one line for each. */
function projectOf(text) {
  const [, project] = /^\[project\]\n([^]*?)\n\[/m.exec(text);
  const [, extras] = /^\[project\.optional-dependencies\]\n([^]*?)\n\n/m.exec(text);
  const fields = (lines) =>
    Object.fromEntries(Array.from(lines.matchAll(/^([\w-]+) = (.*)$/gm), ([, key, value]) => [key, JSON.parse(value)]));
  return { ...fields(project), extras: fields(extras) };
}

/** The file of metadata (core metadata 2.1). */
function metadataOf({ name, version, description, dependencies, extras, 'requires-python': python }, readme) {
  const lines = [
    ...['Metadata-Version: 2.1', `Name: ${name}`, `Version: ${version}`, `Summary: ${description}`],
    `Requires-Python: ${python}`,
    ...dependencies.map((each) => `Requires-Dist: ${each}`),
    ...Object.entries(extras).flatMap(([extra, packages]) => [
      `Provides-Extra: ${extra}`,
      ...packages.map((each) => `Requires-Dist: ${each}; extra == "${extra}"`),
    ]),
    'Description-Content-Type: text/markdown',
  ];
  return `${lines.join('\n')}\n\n${readme}`;
}

/**
 * Returns the name and the bytes of the wheel.
 * @param folder the folder with `pyproject.toml`
 * @param generated contents of generated files of the package, by path
 */
export function pythonWheel(folder, generated) {
  const project = projectOf(readFileSync(join(folder, 'pyproject.toml'), 'utf8'));
  const module = project.name.replaceAll('-', '_');
  const source = join(folder, 'src', module);
  const isSource = (name) =>
    /(\.py|py\.typed)$/.test(name) && !/^(_sync\/|types\.py$)/.test(name.replaceAll('\\', '/'));
  const sources = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(isSource);
  const files = {
    ...Object.fromEntries(sources.map((name) => [`${module}/${name}`, readFileSync(join(source, name))])),
    ...Object.fromEntries(Object.entries(generated).map(([name, text]) => [`${module}/${name}`, Buffer.from(text)])),
  };
  const info = `${module}-${project.version}.dist-info`;
  files[`${info}/METADATA`] = Buffer.from(metadataOf(project, readFileSync(join(folder, 'README.md'), 'utf8')));
  files[`${info}/WHEEL`] = Buffer.from(
    'Wheel-Version: 1.0\nGenerator: simulation-service\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
  );
  const sorted = Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const recorded = sorted.map(
    ([name, bytes]) => `${name},sha256=${createHash('sha256').update(bytes).digest('base64url')},${bytes.length}`,
  );
  const record = Buffer.from(`${[...recorded, `${info}/RECORD,,`].join('\n')}\n`);
  const zip = zipSync(Object.fromEntries([...sorted, [`${info}/RECORD`, record]]), { mtime, level: 9 });
  return { name: `${module}-${project.version}-py3-none-any.whl`, bytes: zip };
}
