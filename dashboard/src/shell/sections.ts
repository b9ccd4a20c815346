import type { IconName } from '../components/icon';
import { hasScope, type Identity, type Scope } from '../session/session';

interface Section {
  title: string;
  /** Pages with a scope are hidden from members who do not have it. */
  pages: readonly { path: string; label: string; icon: IconName; scope?: Scope }[];
}

/** The navigation. `src/platform/dashboard/dashboard.middleware.ts` lists the same paths for the server. */
const sections: readonly Section[] = [
  {
    title: 'Simulate',
    pages: [
      { path: '/', label: 'Ask a question', icon: 'ask' },
      { path: '/workflows', label: 'Workflows', icon: 'workflow', scope: 'case_studies:read' },
      { path: '/runs', label: 'Runs', icon: 'runs', scope: 'simulations:read' },
      { path: '/compare', label: 'Compare', icon: 'compare', scope: 'simulations:read' },
    ],
  },
  {
    title: 'Build',
    pages: [
      { path: '/own-data', label: 'Own data', icon: 'data', scope: 'simulations:read' },
      { path: '/own-workflows', label: 'Your workflows', icon: 'own', scope: 'case_studies:read' },
      { path: '/populations', label: 'Populations', icon: 'population', scope: 'simulations:read' },
      { path: '/api-keys', label: 'API keys', icon: 'key', scope: 'keys:read' },
      { path: '/webhooks', label: 'Webhooks', icon: 'webhook', scope: 'simulations:read' },
    ],
  },
  {
    title: 'Organization',
    pages: [
      { path: '/usage', label: 'Usage and limits', icon: 'usage' },
      { path: '/audit-log', label: 'Audit log', icon: 'audit', scope: 'keys:read' },
      { path: '/members', label: 'Members', icon: 'members' },
      { path: '/organization', label: 'Organization and plan', icon: 'organization' },
      { path: '/account', label: 'Your account', icon: 'account' },
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
