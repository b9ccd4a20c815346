import type { Tier } from '../../common/identity/tier.js';
import type { Settings } from '../../config/settings.js';

/** The URL of a tier's database, and the name of its setting. */
export const databaseUrlOf = (settings: Settings, tier: Tier) =>
  tier === 'live' ? settings.liveDatabaseUrl : settings.sandboxDatabaseUrl;
export const databaseSettingOf = (tier: Tier) => (tier === 'live' ? 'LIVE_DATABASE_URL' : 'SANDBOX_DATABASE_URL');
