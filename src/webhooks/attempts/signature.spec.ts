import { Webhook } from 'standardwebhooks';
import { signedHeaders } from './webhook-sender.service.js';

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
