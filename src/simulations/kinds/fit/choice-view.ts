import { row, table, text, valueCell, section, intervalsFigure } from '../../view/blocks.js';
import { change, percent, points } from '../../view/format-numbers.js';
import { amountsTable } from '../../view/trade-off-text.js';
import type { Block, Section } from '../../view/view.schema.js';
import type { FitResult } from './result.schema.js';

type Choice = NonNullable<FitResult['choice']>;
type Attribute = Choice['attributes'][number];
type Amount = Choice['willingness_to_pay'][number];

export function choiceSections(choice: Choice | null | undefined): (Section | undefined)[] {
  if (!choice) return [];
  return [
    partWorthsSection(choice),
    willingnessSection(choice.willingness_to_pay),
    pricesSection(choice.price_effects),
  ];
}

const nameOf = ({ label, class_label: name }: Attribute) => (name === null ? label : `${label} (${name})`);

function partWorthsSection({ attributes, left_out: leftOut }: Choice): Section | undefined {
  if (attributes.length === 0) return undefined;
  return section(
    { id: 'part-worths', title: 'Part-worths and importance', part: 'answer' },
    text([
      'A part-worth is the utility of a level compared with the mean of all levels of its attribute. The raw effect compares it with the first level.',
      'The importance of an attribute is the range of its part-worths as a share of the ranges of all attributes. It depends on the levels in the data: a wider range of prices makes the price more important.',
      leftOut.length > 0 && `Without part-worths, because their effect differs between agents: ${leftOut.join(', ')}.`,
    ]),
    importanceFigure(attributes),
    partWorthsFigure(attributes),
  );
}

function importanceFigure(attributes: readonly Attribute[]): Block {
  return intervalsFigure(
    'Importance of the attributes',
    { axis: 'share of all ranges', format: 'percent', series: [{ id: 'simulated', label: 'Importance' }] },
    ['Attribute', 'Importance'],
    attributes
      .toSorted((a, b) => b.importance - a.importance)
      .map((one) => ({
        label: nameOf(one),
        values: [{ series: 'simulated', value: one.importance, interval: one.importance_interval }],
        cells: [valueCell(one.importance, one.importance_interval, percent)],
      })),
  );
}

function partWorthsFigure(attributes: readonly Attribute[]): Block {
  return intervalsFigure(
    'Part-worths of the levels',
    { axis: 'utility', format: 'change', series: [{ id: 'simulated', label: 'Part-worth' }] },
    ['Level', 'Part-worth', 'Raw effect'],
    attributes.flatMap((one) =>
      one.levels.map(({ label, centered, centered_interval: interval, effect, effect_interval: ofEffect }) => ({
        label: `${nameOf(one)}: ${label}`,
        values: [{ series: 'simulated', value: centered, interval }],
        cells: [valueCell(centered, interval, change), valueCell(effect, ofEffect, change)],
      })),
    ),
  );
}

function willingnessSection(amounts: readonly Amount[]): Section | undefined {
  if (amounts.length === 0) return undefined;
  return section(
    { id: 'willingness-to-pay', title: 'Willingness to pay', part: 'answer' },
    text(
      'Amounts that agents would pay for a level or for one more unit, or to save one hour: ratios of coefficients. A negative amount means that they dislike it. The sets are those of Fieller, without the error of the model.',
    ),
    amountsTable(amounts, ({ applies_to: group }) => [group]),
  );
}

function pricesSection(effects: Choice['price_effects']): Section | undefined {
  if (!effects) return undefined;
  const { rows, increase } = effects;
  const columns = rows[0]!.effects.map(({ label }) => label);
  const more = percent(increase).replace('.0', '');
  return section(
    { id: 'price-effects', title: 'Own and cross effects of prices', part: 'answer' },
    text(
      `Changes of all shares in percentage points, if one price is ${more} higher and the others stay. Each row sums to 0: what one loses, the others win. The intervals do not contain the error of the model.`,
    ),
    table(
      `Changes of the shares if one price is ${more} higher`,
      ['Price of', 'Its share', ...columns],
      rows.map(({ label, share, effects: own }) =>
        row(
          `${label} ${more} dearer`,
          percent(share),
          ...own.map(({ change: difference, interval }) => valueCell(difference, interval, points)),
        ),
      ),
    ),
  );
}
