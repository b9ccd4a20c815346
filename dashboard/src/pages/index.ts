import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { kinds } from '../runs/run';
import { loadLater } from '../components/states';

/** Each page is a file of its own that the browser loads when it is opened. */
const page = (path: string, load: () => Promise<{ default: ComponentType }>) => ({ path, Component: loadLater(load) });
type PageRoute = ReturnType<typeof page>;

export const publicPages: readonly PageRoute[] = [
  page('/sign-in', () => import('./sign-in/sign-in-page')),
  page('/sign-up', () => import('./sign-in/sign-up-page')),
  page('/invitation', () => import('./sign-in/invitation-page')),
  page('/reset-password', () => import('./sign-in/reset-password-page')),
];

export const signedInPages: readonly PageRoute[] = [
  page('/', () => import('./ask/ask-page')),
  page('/workflows', () => import('./workflows/workflows-page')),
  page('/workflows/:workflowId', () => import('./workflows/workflow-page')),
  page('/runs', () => import('./runs/runs-page')),
  page('/compare', () => import('./compare/compare-page')),
  page('/sweeps/new', () => import('./sweeps/new-sweep-page')),
  page('/goals/new', () => import('./goals/new/new-goal-page')),
  page('/sensitivities/new', () => import('./sensitivities/new-sensitivity-page')),
  ...Object.values(kinds).map(({ path }) => page(`/${path}/:id`, () => import('./run/run-page'))),
  page('/populations', () => import('./populations/populations-page')),
  page('/populations/:populationId', () => import('./populations/population-page')),
  page('/own-data', () => import('./own-data/own-data-page')),
  page('/own-data/:datasetId', () => import('./own-data/wizard-page')),
  page('/own-workflows', () => import('./own-workflows/own-workflows-page')),
  page('/api-keys', () => import('./api-keys/api-keys-page')),
  page('/webhooks', () => import('./webhooks/webhooks-page')),
  page('/webhooks/:endpointId', () => import('./webhooks/webhook-page')),
  page('/usage', () => import('./usage/usage-page')),
  page('/audit-log', () => import('./audit-log/audit-log-page')),
  page('/members', () => import('./members/members-page')),
  page('/organization', () => import('./organization/organization-page')),
  page('/account', () => import('./account/account-page')),
];

/** Loads the file of the first page while the service reads the session. */
export function preload(pathname: string): void {
  const found = [...publicPages, ...signedInPages].find(({ path }) => path !== '/' && matchPath(path, pathname));
  void found?.Component.load();
}
