import pg from 'pg';
import { ConfigError } from '../../config/env.js';
import type { Queryable } from './sql.js';

/**
 * Creates the role of the application if it is missing, and sets its privileges: it reads and writes rows, cannot change the schema, and can
 * only add to the audit log. The owner of the database runs this after the migrations, in a transaction, so that a running application always
 * has its privileges.
 * @param applicationUrl names the role and the password of a new role
 */
export async function prepareApplicationRole(db: Queryable, applicationUrl: string, setting: string): Promise<void> {
  const url = new URL(applicationUrl);
  const [name, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  await createRole(db, { name, password }, setting);
  await db.query(privileges(pg.escapeIdentifier(name)));
}

/** Whether the role of this connection can create or change tables. */
export async function canChangeSchema(db: Queryable): Promise<boolean> {
  const { rows } = await db.query(`SELECT has_schema_privilege('public', 'CREATE') OR EXISTS (
    SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND pg_has_role(relowner, 'MEMBER')) AS can`);
  return (rows as { can: boolean }[])[0]?.can ?? false;
}

interface Role {
  name: string;
  password: string;
}

/** Roles belong to the server. Two databases of one server can create theirs concurrently. */
async function createRole(db: Queryable, { name, password }: Role, setting: string): Promise<void> {
  const { rows } = await db.query(`SELECT FROM pg_roles WHERE rolname = ${pg.escapeLiteral(name)}`);
  if (rows.length > 0) return;
  const attributes = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS';
  try {
    await db.query(`CREATE ROLE ${pg.escapeIdentifier(name)} ${attributes} PASSWORD ${pg.escapeLiteral(password)}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== insufficientPrivilege) throw error;
    const fix = `create it: CREATE ROLE ${name} LOGIN PASSWORD '…'`;
    throw new ConfigError([`${setting}: the role ${name} does not exist, and the owner cannot create roles; ${fix}`]);
  }
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const insufficientPrivilege = '42501';

/** By default, every role can connect to every database of the server and create temporary tables. */
const privileges = (role: string) => `
DO $$ BEGIN
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO %s', current_database(), ${pg.escapeLiteral(role)});
END $$;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO ${role};
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${role};
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role};
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${role};
REVOKE INSERT, UPDATE, DELETE ON _prisma_migrations FROM ${role};
REVOKE UPDATE, DELETE ON audit_entries FROM ${role};
GRANT EXECUTE ON FUNCTION delete_expired_audit_entries(integer, integer) TO ${role};`;
