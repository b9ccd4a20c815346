import { isLoopback, networkOf } from './limit.guard.js';

describe('the network of a client', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::'],
    ['fe80::1%eth0', 'fe80::'],
    ['', ''],
  ])('Limits by address count %j as %j', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it.each([
    ['127.0.0.1', true],
    ['127.9.9.9', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['10.0.0.1', false],
    ['2001:db8::1', false],
    ['', false],
  ])('%j is a loopback address: %s', (address, expected) => {
    expect(isLoopback(address)).toBe(expected);
  });
});
