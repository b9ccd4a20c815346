import { Component, type ReactNode } from 'react';
import { ErrorNotice } from '../components/notice';

/** Keeps the navigation usable when a page throws. */
export class PageBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error === undefined ? this.props.children : <ErrorNotice error={this.state.error} />;
  }
}
