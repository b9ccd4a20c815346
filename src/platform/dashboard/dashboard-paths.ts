/** Paths of the dashboard's pages. All of them return the same HTML page, whose script shows the page of the path. */
export const dashboardPaths = [
  '/',
  '/sign-in',
  '/sign-up',
  '/reset-password',
  '/workflows{/:id}',
  '/simulations{/:id}',
  '/compare',
  '/sweeps{/:id}',
  '/goals/:id',
  '/own-workflows',
  '/api-keys',
  '/webhooks{/:id}',
  '/usage',
  '/audit-log',
  '/organization',
  '/account',
] as const;
