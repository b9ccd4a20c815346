import { QueryClientProvider } from '@tanstack/react-query';
import { Component, type ComponentType, type ReactNode } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router';
import { queryClient } from './api/query-client';
import { ButtonLink, ErrorNotice } from './components/notice';
import { Page } from './components/page';
import { publicPages, signedInPages } from './pages';
import { LandingPage } from './pages/landing/landing-page';
import { useIdentity } from './session/session';
import { PublicFrame } from './shell/public-frame';
import { Shell } from './shell/shell';
import { Skeleton } from './components/states';

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Routes>
          {publicPages.map(({ path, Component }) => (
            <Route key={path} path={path} element={<PageFrame Component={Component} />} />
          ))}
          <Route element={<SignedIn />}>
            {signedInPages.map(({ path, Component }) => (
              <Route key={path} path={path} element={<PageFrame Component={Component} />} />
            ))}
            <Route path="/simulations" element={<Navigate to="/runs?kind=simulation" replace />} />
            <Route path="/sweeps" element={<Navigate to="/runs?kind=sweep" replace />} />
            <Route path="*" element={<NotFoundPage />} />
          </Route>
        </Routes>
      </BrowserRouter>
    </QueryClientProvider>
  );
}

/** Shows the pages of signed-in users, the landing page at `/`, or the sign-in page. */
function SignedIn() {
  const identity = useIdentity();
  const { pathname, search } = useLocation();
  if (identity.data) return <Shell />;
  if (identity.data === null) {
    if (pathname === '/') return <LandingPage />;
    return <Navigate to={`/sign-in?next=${encodeURIComponent(pathname + search)}`} replace />;
  }
  return (
    <PublicFrame>
      {identity.error ? (
        <Page title="The dashboard could not start">
          <ErrorNotice error={identity.error} onRetry={() => void identity.refetch()} />
        </Page>
      ) : (
        <Skeleton lines={5} />
      )}
    </PublicFrame>
  );
}

function PageFrame({ Component }: { Component: ComponentType }) {
  const { pathname } = useLocation();
  return (
    <PageBoundary key={pathname}>
      <Component />
    </PageBoundary>
  );
}

/** Keeps the navigation usable when a page throws. */
class PageBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error === undefined ? this.props.children : <ErrorNotice error={this.state.error} />;
  }
}

function NotFoundPage() {
  return (
    <Page title="This page does not exist" intro="The address may be incomplete, or the page has moved.">
      <div className="row">
        <ButtonLink to="/" look="primary">
          Ask a question
        </ButtonLink>
        <ButtonLink to="/runs">Your runs</ButtonLink>
      </div>
    </Page>
  );
}
