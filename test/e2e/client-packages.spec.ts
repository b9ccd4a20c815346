import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { version } from '../../clients/typescript/src/index.js';
import { servedPackages } from '../support/client-programs.js';
import { projectFolder } from '../support/operator.js';
import { runFile } from '../support/shared-service.js';

describe('the packages of the clients', () => {
  const { url } = runFile();
  const names = [`simulation-service-client-${version}.tgz`, `simulation_service-${version}-py3-none-any.whl`];

  it('The service serves tarball and wheel of one version, with their checksums', async () => {
    expect((await servedPackages(url)).map(({ name }) => name)).toEqual(names);
    const page = await fetch(`${url}/clients/`);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const text = await page.text();
    for (const name of names) expect(text).toContain(`href="/clients/${name}"`);
  });

  it('The wheel has both clients, the types of the API, and the packages that it needs', async () => {
    const wheel = (await servedPackages(url)).find(({ name }) => name.endsWith('.whl'))!;
    const files = unzipSync(wheel.bytes);
    const read = (name: string) => Buffer.from(files[name]!).toString();
    for (const name of ['_async/client.py', '_sync/client.py', 'types.py', 'py.typed'])
      expect(Object.keys(files)).toContain(`simulation_service/${name}`);
    const metadata = read(`simulation_service-${version}.dist-info/METADATA`);
    expect(metadata).toMatch(/^Requires-Python: >=3\.10$/m);
    expect(metadata.match(/^Requires-Dist: [^;\n]*$/gm)).toEqual([
      'Requires-Dist: httpx>=0.23',
      'Requires-Dist: httpx-sse>=0.4.3,<1',
    ]);
    expect(metadata).toContain('Requires-Dist: pandas>=1.5; extra == "pandas"');
    const record = read(`simulation_service-${version}.dist-info/RECORD`).trim().split('\n');
    expect(record.map((line) => line.split(',')[0]).toSorted()).toEqual(Object.keys(files).toSorted());
  });

  it.each(['unknown.tgz', '..%2fapp%2fmain.js', '.env'])('/clients/%s is not found', async (name) => {
    const response = await fetch(`${url}/clients/${name}`, { headers: { 'sec-fetch-dest': 'document' } });
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
  });

  it('Pages name the packages of this version, and no package of a registry', () => {
    const pages = ['quick-start-typescript', 'quick-start-python', 'quick-start-mcp'].map(
      (page) => `docs/user/${page}.md`,
    );
    for (const page of [...pages, 'clients/typescript/README.md', 'clients/python/README.md']) {
      const text = readFileSync(join(projectFolder, page), 'utf8');
      const named = text.match(/(?<=\/clients\/)[\w.-]+\.(tgz|whl)/g) ?? [];
      expect([page, named.filter((name) => !names.includes(name))]).toEqual([page, []]);
      expect([page, named]).not.toEqual([page, []]);
      expect(text).not.toMatch(/npm install (?!http)|pip install simulation|"simulation-service-client"/);
    }
  });
});
