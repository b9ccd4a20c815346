import { AuthService } from '../support/auth-service.js';
import { runCli } from '../support/operator.js';
import { sharedDataDir } from '../support/shared-service.js';
import { waitUntil } from '../support/wait-until.js';

interface Finding {
  check: string;
  level: string;
  text: string;
}

describe('proxies that do not fit the settings', () => {
  const doctor = async (trustedProxies: string, name = 'SVC_TRUSTED_PROXIES') => {
    const settings = { SVC_DATA_DIR: sharedDataDir(), SVC_TRUSTED_PROXIES: trustedProxies };
    const { stdout } = await runCli(['doctor', '--json'], settings);
    const { findings } = JSON.parse(stdout) as { findings: Finding[] };
    return findings.find(({ check }) => check === name);
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

  it('doctor warns of a trusted proxy that sends entries without an address, which share the limits of the proxy', async () => {
    const service = await AuthService.start({ SVC_TRUSTED_PROXIES: 'loopback' });
    const statuses = [];
    for (let count = 0; count < 11; count++) {
      const headers = { 'x-forwarded-for': `192.0.2.${count}, _hidden${count}` };
      statuses.push((await service.post('/v1/auth/magic-link/verify', { token: 'x' }, headers)).status);
    }
    await service.stop();
    expect(statuses.at(-1)).toBe(429);
    await waitUntil('the entries are counted', async () => (await doctor('loopback', 'X-Forwarded-For')) !== undefined);
    const found = await doctor('loopback', 'X-Forwarded-For');
    expect(found).toMatchObject({
      level: 'warning',
      text: expect.stringMatching(/^since .* 127\.0\.0\.1 \(/) as string,
    });
  });
});
