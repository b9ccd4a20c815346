import { useTier } from '../session/session';

const labels = { sandbox: 'Sandbox', live: 'Live' } as const;

/** The tier (database) that all pages show. */
export function TierSwitch() {
  const { tier, changeTier } = useTier();
  return (
    <div className="tier-switch" role="group" aria-label="Tier" data-tier={tier}>
      {(['sandbox', 'live'] as const).map((each) => (
        <button key={each} type="button" aria-pressed={tier === each} onClick={() => changeTier(each)}>
          {labels[each]}
        </button>
      ))}
    </div>
  );
}
