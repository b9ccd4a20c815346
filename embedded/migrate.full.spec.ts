import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '../src/platform/database/migrate.js';
import { silentServer } from './testing/silent-server.js';
import { temporaryFolders } from './testing/temporary-folder.js';

describe('migrate', () => {
  const temporaryFolder = temporaryFolders(afterAll);

  it('An unresponsive database is reported with its setting', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'migration_lock.toml'), 'provider = "postgresql"\n');
    const silent = await silentServer();
    const { port } = silent;
    const url = `postgresql://a:b@127.0.0.1:${port}/c`;
    await expect(migrate(url, folder, 'SANDBOX_DATABASE_URL')).rejects.toThrow(
      new RegExp(`^SANDBOX_DATABASE_URL: no answer from 127.0.0.1:${port} within 10 s; .*$`),
    );
    await silent.close();
  });
});
