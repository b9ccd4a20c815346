import { type Column, guessedRoles, knownOf, withRole } from './dataset';

const column = (name: string, type: Column['type'], guess: Column['guess'] = null): Column => ({
  ...{ name, type, guess, missing: 0, distinct: 3 },
  ...{ examples: [], range: null, histogram: null },
});
const columns = [
  column('household', 'id', 'group'),
  column('letter', 'category', 'parameter'),
  column('message', 'text', 'parameter'),
  column('age', 'integer'),
  column('w', 'number', 'weight'),
  column('paid', 'binary', 'outcome'),
];

describe('the roles of columns', () => {
  it('Likely roles are guessed, except weights and parameters that no scenario can change', () => {
    expect(guessedRoles(columns)).toEqual({ household: 'group', letter: 'parameter', paid: 'outcome' });
  });

  it('The outcome, the group, the respondent and the weight belong to one column each', () => {
    const roles = guessedRoles(columns);
    expect(withRole(roles, 'age', 'outcome')).toEqual({ household: 'group', letter: 'parameter', age: 'outcome' });
    expect(withRole(roles, 'age', 'parameter')).toMatchObject({ letter: 'parameter', age: 'parameter' });
    expect(withRole(roles, 'letter', 'other')).toEqual({ household: 'group', paid: 'outcome' });
  });

  it('Undecided parts are left out of the request, and a group is declined', () => {
    expect(knownOf({}, columns)).toBeUndefined();
    expect(knownOf({ paid: 'outcome' }, columns)).toEqual({ outcome: 'paid', group: null });
    expect(knownOf({ paid: 'outcome', letter: 'randomized', age: 'parameter', w: 'weight' }, columns)).toEqual({
      ...{ outcome: 'paid', parameters: ['letter', 'age'], randomized: ['letter'], group: null, weight: 'w' },
    });
  });

  it('A column with the name of a property of all objects has no role', () => {
    expect(knownOf({ paid: 'outcome' }, [...columns, column('constructor', 'binary')])).toMatchObject({
      outcome: 'paid',
    });
  });
});
