import { act, render, screen } from '@testing-library/react';
import { StatusBadge, Time } from './data-table';

describe('badges and times', () => {
  it.each([
    ['success', ['completed', 'active', 'succeeded']],
    ['running', ['running', 'queued', 'pending']],
    ['failed', ['failed', 'failing']],
    ['neutral', ['canceled', 'revoked', 'expired', 'disabled', 'deprecated']],
  ])('A status that means %s has its color', (meaning, statuses) => {
    for (const status of statuses) {
      render(<StatusBadge status={status} />);
      expect(screen.getByText(status).className).toBe(`badge badge-${meaning}`);
    }
  });

  it('A relative time stays current while the page is open', () => {
    jest.useFakeTimers({ now: new Date('2026-11-20T09:30:00Z') });
    try {
      render(<Time at="2026-11-20T09:29:40Z" />);
      const time = screen.getByText('20 seconds ago');
      act(() => jest.advanceTimersByTime(120_000));
      expect(time.textContent).toBe('2 minutes ago');
    } finally {
      jest.useRealTimers();
    }
  });
});
