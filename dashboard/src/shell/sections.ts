/** The navigation. `src/platform/dashboard/dashboard-paths.ts` lists the same paths for the server. */
export const sections = [
  {
    title: 'Simulate',
    pages: [
      { path: '/', label: 'Ask a question' },
      { path: '/workflows', label: 'Workflows' },
      { path: '/runs', label: 'Runs' },
      { path: '/compare', label: 'Compare' },
    ],
  },
  {
    title: 'Build',
    pages: [
      { path: '/own-workflows', label: 'Your workflows' },
      { path: '/api-keys', label: 'API keys' },
      { path: '/webhooks', label: 'Webhooks' },
    ],
  },
  {
    title: 'Organization',
    pages: [
      { path: '/usage', label: 'Usage and limits' },
      { path: '/audit-log', label: 'Audit log' },
      { path: '/organization', label: 'Organization and plan' },
      { path: '/account', label: 'Your account' },
    ],
  },
] as const;
