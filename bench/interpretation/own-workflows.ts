import type { WorkflowDefinition } from '../../model/definition.js';
import { draftSpec } from '../../model/authoring/draft/draft-spec.js';
import type { KnownParts } from '../../model/authoring/draft/draft-known.js';
import { expandSpec } from '../../model/authoring/expand-spec.js';
import { parseSpec } from '../../model/authoring/parse-spec.js';
import { parseRecipe } from '../../model/authoring/recipe/parse-recipe.js';
import { tableOf } from '../../model/authoring/testing/choices.js';
import { numbers } from '../../model/authoring/testing/numbers.js';
import { calibrate } from '../../model/fitting/calibrate.js';

type Row = Readonly<Record<string, string | number>>;
type Given = Omit<KnownParts, 'file'>;

const rows = 600;

/** Workflows that an organization makes from its own small files with the drafted specs, without a word added by hand. */
export function ownWorkflows(): WorkflowDefinition[] {
  const next = numbers(11);
  const oneOf = <Item>(...items: readonly Item[]): Item => items[Math.floor(items.length * next())]!;
  const within = (low: number, high: number) => low + Math.floor((high - low + 1) * next());
  const yes = (score: number) => (1 / (1 + Math.exp(-score)) > next() ? 'yes' : 'no');
  const each = (row: (k: number) => Row): Row[] => Array.from({ length: rows }, (_, k) => row(k));

  const priceTest = each(() => {
    const [price, channel, age] = [oneOf(9, 12, 15), oneOf('web', 'store'), within(18, 75)];
    return { price, channel, age, bought: yes(2 - 0.25 * price + (channel === 'web' ? 0.4 : 0)) };
  });
  const customers = each(() => {
    const [contract, charge] = [oneOf('Month-to-month', 'One year', 'Two year'), within(20, 110)];
    const [calls, region] = [within(0, 6), oneOf('north', 'south', 'coast')];
    const left = yes(-1.5 + (contract === 'Month-to-month' ? 1.2 : 0) + 0.012 * charge + 0.25 * calls);
    return { contract, monthly_charge: charge, support_calls: calls, region, left };
  });
  const gym = each(() => {
    const [gift, distance, age] = [oneOf('none', 'free drink', 'free month'), within(1, 20), within(18, 70)];
    const mean = Math.exp(1.2 - 0.05 * distance + (gift === 'free month' ? 0.5 : 0));
    return { gift, distance_km: distance, age, visits: Math.floor(-2 * mean * Math.log(next()) * 0.5) };
  });
  const letters = each(() => {
    const [match, lastGift, member] = [oneOf('none', '1:1', '2:1'), within(5, 120), oneOf('yes', 'no')];
    return { match, last_gift: lastGift, member, gave: yes(-2 + (match === 'none' ? 0 : 0.5) + 0.008 * lastGift) };
  });
  const commute = each(() => {
    const times = { train: within(20, 60), bus: within(30, 80), car: within(15, 70) };
    const prices = { train: within(2, 9), bus: within(1, 5), car: within(3, 14) };
    const modes = ['train', 'bus', 'car'] as const;
    const noise = () => -Math.log(-Math.log(next()));
    const scores = modes.map((mode) => -0.05 * times[mode] - 0.2 * prices[mode] + noise());
    const cells = modes.flatMap((mode) => [
      [`time_${mode}`, times[mode]],
      [`price_${mode}`, prices[mode]],
    ]);
    return { ...(Object.fromEntries(cells) as Row), mode: modes[scores.indexOf(Math.max(...scores))]! };
  });
  const cafe = each(() => {
    const [price, card, student] = [oneOf(2.5, 3, 3.5), oneOf('yes', 'no'), oneOf('yes', 'no')];
    const mean = Math.exp(2 - 0.4 * price + (card === 'yes' ? 0.4 : 0));
    return { price_eur: price, loyalty_card: card, student, cups: Math.floor(-mean * Math.log(next())) };
  });
  const newsletter = each(() => {
    const [subject, day, age] = [oneOf('none', 'question', 'discount'), oneOf('weekday', 'weekend'), within(18, 75)];
    const lift = subject === 'discount' ? 0.8 : subject === 'question' ? 0.3 : 0;
    return { subject, day, age, opened: yes(-1 + lift - (day === 'weekend' ? 0.3 : 0)) };
  });
  const energy = each(() => {
    const plans = ['standard', 'green', 'flex'] as const;
    const prices = plans.map(() => within(22, 40));
    const months = plans.map(() => oneOf(1, 12, 24));
    const scores = plans.map((_, k) => -0.15 * prices[k]! - 0.03 * months[k]! - Math.log(-Math.log(next())));
    const cells = plans.flatMap((plan, k) => [
      [`price_${plan}`, prices[k]!],
      [`months_${plan}`, months[k]!],
    ]);
    return { ...(Object.fromEntries(cells) as Row), plan: plans[scores.indexOf(Math.max(...scores))]! };
  });
  return [
    workflow('own-price-test', priceTest, {
      title: 'Price test autumn',
      outcome: 'bought',
      parameters: ['price', 'channel'],
    }),
    workflow('own-customers', customers, {
      title: 'Customers who leave',
      outcome: 'left',
      parameters: ['contract', 'monthly_charge', 'support_calls'],
    }),
    workflow('own-gym', gym, { title: 'Gym visits', outcome: 'visits', parameters: ['gift', 'distance_km'] }),
    workflow('own-letters', letters, {
      title: 'Donation letters',
      outcome: 'gave',
      parameters: ['match', 'last_gift'],
    }),
    workflow('own-commute', commute, { title: 'Way to work', outcome: 'mode' }),
    workflow('own-cafe', cafe, {
      title: 'Cups of coffee',
      outcome: 'cups',
      parameters: ['price_eur', 'loyalty_card'],
    }),
    workflow('own-newsletter', newsletter, {
      title: 'Newsletter test',
      outcome: 'opened',
      parameters: ['subject', 'day'],
    }),
    workflow('own-energy', energy, { title: 'Choice of an energy plan', outcome: 'plan' }),
  ];
}

function workflow(id: string, records: readonly Row[], given: Given): WorkflowDefinition {
  const table = tableOf(records);
  const expansion = expandSpec(
    parseSpec(`id: ${id}\n${draftSpec(table, { file: `${id}.csv`, ...given }).spec}`),
    table,
  );
  const recipe = parseRecipe(expansion.recipe);
  return calibrate({ recipe, data: expansion.table, calibratedOn: '2026-11-30' }).definition;
}
