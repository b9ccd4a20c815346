import { hostname } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { type Command, InvalidArgumentError } from 'commander';
import type { operations } from '../generated/schema.js';
import { createTransport } from '../transport.js';
import { clientOf, type CommonOptions, forgetLogin, print, storedLogin, storeLogin, urlOf } from './context.js';
import { plain, tableText } from './text.js';

const scopes = ['simulations:read', 'simulations:write', 'case_studies:read', 'keys:read', 'keys:write'] as const;
const dayMs = 24 * 3_600_000;

const printLines = (lines: readonly string[]) => print({}, undefined, () => lines.map(plain).join('\n'));

export function addAccountCommands(program: Command): void {
  program
    .command('workflows [id]')
    .description('list the workflows, or the parameters of one')
    .option('--ids', 'print only ids, one a line, as the completion of shells does')
    .action(async (id: string | undefined, options: CommonOptions & { ids?: boolean }) => {
      const client = clientOf(options);
      if (id === undefined) {
        const workflows = await client.workflows().toArray();
        if (options.ids) return printLines(workflows.map(({ workflow_id }) => workflow_id));
        return print(options, workflows, () =>
          tableText(
            ['Workflow', 'Name'],
            workflows.map(({ workflow_id, name }) => [workflow_id, name]),
          ),
        );
      }
      const workflow = await client.workflow(id);
      const properties = workflow.scenario_schema.properties as Record<string, Record<string, unknown>>;
      if (options.ids) return printLines(Object.keys(properties));
      print(
        options,
        workflow,
        () =>
          `${plain(workflow.name)} ${workflow.version}\n${plain(workflow.summary)}\n\n${tableText(
            ['Parameter', 'Title', 'Default', 'In the data'],
            Object.entries(properties).map(([name, of]) => [
              ...[name, String(of['title']), String(of['default'])],
              ((of['x-calibrated-range'] ?? of['enum'] ?? []) as unknown[]).join(of['enum'] ? ', ' : ' to '),
            ]),
          )}`,
      );
    });

  const keys = program.command('keys').description('manage API keys');
  keys
    .command('list')
    .description('list the keys of the organization')
    .action(async (options: CommonOptions) => {
      const { data } = await clientOf(options).api.GET('/v1/api-keys', {});
      print(options, data!.data, () =>
        tableText(
          ['Id', 'Name', 'Scopes', 'Created'],
          data!.data.map(({ key_id, name, scopes: granted, created_at }) => [
            key_id,
            name,
            granted.join(' '),
            created_at,
          ]),
        ),
      );
    });
  keys
    .command('create <name>')
    .description('create a key and print it, once')
    .option('--scope <scope...>', 'scopes', [...scopes])
    .option('--live', 'key of the live tier; default: sandbox')
    .action(async (name: string, options: CommonOptions & { scope: (typeof scopes)[number][]; live?: boolean }) => {
      const { data } = await clientOf(options).api.POST('/v1/api-keys', {
        params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
        body: { name, scopes: options.scope, is_test: !options.live },
      });
      print(options, data!.data, () => data!.data.key);
    });
  keys
    .command('revoke <id>')
    .description('revoke a key')
    .action(async (id: string, options: CommonOptions) => {
      const { data } = await clientOf(options).api.DELETE('/v1/api-keys/{key_id}', {
        params: { path: { key_id: id } },
      });
      print(options, data!.data, () => `${id} is revoked.`);
    });

  program
    .command('login <email>')
    .description('sign in with a link by email, and store a key for this computer for 90 days')
    .option('--live', 'key of the live tier; default: sandbox')
    .action(async (email: string, options: CommonOptions & { live?: boolean }) => {
      const url = urlOf(options);
      const session = sessionOf(url);
      await session('/v1/auth/magic-link/request', { email });
      const token = tokenOf(await ask(`A sign-in link was sent to ${email}. Paste it here: `));
      const preview = (await session('/v1/auth/magic-link/preview', { token })) as LinkPreview;
      // The link of another person would sign this user in to the account of that person.
      if (preview.email.toLowerCase() !== email.toLowerCase())
        throw new InvalidArgumentError(`The link is for ${preview.email}.`);
      const unverified_account = await decisionOn(preview);
      await session('/v1/auth/magic-link/verify', { token, ...(unverified_account && { unverified_account }) });
      const { key, key_id } = (await session('/v1/api-keys', {
        name: `simulate on ${hostname()}`.slice(0, 100),
        scopes,
        is_test: !options.live,
        expires_at: new Date(Date.now() + 90 * dayMs).toISOString(),
      })) as { key: string; key_id: string };
      await session('/v1/auth/logout', {});
      storeLogin({ url, key, key_id });
      print(options, { url, key_id }, () => `Signed in to ${url}.`);
    });

  program
    .command('logout')
    .description('revoke the stored key and forget it')
    .action(async (options: CommonOptions) => {
      const login = storedLogin();
      if (login) {
        const { api } = createTransport({ apiKey: login.key, baseUrl: login.url });
        await api
          .DELETE('/v1/api-keys/{key_id}', { params: { path: { key_id: login.key_id } } })
          .catch((error: unknown) => process.stderr.write(`The key could not be revoked: ${String(error)}\n`));
        forgetLogin();
      }
      print(options, { signed_in: false }, () => 'Signed out.');
    });
}

/** Requests with the cookies of the responses before, as a browser sends them. */
function sessionOf(baseUrl: string): (path: string, body: object) => Promise<unknown> {
  const cookies = new Map<string, string>();
  const { send } = createTransport({ baseUrl });
  return async (path, body) => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await send(path, {
      method: 'POST',
      body,
      headers: { cookie: cookie || undefined, origin: new URL(baseUrl).origin },
    });
    for (const text of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(text)!;
      cookies.set(name!, value!);
    }
    return response.status === 204 ? undefined : ((await response.json()) as { data: unknown }).data;
  };
}

type LinkPreview = operations['magicLinkPreview']['responses'][200]['content']['application/json']['data'];

/** A third party can have signed up with this address by password and created keys. The owner of the address decides. */
async function decisionOn({ unverified_account: account }: LinkPreview): Promise<'keep' | 'discard' | undefined> {
  if (!account) return undefined;
  const { organization_name, api_keys, webhook_endpoints } = account;
  const answer = await ask(
    `The account “${plain(organization_name)}” was created with this address and a password, and never verified. It has ${api_keys} API keys and ${webhook_endpoints} webhook endpoints. Type keep if you created it. Otherwise they are deleted: `,
  );
  return answer.trim().toLowerCase() === 'keep' ? 'keep' : 'discard';
}

/** The token of a pasted link, or the token itself. */
const tokenOf = (text: string): string => /[#?&]token=([^&\s]+)/.exec(text)?.[1] ?? text.trim();

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // Without a terminal, the input can end without a line, and no answer would follow.
  const ended = new AbortController();
  lines.once('close', () => ended.abort());
  try {
    return await lines.question(question, { signal: ended.signal });
  } catch (error) {
    if (!ended.signal.aborted) throw error;
    throw new Error(
      'Nothing was entered. Run “simulate login” in a terminal, or write the answer to its standard input.',
      {
        cause: error,
      },
    );
  } finally {
    lines.close();
  }
}
