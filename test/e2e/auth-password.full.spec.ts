import { setTimeout as sleep } from 'node:timers/promises';
import { AuthService, cookieOf, newEmail } from '../support/auth-service.js';
import { runFile } from '../support/shared-service.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const password = 'a quiet sentence';

describe('the first sign-in link of an unverified address', () => {
  let service: AuthService;

  beforeAll(async () => (service = await AuthService.shared()));

  it('The first sign-in link also ends sessions that concurrent logins start in another process', async () => {
    const redis = await TcpProxy.start(runFile().redis_url);
    const other = await AuthService.start({ REDIS_URL: redis.url });
    let signedIn = 0;
    // On a busy machine, the first rounds can end before a login has checked its password.
    for (let round = 0; round < 4 || (signedIn === 0 && round < 40); round++) {
      const email = newEmail();
      const form = { email, password, name: 'Ada', organization_name: 'Engines' };
      expect((await service.post('/v1/auth/password/signup', form)).status).toBe(201);
      const token = await service.newToken(email);
      // Redis hangs for the other process when its logins have checked the password and create their sessions.
      const racing = Array.from({ length: 8 }, () => other.post('/v1/auth/password/login', { email, password }));
      await sleep(10 + 10 * round);
      redis.set('hang');
      await sleep(100);
      const owner = service.verify(token);
      await sleep(300);
      redis.set('pass');
      const logins = (await Promise.all(racing)).filter(({ status }) => status === 200).map(cookieOf);
      expect((await owner).status).toBe(200);
      signedIn += logins.length;
      for (const cookie of logins) expect((await service.withSession('/v1/auth/me', cookie)).status).toBe(401);
      expect((await service.withSession('/v1/auth/me', cookieOf(await owner))).status).toBe(200);
    }
    // Otherwise no login raced.
    expect(signedIn).toBeGreaterThan(0);
    await other.stop();
    await redis.stop();
  });
});
