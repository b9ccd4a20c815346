import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition } from '../../engine/index.js';
import { readLevers } from './read-levers.js';

type Phrasing = readonly [question: string, expected: Record<string, number | string>];

/** Written before the parser was. Where nothing is expected, nothing may be set: a wrong lever is worse than none. */
const phrasings: Record<string, readonly Phrasing[]> = {
  'swissmetro-mode-choice': [
    ['How many travellers would take the Swissmetro if its fares were 20% lower?', { swissmetro_cost_factor: 0.8 }],
    ['What if train fares doubled?', { train_cost_factor: 2 }],
    ['Would drivers switch if driving took half an hour longer?', {}],
    ['Who would ride the maglev if it ran twice as often?', { swissmetro_headway_factor: 0.5 }],
    [
      'What happens when the train is twice as fast and 10% more expensive?',
      { train_time_factor: 0.5, train_cost_factor: 1.1 },
    ],
    ['How many commuters leave the car if petrol costs rise by a quarter?', { car_cost_factor: 1.25 }],
    ['If every Swissmetro had airline-type seats, who would still ride?', { swissmetro_airline_seats_share: 1 }],
    ['Suppose the Swissmetro cost 20% less than the train. Who takes it?', {}],
    ['What share drives if car journeys take 15 percent longer?', { car_time_factor: 1.15 }],
    ['How would cheaper train tickets change the choice of mode?', {}],
    ['What if rail fares were abolished?', {}],
    ['Trains run half as often: who switches?', { train_headway_factor: 2 }],
  ],
  'intercity-mode-choice': [
    ['How many take the train from Toronto to Montreal if it were 30% faster?', { train_time_factor: 0.7 }],
    ['What if plane tickets were half price?', { air_cost_factor: 0.5 }],
    ['Would doubling the departures of the bus help?', { bus_frequency_factor: 2 }],
    ['What happens to air travel when flights cost 20 percent more?', { air_cost_factor: 1.2 }],
    ['If getting to the airport took half as long, who would fly?', { air_access_time_factor: 0.5 }],
    ['Suppose driving cost 40% more and rail fares fell by 10%.', { car_cost_factor: 1.4, train_cost_factor: 0.9 }],
    ['What if there were three times as many trains a day?', { train_frequency_factor: 3 }],
    ['How many fly when there are a third fewer flights?', { air_frequency_factor: 2 / 3 }],
    ['If coach fares are cut by 25%, do people ride it?', { bus_cost_factor: 0.75 }],
    ['Who takes the car when driving times go up by a fifth?', { car_time_factor: 1.2 }],
    ['What if the train were free?', {}],
  ],
  'alt-fuel-vehicle-choice': [
    ['How many buy an electric car if its range were 200 miles?', { electric_range: 200 }],
    ['What if electric cars cost 20% less?', { electric_price_factor: 0.8 }],
    ['If natural gas vehicles were 10% more expensive, who would buy them?', { cng_price_factor: 1.1 }],
    ['Would methanol sell if half of all stations had it?', { methanol_stations: 0.5 }],
    ['What if gasoline cost 8 cents a mile?', { gasoline_operating_cost: 8 }],
    ['Double the range of EVs: what happens?', { electric_range: 300 }],
    ['If electric vehicles went 50 miles farther on a charge, how many would sell?', { electric_range: 200 }],
    ['What if the CNG car reached 100 mph?', { cng_top_speed: 100 }],
    ['Do people go electric if charging cost 2 cents per mile?', { electric_operating_cost: 2 }],
    ['What if the emissions of gasoline cars were cut in half?', { gasoline_emissions: 0.315 }],
    ['If vehicles got 10% cheaper, which fuel wins?', {}],
    ['What share goes electric when gasoline vehicles cost 30 percent more?', { gasoline_price_factor: 1.3 }],
  ],
  'catsup-brand-choice': [
    ['What if Heinz 28 cost 10% less?', { heinz28_price: 3.888 }],
    ["How much would we sell if Hunt's were on display on half of all trips?", { hunts32_display_share: 0.5 }],
    ['What if Heinz 41 were featured in the newspaper every time?', { heinz41_feature_share: 1 }],
    ["If the price of Hunt's rose by 15 percent, who stays?", { hunts32_price: 3.864 }],
    ['Heinz is 10% cheaper: who switches?', {}],
    ['Without any display of Heinz 32, what is its share?', { heinz32_display_share: 0 }],
    ['What if the 28 ounce Heinz were 20% more expensive?', { heinz28_price: 5.184 }],
    ['Who buys Heinz 32 at a price of 2.5?', { heinz32_price: 2.5 }],
    ["How many buy Hunt's when its price is cut in half?", { hunts32_price: 1.68 }],
    ['What if Heinz 41 got cheaper?', {}],
    ['What if we double the newspaper features of Heinz 28?', { heinz28_feature_share: 0.1372 }],
  ],
  'charity-match-mailing': [
    ['Who gives when a donation is matched 2:1?', { match: 'two_to_one' }],
    ['Does a one to one match work?', { match: 'one_to_one' }],
    ['What if gifts are matched three to one?', { match: 'three_to_one' }],
    ['How many people give if nothing is matched?', { match: 'none' }],
    ['How many give if a leading donor matches dollar for dollar?', { match: 'one_to_one' }],
    ['Is a 3:1 match better than a 1:1 match?', {}],
    ['Which couples donate with a matched gift of 2:1?', { match: 'two_to_one' }],
    ['How many donate without a match?', { match: 'none' }],
    ['What if the match were 5:1?', {}],
    ['Who gives again when the letter comes?', {}],
  ],
  'conservation-wtp': [
    ['How many would pay $100 a year to protect Kakadu?', { price: 100 }],
    ['At a price of 20 dollars, who says yes?', { price: 20 }],
    ['Who pays if the impact of mining is major?', { impact: 'major' }],
    ['Would people pay AUD 250 if the damage is minor?', { price: 250, impact: 'minor' }],
    ['If saving the park cost twice as much, how many would pay?', { price: 100 }],
    ['How many would pay two hundred dollars each year?', { price: 200 }],
    ['What if the price asked rose by 20%?', { price: 60 }],
    ['How many would pay $5,000 a year?', {}],
    ['If it cost ten dollars more, who drops out?', { price: 60 }],
    ['What is the most that people would pay to keep the park?', {}],
  ],
  'family-planning-network': [
    ['What if the programme were twice as strong?', { programme_intensity: 2 }],
    ['What if 10% of the women practised family planning from the start?', { seeded_share: 0.1 }],
    ['If contacts counted for nothing, how many would adopt?', { contacts_weight: 0 }],
    [
      'What if we begin with 5% of the women, those named most often?',
      { seeded_share: 0.05, seeding_strategy: 'most_named' },
    ],
    ['If the campaign were 30% stronger, how many women would adopt?', { programme_intensity: 1.3 }],
    ['What if the village at large counted half as much?', { village_weight: 0.5 }],
    [
      'Seed 15 percent of women in circles of contacts: how many follow?',
      { seeded_share: 0.15, seeding_strategy: 'together' },
    ],
    ['What if the intensity of the programme was cut by a quarter?', { programme_intensity: 0.75 }],
    ['How many women adopt within five years?', {}],
    ['What if all of the women were seeded?', {}],
  ],
  'hybrid-corn-network': [
    ['If 10% of farmers were given the seed for free, when would all plant it?', { seeded_share: 0.1 }],
    ['What if extension work were doubled?', { extension_intensity: 2 }],
    ['What if the weight of contacts were doubled?', { contacts_weight: 2 }],
    ['What if a fifth of the farmers begin at once?', { seeded_share: 0.2 }],
    ['Give seed to 5% of the farmers at random.', { seeded_share: 0.05, seeding_strategy: 'at_random' }],
    ['How many years until half of the farmers plant hybrid corn?', {}],
    ['Would 50% more extension help?', { extension_intensity: 1.5 }],
    ['What if extension visits were halved?', { extension_intensity: 0.5 }],
    ['What if the village counted three times as much?', { village_weight: 3 }],
    ['What if 60% of farmers begin at once?', {}],
  ],
  'technology-adoption-bass': [
    ['How fast does it spread if we double advertising?', { advertising: 2 }],
    ['How quickly did the microwave oven spread?', { technology: 'microwave' }],
    ['What if word of mouth were 50% stronger?', { word_of_mouth: 1.5 }],
    ['What if 5% of households are given it at the start?', { seeded_share: 0.05 }],
    ['What if the market were 20% smaller?', { market_size: 0.8 }],
    [
      'How soon do washing machines reach half of the homes with three times the advertising?',
      { technology: 'washing_machine', advertising: 3 },
    ],
    ['When did colour television peak?', { technology: 'colour_tv' }],
    ['What if advertising were cut by half?', { advertising: 0.5 }],
    ['How long until 80% of households have it?', {}],
    ['What if we gave the product to a tenth of all households?', { seeded_share: 0.1 }],
    ['Internet or radio: which spread faster?', {}],
  ],
  'gotv-social-pressure': [
    ['What if we send a civic duty mailing?', { mailing: 'civic_duty' }],
    ["What is turnout with a mailing that shows the neighbours' record?", { mailing: 'neighbors' }],
    ["What if half of the voters get the mailing with their own household's record?", { mailing: 'self', reach: 0.5 }],
    ['What if voters are told that they are being studied?', { mailing: 'hawthorne' }],
    ['How high is turnout without any mailing?', { mailing: 'control' }],
    ['How many vote if a civic duty letter reaches 30% of voters?', { mailing: 'civic_duty', reach: 0.3 }],
    ['Is the neighbours mailing better than civic duty?', {}],
    ['What if only a quarter of the voters are reached by a neighbors mailing?', { mailing: 'neighbors', reach: 0.25 }],
    ['How many people vote in the primary?', {}],
  ],
  'health-insurance-visits': [
    ['How many doctor visits are there under free care?', { plan: 'free' }],
    ['What if everyone had 25% coinsurance?', { plan: 'coinsurance_25' }],
    ['What if families pay half of each bill?', { plan: 'coinsurance_50' }],
    ['How often do people go with a deductible for each person?', { plan: 'individual_deductible' }],
    ['How many visits at 95 percent coinsurance?', { plan: 'coinsurance_95' }],
    ['If patients paid a quarter of the bill, would they stay away?', { plan: 'coinsurance_25' }],
    ['What if coinsurance were 40%?', {}],
    ['Do people go more often with free care or a deductible?', {}],
    ['What if care were free?', { plan: 'free' }],
    ['How often do sick people go to the doctor?', {}],
  ],
  'hiv-test-incentive': [
    ['How many come if they get a voucher of $2?', { incentive: 2 }],
    ['What if the centre were half as far away?', { distance_factor: 0.5 }],
    ['Who comes with an incentive of one dollar and centres 20% nearer?', { incentive: 1, distance_factor: 0.8 }],
    ['How many come without any incentive?', { incentive: 0 }],
    ['What if the distance to the centre doubled?', { distance_factor: 2 }],
    ['What if people are paid 50 cents to come?', { incentive: 0.5 }],
    ['What if we pay $20 for coming?', {}],
    ['What if the centre were 1 km closer?', {}],
    ['How many come if the voucher is 100 kwacha?', {}],
    ['Do people come to learn their result?', {}],
  ],
  'housing-satisfaction': [
    ['What if everybody lived in tower blocks?', { building: 'tower' }],
    ['What if all tenants had high influence on the management?', { influence_on_management: 'high' }],
    ['What if contact with other residents were low?', { contact_with_residents: 'low' }],
    [
      'How satisfied would tenants be with high influence and low contact?',
      { influence_on_management: 'high', contact_with_residents: 'low' },
    ],
    ['How satisfied would they be if all moved into terraced houses?', { building: 'terrace' }],
    ['What if everybody had at least medium influence?', { influence_on_management: 'at_least_medium' }],
    [
      'What about atrium houses with high contact between residents?',
      { building: 'atrium', contact_with_residents: 'high' },
    ],
    ['Are people in tower blocks happier than in terraced houses?', {}],
    ['How satisfied are tenants?', {}],
    [
      'What if all lived in an apartment building and had low influence?',
      { building: 'apartment', influence_on_management: 'low' },
    ],
  ],
  'repeated-pd-cooperation': [
    ['What if the chance of another round were 90%?', { continuation: 0.9 }],
    ['How many cooperate at a reward for mutual cooperation of 48 points?', { reward: 48 }],
    ['What if the game goes on with probability 0.5?', { continuation: 0.5 }],
    ['Raise the reward by 5 points: do people cooperate?', { reward: 45 }],
    ['What happens at a reward of 32 and a 50% chance of another round?', { reward: 32, continuation: 0.5 }],
    ['What if there is no chance of another round?', { continuation: 0 }],
    ['What if the reward were 60 points?', {}],
    ['What if the continuation probability fell to one half?', { continuation: 0.5 }],
    ['What if the reward for cooperation were 10% higher?', { reward: 44 }],
    ['How often do people defect?', {}],
  ],
  'unemployment-duration': [
    ['What if benefits were 20% higher?', { replacement_rate_factor: 1.2 }],
    ['What if nobody claimed unemployment insurance?', { benefit_claims: 'nobody' }],
    ['What if everybody claims benefits?', { benefit_claims: 'everybody' }],
    ['What if unemployment in the state were 50% higher?', { state_unemployment_factor: 1.5 }],
    ['How long are people without work if benefits are cut in half?', { replacement_rate_factor: 0.5 }],
    ['Suppose benefits are 10% less generous.', { replacement_rate_factor: 0.9 }],
    ['How long does the search last if the state unemployment rate doubles?', { state_unemployment_factor: 2 }],
    ['Would cutting benefits by a third get people back to work?', { replacement_rate_factor: 2 / 3 }],
    ['Who finds work within ten weeks?', {}],
    ['What if the unemployment rate rose to 9%?', {}],
  ],
  'welfare-wording-experiment': [
    ['What if the question calls it assistance to the poor?', { wording: 'assistance_to_the_poor' }],
    ['How many say too much when it is called welfare?', { wording: 'welfare' }],
    ['Do people prefer welfare or assistance to the poor?', {}],
    ['What do women say when asked about “assistance to the poor”?', { wording: 'assistance_to_the_poor' }],
    ['Do strong Republicans say that too much is spent on welfare?', { wording: 'welfare' }],
    ['Do Americans think that the country spends too much?', {}],
    ['How many object if we ask about aid to the poor?', { wording: 'assistance_to_the_poor' }],
    ['Which answer do people give?', {}],
  ],
};

describe.each(Object.entries(phrasings))('levers in questions for %s', (workflowId, table) => {
  const file = join(import.meta.dirname, `../../catalog/${workflowId}.json`);
  const definition = parseDefinition(JSON.parse(readFileSync(file, 'utf8')));

  it.each(table.map(([question, expected]) => ({ question, expected })))('$question', ({ question, expected }) => {
    const { interpreted } = readLevers(definition, question);
    const values = Object.fromEntries(interpreted.map(({ parameter, value }) => [parameter, value]));
    expect(Object.keys(values).sort()).toEqual(Object.keys(expected).sort());
    for (const [parameter, value] of Object.entries(expected)) {
      if (typeof value === 'number') expect(values[parameter]).toBeCloseTo(value, 9);
      else expect(values[parameter]).toBe(value);
    }
  });
});
