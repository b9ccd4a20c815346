import { join } from 'node:path';
import { defineConfig } from 'prisma/config';

// Prisma's native schema engine is a download at install time. The same engine as WebAssembly is an ordinary package: use that.
process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= join(import.meta.dirname, 'tools/prisma-schema-engine.mjs');

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env['LIVE_DATABASE_URL'] ?? '' },
});
