import { Command } from 'commander';
import { tiers } from '../common/identity/caller.js';
import { WebhookSecrets, type Resealed } from '../webhooks/endpoints/webhook-secrets.service.js';
import { jsonOption, print } from './options.js';
import { withServices } from './with-services.js';

const help = `
Run it after you change SVC_MASTER_KEY and add the previous key to SVC_PREVIOUS_MASTER_KEYS. Workers also re-encrypt secrets once a minute.`;

export function secretsCommand(): Command {
  const reseal = new Command('reseal')
    .description('Re-encrypt secrets of previous master keys with the current master key')
    .addOption(jsonOption())
    .addHelpText('after', help)
    .action(resealAll);
  return new Command('secrets').description('Manage the secrets that the master key encrypts').addCommand(reseal);
}

async function resealAll({ json }: { json?: boolean }): Promise<void> {
  const done = await withServices(async (services) => {
    const secrets = services.get(WebhookSecrets);
    return { sandbox: await secrets.reseal('sandbox'), live: await secrets.reseal('live') };
  });
  print(json, done, tiers.map((tier) => `${tier}: ${resultOf(done[tier])}`).join('\n'));
}

function resultOf({ resealed, unopened }: Resealed): string {
  const done = `${resealed} secrets re-encrypted.`;
  if (unopened === 0) return done;
  return `${done} No known master key decrypts ${unopened} secrets. Add the missing key to SVC_PREVIOUS_MASTER_KEYS.`;
}
