import type { components } from '../../api/types';

export type ApiKey = components['schemas']['ApiKey'];
export type IssuedApiKey = components['schemas']['IssuedApiKey'];
export type Scope = Exclude<ApiKey['scopes'][number], '*'>;

export const scopeOptions: readonly { value: Scope; label: string; hint: string }[] = [
  { value: 'simulations:read', label: 'simulations:read', hint: 'Read simulations, results and transcripts.' },
  { value: 'simulations:write', label: 'simulations:write', hint: 'Create and cancel simulations; manage webhooks.' },
  { value: 'case_studies:read', label: 'case_studies:read', hint: 'Read workflows and their evidence.' },
  { value: 'case_studies:write', label: 'case_studies:write', hint: 'Publish and deprecate your workflows.' },
  { value: 'keys:read', label: 'keys:read', hint: 'List API keys and read the audit log.' },
  { value: 'keys:write', label: 'keys:write', hint: 'Create, rotate and revoke API keys.' },
];

const dayMs = 24 * 3600 * 1000;
const soonDays = 14;
/** Recommended time between rotations. */
const maxAgeDays = 90;
/** New keys need some time until their first request. */
const unusedDays = 7;

/** What the owner of an active key should look at, in one short text each. */
export function keyWarnings(key: ApiKey, nowMs = Date.now()): string[] {
  if (key.status !== 'active') return [];
  const ageDays = (nowMs - Date.parse(key.created_at)) / dayMs;
  const leftDays = key.expires_at === null ? Infinity : (Date.parse(key.expires_at) - nowMs) / dayMs;
  return [
    ...(leftDays <= soonDays ? [expiryText(leftDays)] : []),
    ...(ageDays > maxAgeDays ? [`Older than ${maxAgeDays} days: rotate it`] : []),
    ...(key.last_used_at === null && ageDays > unusedDays ? ['Never used: revoke it if no program needs it'] : []),
  ];
}

function expiryText(leftDays: number): string {
  if (leftDays < 1) return 'Expires within 24 hours';
  const days = Math.floor(leftDays);
  return `Expires in ${days} ${days === 1 ? 'day' : 'days'}`;
}
