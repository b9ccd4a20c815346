import { AuthService } from '../support/auth-service.js';
import { runCli } from '../support/operator.js';
import { sharedDataDir } from '../support/shared-service.js';
import { waitUntil } from '../support/wait-until.js';

interface Finding {
  check: string;
  level: string;
  text: string;
}

describe('a proxy that SVC_TRUSTED_PROXIES does not name', () => {
  const doctor = async (trustedProxies: string) => {
    const settings = { SVC_DATA_DIR: sharedDataDir(), SVC_TRUSTED_PROXIES: trustedProxies };
    const { stdout } = await runCli(['doctor', '--json'], settings);
    const { findings } = JSON.parse(stdout) as { findings: Finding[] };
    return findings.find(({ check }) => check === 'SVC_TRUSTED_PROXIES');
  };

  it('doctor warns of addresses that send X-Forwarded-For and that SVC_TRUSTED_PROXIES does not name', async () => {
    const service = await AuthService.start({ SVC_TRUSTED_PROXIES: 'none' });
    expect((await service.call('/v1/auth/me', { headers: { 'x-forwarded-for': '192.0.2.1' } })).status).toBe(401);
    await service.stop(); // The process writes its counts when it stops.
    await waitUntil('the address is counted', async () => (await doctor('none'))?.level === 'warning');
    expect(await doctor('none')).toMatchObject({ text: expect.stringContaining('127.0.0.1') as string });
    expect(await doctor('10.0.0.0/8')).toMatchObject({ level: 'warning' });
    expect(await doctor('loopback')).toMatchObject({ level: 'ok' });
  });
});
