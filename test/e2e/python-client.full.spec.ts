import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { projectFolder, runNode } from '../support/operator.js';
import { bootstrap, runFile } from '../support/shared-service.js';

const tool = join(projectFolder, 'tools/test-python.mjs');
const check = spawnSync(process.execPath, [tool, '--check'], { encoding: 'utf8' });
const isMissing = check.status !== 0;
if (isMissing) console.warn(`Skipped. ${check.stderr}`);

describe('the Python client', () => {
  (isMissing ? it.skip : it)(
    'Its tests pass against the running service, including the examples of its README',
    async () => {
      const { key } = await bootstrap();
      const { code, stdout, stderr } = await runNode([tool], { SVC_URL: runFile().url, SVC_API_KEY: key });
      expect([code, code === 0 ? '' : stdout + stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/\d\d passed/);
    },
  );

  it('A Python without the packages is an error that names them', async () => {
    const { code, stderr } = await runNode([tool, '--check'], { SVC_PYTHON: '/missing/python3' });
    expect(code).toBe(1);
    expect(stderr).toContain('/missing/python3 does not run');
    expect(stderr).toContain('httpx, httpx_sse, pandas, pytest, mypy');
  });
});
