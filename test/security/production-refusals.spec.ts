import { itInFullLevel, rowsOf } from '../support/full-level.js';
import { runNode } from '../support/operator.js';

const unsafe = {
  NODE_ENV: 'production',
  SVC_MASTER_KEY: '8f3a51c07be2d6944e1f0a6b97c835dd2714e8b05fa9613c4d70fe8219b6ca53',
  SVC_DEBUG: '1',
  NODE_TLS_REJECT_UNAUTHORIZED: '0',
  SVC_ALLOW_PRIVATE_WEBHOOKS: '1',
  SANDBOX_DATABASE_URL: 'postgresql://u:p@127.0.0.1:9/sandbox',
  LIVE_DATABASE_URL: 'postgresql://u:p@127.0.0.1:9/live',
  REDIS_URL: 'redis://127.0.0.1:9',
  SMTP_URL: 'smtp://127.0.0.1:9',
  SVC_MAIL_FROM: 'no-reply@example.com',
  SVC_FRONTEND_URL: 'http://127.0.0.1/auth/callback',
  SVC_TRUSTED_PROXIES: '',
  SVC_ALLOW_PLAINTEXT: '',
};

describe('an operator who starts production with unsafe settings', () => {
  it.each(rowsOf(['main'], ['worker']))(
    '%s ends with one line for each unsafe setting and connects to no store',
    async (name) => {
      const { code, stdout, stderr } = await runNode([`dist/app/${name}.js`], unsafe);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      const lines = stderr.trim().split('\n').sort();
      expect(lines).toEqual([
        expect.stringMatching(/^LIVE_DATABASE_URL: must use TLS .*sslmode=verify-full.*SVC_ALLOW_PLAINTEXT=postgres$/),
        expect.stringMatching(/^NODE_TLS_REJECT_UNAUTHORIZED: must not be 0 in production/),
        expect.stringMatching(/^REDIS_URL: must contain a password/),
        expect.stringMatching(/^REDIS_URL: must use TLS .*rediss:\/\/.*SVC_ALLOW_PLAINTEXT=redis$/),
        expect.stringMatching(/^SANDBOX_DATABASE_URL: must use TLS/),
        expect.stringMatching(/^SMTP_URL: must use TLS .*requireTLS=true.*SVC_ALLOW_PLAINTEXT=smtp$/),
        expect.stringMatching(/^SVC_ALLOW_PRIVATE_WEBHOOKS: must not be 1 in production$/),
        expect.stringMatching(/^SVC_DEBUG: must not be 1 in production$/),
        expect.stringMatching(/^SVC_FRONTEND_URL: must be https in production/),
        expect.stringMatching(/^SVC_TRUSTED_PROXIES: is required in production; .* or set none$/),
      ]);
    },
  );

  itInFullLevel(
    'SVC_ALLOW_PLAINTEXT permits connections without TLS, but neither http pages nor a Redis without a password',
    async () => {
      const { code, stderr } = await runNode(['dist/app/main.js'], {
        ...unsafe,
        NODE_TLS_REJECT_UNAUTHORIZED: '',
        SVC_DEBUG: '',
        SVC_ALLOW_PRIVATE_WEBHOOKS: '',
        SVC_TRUSTED_PROXIES: 'none',
        SVC_ALLOW_PLAINTEXT: 'postgres,redis,smtp',
      });
      const names = stderr.split('\n').filter(Boolean);
      expect(code).toBe(1);
      expect(names.map((line) => line.split(':')[0])).toEqual(['REDIS_URL', 'SVC_FRONTEND_URL']);
    },
  );
});
