import type { Tier } from '../../common/identity/tier.js';
import type { Settings } from '../../config/settings.js';

/** The database of a tier, and the name of the setting that says where it is. */
export const databaseUrlOf = (settings: Settings, tier: Tier) =>
  tier === 'live' ? settings.liveDatabaseUrl : settings.sandboxDatabaseUrl;
export const databaseSettingOf = (tier: Tier) => (tier === 'live' ? 'LIVE_DATABASE_URL' : 'SANDBOX_DATABASE_URL');
