import { useTier } from '../session/session';

/** A colored strip above everything in the live tier. The tier is also in words, for users who do not see the color. */
export function LiveStrip() {
  const { tier } = useTier();
  return (
    <p className="live-strip" role="status" hidden={tier !== 'live'}>
      {tier === 'live' && 'Live tier: simulations count against the live quota.'}
    </p>
  );
}
