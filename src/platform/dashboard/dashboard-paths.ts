/** Paths that are not pages. A browser that opens another unknown path gets the page that says so, not JSON. */
export const isOtherPath = (path: string) =>
  /^\/(v1|assets|docs|schemas|guide|clients|livez|readyz|metrics|auth\/callback|openapi\.json|icon\.svg|favicon\.ico)(\/|$)/.test(
    path,
  );

/** Paths of the dashboard's pages. All of them return the same HTML page, whose script shows the page of the path. */
export const dashboardPaths = [
  '/',
  '/sign-in',
  '/sign-up',
  '/invitation',
  '/reset-password',
  '/workflows{/:id}',
  '/runs',
  '/simulations{/:id}',
  '/compare',
  '/sweeps{/:id}',
  '/goals/:id',
  '/sensitivities/:id',
  '/fits/:id',
  '/surveys/:id',
  '/bias-reports/:id',
  '/large-simulations/:id',
  '/populations{/:id}',
  '/own-data{/:id}',
  '/own-workflows',
  '/api-keys',
  '/webhooks{/:id}',
  '/usage',
  '/audit-log',
  '/members',
  '/organization',
  '/account',
] as const;
