import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition } from '../../engine/index.js';
import { calibratedRangeText, settingText } from './format-settings.js';

const parameterOf = (slug: string, id: string) => {
  const json = readFileSync(join(import.meta.dirname, `../../catalog/${slug}.json`), 'utf8');
  return parseDefinition(JSON.parse(json)).scenario.parameters.find((one) => one.id === id)!;
};

describe('parameter values in reports', () => {
  it.each([
    ['swissmetro-mode-choice', 'swissmetro_cost_factor', 0.8, '20% cheaper'],
    ['swissmetro-mode-choice', 'swissmetro_cost_factor', 1.4, '40% more expensive'],
    ['swissmetro-mode-choice', 'train_time_factor', 0.85, '15% shorter'],
    ['swissmetro-mode-choice', 'train_headway_factor', 2, 'twice as long'],
    ['intercity-mode-choice', 'train_frequency_factor', 2.5, '2.5 times as many'],
    ['intercity-mode-choice', 'train_frequency_factor', 0.7, '30% fewer'],
    ['alt-fuel-vehicle-choice', 'electric_price_factor', 1, 'as in the data'],
    ['unemployment-duration', 'replacement_rate_factor', 1.123, '12.3% higher'],
    ['hybrid-corn-network', 'contacts_weight', 0, 'zero'],
    ['catsup-brand-choice', 'heinz32_display_share', 0.0994, '99 of 1,000 trips'],
    ['catsup-brand-choice', 'heinz32_display_share', 0.0004, '4 of 10,000 trips'],
    ['gotv-social-pressure', 'reach', 0.5, '500 of 1,000 registered voters'],
    ['repeated-pd-cooperation', 'continuation', 0.75, '75%'],
    ['conservation-wtp', 'price', 50, 'AUD 50'],
    ['hiv-test-incentive', 'incentive', 1.25, '$1.25'],
    ['alt-fuel-vehicle-choice', 'electric_range', 123.4, '123.4 miles'],
    ['gotv-social-pressure', 'mailing', 'neighbors', "Neighbors' record"],
  ])('The value of %s %s at %s is “%s”', (slug, id, value, text) => {
    expect(settingText(parameterOf(slug, id), value)).toBe(text);
  });

  it.each([
    ['swissmetro-mode-choice', 'swissmetro_cost_factor', '25% cheaper to 40% more expensive'],
    ['catsup-brand-choice', 'heinz32_display_share', '0% to 100%'],
    ['hybrid-corn-network', 'extension_intensity', 'only as in the data'],
    ['gotv-social-pressure', 'mailing', '5 options'],
  ])('The calibrated range of %s %s is “%s”', (slug, id, text) => {
    expect(calibratedRangeText(parameterOf(slug, id))).toBe(text);
  });
});
