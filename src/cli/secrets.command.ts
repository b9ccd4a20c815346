import { Command } from 'commander';
import { tiers } from '../common/identity/tier.js';
import { WebhookSecrets } from '../webhooks/endpoints/webhook-secrets.service.js';
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
  const resealed = { sandbox: 0, live: 0 };
  await withServices(async (services) => {
    const secrets = services.get(WebhookSecrets);
    for (const tier of tiers) {
      let count: number;
      do {
        count = await secrets.sealAnew(tier);
        resealed[tier] += count;
      } while (count > 0);
    }
  });
  print(json, resealed, tiers.map((tier) => `${tier}: ${resealed[tier]} sealed anew`).join('\n'));
}
