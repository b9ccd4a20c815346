import { plaintextProblems, plaintextStores } from './plaintext.js';

const namesOf = (problems: string[]) => problems.map((line) => line.split(':')[0]);

describe('connections in production', () => {
  it.each([
    ['LIVE_DATABASE_URL', 'postgresql://u:p@db.example.com/live'],
    ['SANDBOX_DATABASE_URL', 'postgresql://u:p@db.example.com/sandbox?sslmode=disable'],
    ['SANDBOX_DATABASE_URL', 'postgresql://u:p@db.example.com/sandbox?sslmode=prefer'],
    ['SANDBOX_DATABASE_URL', 'postgresql://u:p@db.example.com/sandbox?sslmode=no-verify'],
    ['SANDBOX_DATABASE_URL', 'postgresql://u:p@db.example.com/sandbox?sslmode=require&uselibpqcompat=true'],
    ['REDIS_URL', 'redis://:p@redis.example.com:6379'],
    ['SMTP_URL', 'smtp://mail.example.com:587'],
    ['SMTP_URL', 'smtp://mail.example.com:587?requireTLS=true&ignoreTLS=true'],
    ['SMTP_URL', 'smtps://mail.example.com?tls.rejectUnauthorized=false'],
    ['SVC_RESULTS_S3_ENDPOINT', 'http://minio:9000'],
    ['SVC_EMBEDDINGS_URL', 'http://embeddings.example.com/v1'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://localhost.example.com:4318'],
  ])('Production refuses %s without TLS unless SVC_ALLOW_PLAINTEXT names it: %s', (name, url) => {
    expect(namesOf(plaintextProblems({ [name]: url }, []))).toEqual([name]);
    expect(plaintextProblems({ [name]: url }, plaintextStores)).toEqual([]);
  });

  it.each([
    ['LIVE_DATABASE_URL', 'postgresql://u:p@db.example.com/live?sslmode=verify-full'],
    ['LIVE_DATABASE_URL', 'postgresql://u:p@db.example.com/live?sslmode=require'],
    ['REDIS_URL', 'rediss://user:p@redis.example.com:6379'],
    ['SMTP_URL', 'smtps://u:p@mail.example.com'],
    ['SMTP_URL', 'smtp://u:p@mail.example.com:587?requireTLS=true'],
    ['SVC_FRONTEND_URL', 'https://app.example.com/auth/callback'],
    ['SVC_RESULTS_S3_ENDPOINT', 'https://s3.eu-central-1.amazonaws.com'],
    ['SVC_EMBEDDINGS_URL', 'https://embeddings.example.com/v1'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://localhost:4318'],
  ])('Production accepts %s with TLS or on the same machine: %s', (name, url) => {
    expect(plaintextProblems({ [name]: url }, [])).toEqual([]);
  });

  it('SVC_ALLOW_PLAINTEXT permits neither an http page for sign-in links nor a Redis without a password', () => {
    const urls = { SVC_FRONTEND_URL: 'http://app.example.com/auth/callback', REDIS_URL: 'redis://redis:6379' };
    expect(namesOf(plaintextProblems(urls, plaintextStores))).toEqual(['REDIS_URL', 'SVC_FRONTEND_URL']);
  });
});
