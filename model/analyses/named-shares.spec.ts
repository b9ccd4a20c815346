import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DefinitionError } from '../engine-error.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { shareOfParameters } from './named-shares.js';

interface Json {
  scenario: { parameters: { id: string; about?: string }[] };
}
const jsonOf = (slug: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../catalog/${slug}.json`), 'utf8')) as Json;
const withAbout = (about: string) => {
  const json = jsonOf('swissmetro-mode-choice');
  json.scenario.parameters[0]!.about = about;
  return json;
};
const swissmetro = parseDefinition(jsonOf('swissmetro-mode-choice'));
const vehicles = parseDefinition(jsonOf('alt-fuel-vehicle-choice'));

describe('shareOfParameters', () => {
  it('A parameter belongs to the only alternative that it affects, also through an assignment', () => {
    expect(shareOfParameters(swissmetro, ['train_cost_factor'])).toBe('train');
    expect(shareOfParameters(swissmetro, ['swissmetro_airline_seats_share'])).toBe('swissmetro');
  });

  it('A parameter that affects exactly the alternatives of a group belongs to the group', () => {
    expect(shareOfParameters(vehicles, ['electric_price_factor'])).toBe('electric');
  });

  it('Parameters of several outcomes belong to the smallest group that contains them, or to none', () => {
    expect(shareOfParameters(swissmetro, ['train_cost_factor', 'train_time_factor'])).toBe('train');
    expect(shareOfParameters(swissmetro, ['train_cost_factor', 'swissmetro_cost_factor'])).toBe('rail');
    expect(shareOfParameters(vehicles, ['electric_price_factor', 'cng_price_factor'])).toBe('low_emission');
    expect(shareOfParameters(swissmetro, ['train_cost_factor', 'car_cost_factor'])).toBeUndefined();
  });

  it('Models without alternatives, no parameters and unknown parameters have no such share', () => {
    expect(shareOfParameters(parseDefinition(jsonOf('charity-match-mailing')), ['match'])).toBeUndefined();
    expect(shareOfParameters(swissmetro, [])).toBeUndefined();
    expect(shareOfParameters(swissmetro, ['unknown'])).toBeUndefined();
  });

  it('`about` of the definition takes precedence, and must name an outcome or an outcome group', () => {
    expect(shareOfParameters(parseDefinition(withAbout('rail')), ['train_time_factor'])).toBe('rail');
    const parse = () => parseDefinition(withAbout('plane'));
    expect(parse).toThrow(DefinitionError);
    expect(parse).toThrow(/scenario\.parameters\.0\.about/);
  });
});
