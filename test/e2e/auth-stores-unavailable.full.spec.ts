import {
  expectNoSessionsWithoutRedis,
  expectSandboxWithoutLive,
  expectSignInWithoutSandbox,
  UnavailableStores,
} from '../support/unavailable-stores.js';

describe('sign-in and sessions while a store hangs', () => {
  let stores: UnavailableStores;

  beforeAll(async () => {
    stores = await UnavailableStores.start();
  });
  afterAll(() => stores.stop());
  afterEach(() => stores.restore());

  it('While Redis hangs, session requests get 503 and API keys work, and sessions work again afterwards', () =>
    expectNoSessionsWithoutRedis(stores, 'hang'));

  it('While the sandbox database hangs, sign-up and verify work, and the outbox mirrors the organization afterwards', () =>
    expectSignInWithoutSandbox(stores, 'hang'));

  it('While the live database hangs, sign-in gets 503 and a session can use the sandbox tier', () =>
    expectSandboxWithoutLive(stores, 'hang'));
});
