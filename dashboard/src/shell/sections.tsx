import { hasScope, type Identity, type Scope } from '../session/session';

interface Section {
  title: string;
  /** Pages with a scope are hidden from members who do not have it. */
  pages: readonly { path: string; label: string; icon: IconName; scope?: Scope }[];
}

/** The navigation. `src/platform/built-files/built-files.ts` lists the same paths for the server. */
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

/** Lines on a grid of 20 by 20 pixels. */
const paths = {
  account: 'M10 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6M4 17c0-3 2.5-5 6-5s6 2 6 5',
  ask: 'M4 4h12v9H9l-4 3v-3H4z',
  audit: 'M5 3h7l3 3v11H5zM8 9h4M8 12h4',
  compare: 'M6 4v12M14 4v12M3 7l3-3 3 3M11 13l3 3 3-3',
  data: 'M3 4h14v12H3zM3 8h14M3 12h14M9 8v8',
  docs: 'M4 4c2-1 4-1 6 0v12c-2-1-4-1-6 0zM10 4c2-1 4-1 6 0v12c-2-1-4-1-6 0z',
  key: 'M12.5 3.5a4 4 0 1 1-3.4 6L4 14.5V17h2.5l.5-2h2l.5-2 1.2-1.2',
  members:
    'M7 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6M2 17c0-3 2-5 5-5s5 2 5 5M13 3.5a3 3 0 0 1 0 5.5M14.5 12.5c2 .7 3.5 2.2 3.5 4.5',
  menu: 'M3 6h14M3 10h14M3 14h14',
  organization: 'M4 17V4h8v13M12 8h4v9M2 17h16M7 7h2M7 10h2M7 13h2',
  own: 'M10 2.5l6.5 3.5v8L10 17.5 3.5 14V6zM3.5 6L10 9.5 16.5 6M10 9.5v8',
  population:
    'M6 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4M14 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4M10 13a2 2 0 1 0 0-4 2 2 0 0 0 0 4M3 16c0-2 1-3 3-3M17 16c0-2-1-3-3-3M7 18c0-2 1-3 3-3s3 1 3 3',
  runs: 'M7 5h10M7 10h10M7 15h10M3 5h1M3 10h1M3 15h1',
  usage: 'M4 16V9M8 16V5M12 16v-5M16 16V7',
  webhook: 'M10 3v4M10 13v4M3 10h4M13 10h4M7 10a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
  workflow: 'M3 5h5v4H3zM12 11h5v4h-5zM8 7h3v6h1',
} as const;

type IconName = keyof typeof paths;

/** A picture next to a text that has the same meaning, so that screen readers skip it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
