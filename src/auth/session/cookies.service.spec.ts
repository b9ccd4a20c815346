import { isFromOurPages } from './cookies.service.js';

const frontendUrl = 'https://app.example.com/auth/callback';
const host = 'api.example.com:8443';

describe('a request with the session cookie', () => {
  const post = (headers: Record<string, string>) => isFromOurPages({ method: 'POST', headers, host }, frontendUrl);

  it.each<[string, Record<string, string>, boolean]>([
    ['neither header', {}, false],
    ['Sec-Fetch-Site: same-origin', { 'sec-fetch-site': 'same-origin' }, true],
    ['Sec-Fetch-Site: same-site', { 'sec-fetch-site': 'same-site' }, false],
    ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }, false],
    ['Sec-Fetch-Site: none', { 'sec-fetch-site': 'none' }, false],
    ['the Origin of the address it was sent to', { origin: `https://${host}` }, true],
    ['an Origin with another port', { origin: 'https://api.example.com' }, false],
    ['another Origin', { origin: 'https://evil.example' }, false],
    ['an Origin that begins alike', { origin: `https://${host}.evil.example` }, false],
    ['an opaque Origin', { origin: 'null' }, false],
    ['an Origin that is no URL', { origin: host }, false],
    ["the frontend's Origin", { origin: 'https://app.example.com', 'sec-fetch-site': 'same-site' }, true],
    ["the frontend's name under another scheme", { origin: 'http://app.example.com' }, false],
    [
      'an Origin that fits, but a Sec-Fetch-Site that does not',
      { origin: `https://${host}`, 'sec-fetch-site': 'cross-site' },
      false,
    ],
  ])('A cookie request with an unsafe method is checked by its headers: %s', (_, headers, allowed) => {
    expect(post(headers)).toBe(allowed);
  });

  it('A cookie request that only reads is accepted from any site', () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      expect(isFromOurPages({ method, headers: { 'sec-fetch-site': 'cross-site' }, host }, frontendUrl)).toBe(true);
    }
  });
});
