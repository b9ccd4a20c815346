import { nextPath } from './sign-in-forms';

const next = (value: string) => nextPath(`?next=${encodeURIComponent(value)}`, 'https://app.example.com');

describe('the page after a sign-in', () => {
  it('A path of this origin is used with its query and fragment', () => {
    expect(next('/simulations/sim_1?tab=agents#top')).toBe('/simulations/sim_1?tab=agents#top');
  });

  it.each([
    'https://evil.example.com/',
    '//evil.example.com/',
    '/\\evil.example.com/',
    '/\t/evil.example.com/',
    '/.//evil.example.com/',
    '/..//evil.example.com/',
    'javascript:alert(1)',
    'simulations',
    '',
  ])('Another address leads to the first page: %j', (value) => {
    expect(next(value)).toBe('/');
  });

  it('Without the parameter, the sign-in leads to the first page', () => {
    expect(nextPath('', 'https://app.example.com')).toBe('/');
  });
});
