export const plaintextStores = ['postgres', 'redis', 'smtp', 'bucket', 'embeddings', 'traces'] as const;

/** A store or another server that production may connect to without TLS if `SVC_ALLOW_PLAINTEXT` names it. */
type PlaintextStore = (typeof plaintextStores)[number];

interface Connection {
  store: PlaintextStore;
  isEncrypted: (url: URL) => boolean;
  fix: string;
}

const database: Connection = { store: 'postgres', isEncrypted: isPostgresEncrypted, fix: 'add ?sslmode=verify-full' };

const webServer = (store: PlaintextStore): Connection => ({ store, isEncrypted: isWebEncrypted, fix: 'use https://' });

const connections = {
  SANDBOX_DATABASE_URL: database,
  LIVE_DATABASE_URL: database,
  SANDBOX_DATABASE_OWNER_URL: database,
  LIVE_DATABASE_OWNER_URL: database,
  REDIS_URL: { store: 'redis' as const, isEncrypted: isRedisEncrypted, fix: 'use rediss://' },
  SMTP_URL: {
    store: 'smtp' as const,
    isEncrypted: isMailEncrypted,
    fix: 'use smtps://, or smtp:// with ?requireTLS=true',
  },
  SVC_RESULTS_S3_ENDPOINT: webServer('bucket'),
  SVC_EMBEDDINGS_URL: webServer('embeddings'),
  OTEL_EXPORTER_OTLP_ENDPOINT: webServer('traces'),
} satisfies Record<string, Connection>;
type Urls = Partial<Record<keyof typeof connections | 'SVC_FRONTEND_URL', string | undefined>>;

/** The URLs that production refuses, because their connection has no TLS, does not check certificates, or has no password. */
export function plaintextProblems(urls: Urls, allowed: readonly PlaintextStore[]): string[] {
  const problems = Object.entries(connections).flatMap(([name, { store, isEncrypted, fix }]) => {
    const url = urls[name as keyof typeof connections];
    if (url === undefined || allowed.includes(store) || isEncrypted(new URL(url))) return [];
    return [`${name}: must use TLS and check certificates in production; ${fix}, or set SVC_ALLOW_PLAINTEXT=${store}`];
  });
  if (urls.REDIS_URL !== undefined && new URL(urls.REDIS_URL).password === '') {
    problems.push('REDIS_URL: must contain a password in production, like rediss://user:password@host:6379');
  }
  if (urls.SVC_FRONTEND_URL !== undefined && new URL(urls.SVC_FRONTEND_URL).protocol !== 'https:') {
    problems.push('SVC_FRONTEND_URL: must be https in production, because sign-in links lead to it');
  }
  return problems;
}

/** `pg` checks the certificate unless the URL contains `no-verify`, or asks for the meaning of `require` in libpq. */
function isPostgresEncrypted({ searchParams }: URL): boolean {
  const modes = searchParams.get('uselibpqcompat') === 'true' ? ['verify-ca', 'verify-full'] : verifyingModes;
  return modes.includes(searchParams.get('sslmode') ?? '');
}

const verifyingModes = ['require', 'verify-ca', 'verify-full'];

export function isRedisEncrypted({ protocol }: URL): boolean {
  return protocol === 'rediss:';
}

function isMailEncrypted({ protocol, searchParams }: URL): boolean {
  if (searchParams.get('tls.rejectUnauthorized') === 'false' || searchParams.get('ignoreTLS') === 'true') return false;
  return protocol === 'smtps:' || searchParams.get('requireTLS') === 'true';
}

/** Requests to this machine, for example to a trace collector, do not leave it. */
function isWebEncrypted(url: URL): boolean {
  return url.protocol === 'https:' || isLoopback(url);
}

export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
