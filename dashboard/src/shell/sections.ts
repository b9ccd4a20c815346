import { hasScope, type Identity, type Scope } from '../session/session';

interface Section {
  title: string;
  /** Pages with a scope are hidden from members who do not have it. */
  pages: readonly { path: string; label: string; scope?: Scope }[];
}

/** The navigation. `src/platform/dashboard/dashboard-paths.ts` lists the same paths for the server. */
const sections: readonly Section[] = [
  {
    title: 'Simulate',
    pages: [
      { path: '/', label: 'Ask a question' },
      { path: '/workflows', label: 'Workflows', scope: 'case_studies:read' },
      { path: '/runs', label: 'Runs', scope: 'simulations:read' },
      { path: '/compare', label: 'Compare', scope: 'simulations:read' },
    ],
  },
  {
    title: 'Build',
    pages: [
      { path: '/own-workflows', label: 'Your workflows', scope: 'case_studies:read' },
      { path: '/api-keys', label: 'API keys', scope: 'keys:read' },
      { path: '/webhooks', label: 'Webhooks', scope: 'simulations:read' },
    ],
  },
  {
    title: 'Organization',
    pages: [
      { path: '/usage', label: 'Usage and limits' },
      { path: '/audit-log', label: 'Audit log', scope: 'keys:read' },
      { path: '/members', label: 'Members' },
      { path: '/organization', label: 'Organization and plan' },
      { path: '/account', label: 'Your account' },
    ],
  },
];

/** The navigation of a user, without the pages that the scopes of the session do not allow. */
export const sectionsFor = (identity: Identity): Section[] =>
  sections
    .map(({ title, pages }) => ({
      title,
      pages: pages.filter(({ scope }) => scope === undefined || hasScope(identity, scope)),
    }))
    .filter(({ pages }) => pages.length > 0);
