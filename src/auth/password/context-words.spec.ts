import { isMadeFromContext } from './password.schema.js';

const context = { email: 'ada.lovelace@engines.example', organizationName: 'Acme Weaving & Sons' };

describe('a password from known words', () => {
  it.each([
    ['Simulation-Service1'],
    ['s1mul4t10n2026'],
    ['AcmeWeaving!'],
    ['acme weaving sons 99'],
    ['ada.lovelace@engines.example'],
    ['AdaLovelace1'],
    ['lovelace2026!'],
    ['acme-acme-acme'],
    ['engines.example'],
  ])('%j is rejected', (password) => {
    expect(isMadeFromContext(password, context)).toBe(true);
  });

  it.each([
    ['a quiet sentence'],
    ['seven quiet otters'],
    ['acme likes seven quiet otters'],
    ['0123456789 words'],
    ['sons of the wind'],
    ['engine room 7 blue'],
  ])('%j is accepted', (password) => {
    expect(isMadeFromContext(password, context)).toBe(false);
  });

  it('Short names and names without letters reject nothing', () => {
    expect(isMadeFromContext('a quiet sentence', { email: 'a@b.io', organizationName: '& !' })).toBe(false);
  });
});
