import { Command } from 'commander';
import { tiers } from '../common/identity/tier.js';
import { WebhookSecrets, type Resealed } from '../webhooks/endpoints/webhook-secrets.service.js';
import { jsonOption, print } from './options.js';
import { withServices } from './with-services.js';

const help = `
After a change of SVC_MASTER_KEY, with the earlier one in SVC_PREVIOUS_MASTER_KEYS. Workers do the same by themselves, once a minute.`;

export function secretsCommand(): Command {
  const reseal = new Command('reseal')
    .description('seal with the present master key what an earlier one sealed')
    .addOption(jsonOption())
    .addHelpText('after', help)
    .action(resealAll);
  return new Command('secrets').description('what the master key seals').addCommand(reseal);
}

async function resealAll({ json }: { json?: boolean }): Promise<void> {
  const done = await withServices(async (services) => {
    const secrets = services.get(WebhookSecrets);
    return { sandbox: await secrets.reseal('sandbox'), live: await secrets.reseal('live') };
  });
  print(json, done, tiers.map((tier) => `${tier}: ${resultText(done[tier])}`).join('\n'));
}

function resultText({ resealed, unopened }: Resealed): string {
  const sealed = `${resealed} sealed anew`;
  return unopened === 0 ? sealed : `${sealed}, ${unopened} do not open: is a key missing in SVC_PREVIOUS_MASTER_KEYS?`;
}
