import type { Tier } from '../../common/identity/tier.js';
import type { Settings } from '../../config/settings.js';

const settingNames = { live: 'LIVE_DATABASE_URL', sandbox: 'SANDBOX_DATABASE_URL' } as const satisfies Record<
  Tier,
  string
>;

/** The URL of a tier's database. */
export const databaseUrlOf = ({ liveDatabaseUrl, sandboxDatabaseUrl }: Settings, tier: Tier) =>
  ({ live: liveDatabaseUrl, sandbox: sandboxDatabaseUrl })[tier];

/** The URL with which migrations connect to a tier's database. Undefined: the application is the owner of its tables. */
export const ownerUrlOf = ({ liveDatabaseOwnerUrl, sandboxDatabaseOwnerUrl }: Settings, tier: Tier) =>
  ({ live: liveDatabaseOwnerUrl, sandbox: sandboxDatabaseOwnerUrl })[tier];

/** The name of the setting with the URL of a tier's database. */
export const databaseSettingOf = (tier: Tier) => settingNames[tier];
