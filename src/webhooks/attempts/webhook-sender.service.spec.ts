import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { parseEnv } from '../../config/env.js';
import { maxRetryAfterMs, nextDelayMs, retryAfterMs, signedHeaders } from './webhook-sender.service.js';

const schedule = parseEnv({}).webhookScheduleMs;
const now = new Date('2026-11-20T12:00:00Z');

describe('the retry schedule', () => {
  it('The default schedule has ten attempts with the configured delays', () => {
    const delays = schedule.map((_, failures) => nextDelayMs(schedule, failures, 0, 0.5));
    expect(delays).toEqual(schedule);
    expect(nextDelayMs(schedule, schedule.length, 0, 0.5)).toBeUndefined();
  });

  it('Each delay varies by at most 10 percent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
        const [planned = 0, delay = 0] = [schedule[failures], nextDelayMs(schedule, failures, 0, random)];
        expect(delay).toBeGreaterThanOrEqual(planned * 0.9);
        expect(delay).toBeLessThanOrEqual(planned * 1.1);
      }),
    );
    expect(nextDelayMs(schedule, 3, 0, 0)).not.toBe(nextDelayMs(schedule, 3, 0, 1));
  });

  it('A Retry-After that is longer than the scheduled delay replaces it', () => {
    expect(nextDelayMs(schedule, 1, 60_000, 0.5)).toBe(60_000);
    expect(nextDelayMs(schedule, 2, 60_000, 0.5)).toBe(300_000);
  });
});

describe('Retry-After', () => {
  it.each<[string | undefined, number]>([
    ['120', 120_000],
    ['0', 0],
    ['Fri, 20 Nov 2026 12:02:00 GMT', 120_000],
    ['Fri, 20 Nov 2026 11:58:00 GMT', 0],
    ['99999999', maxRetryAfterMs],
    ['-5', 0],
    ['soon', 0],
    ['', 0],
    [undefined, 0],
  ])('The Retry-After value %s means %d ms', (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });
});

// The example of the specification.
const example = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

describe('signedHeaders', () => {
  it('The signature equals the example in the Standard Webhooks specification', () => {
    const { secret, id, timestamp, body, signature } = example;
    expect(signedHeaders([secret], id, timestamp, body)).toEqual({
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
    });
  });

  it('Each secret has a signature, and the Standard Webhooks library verifies the message with each of them', () => {
    const secrets = [`whsec_${'A'.repeat(32)}`, `whsec_${'B'.repeat(32)}`];
    const body = JSON.stringify({ text: 'ü 🔑' });
    const headers = signedHeaders(secrets, 'evt_1', Math.floor(Date.now() / 1000), body);
    for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toEqual({ text: 'ü 🔑' });
    expect(() => new Webhook(`whsec_${'C'.repeat(32)}`).verify(body, headers)).toThrow();
    expect(() => new Webhook(secrets[0] ?? '').verify(`${body} `, headers)).toThrow();
  });
});
