describe('the tier of a tab', () => {
  beforeEach(() => {
    jest.resetModules();
    sessionStorage.clear();
  });

  async function openAt(address: string) {
    window.history.replaceState(null, '', address);
    return (await import('./tier')).currentTier();
  }

  it('A shared link opens in its tier, and the parameter leaves the address', async () => {
    expect(await openAt('/simulations/sim_1?tier=live&x=1#agents')).toBe('live');
    expect(window.location.pathname + window.location.search + window.location.hash).toBe(
      '/simulations/sim_1?x=1#agents',
    );
    jest.resetModules();
    expect(await openAt('/simulations')).toBe('live');
  });

  it('A link with an unknown tier changes nothing', async () => {
    expect(await openAt('/simulations?tier=production')).toBeUndefined();
    expect(window.location.search).toBe('?tier=production');
  });
});
