import { adoptionPeriods } from './expand-rows.js';

describe('adoptionPeriods', () => {
  // A village of four: the first names the second and third, the second names the first. A fifth respondent is alone.
  const network = {
    adopted: Float64Array.of(3, 1, 2, Infinity, 5),
    contacts: [[1, 2], [0], [], [0], []],
    groups: Int32Array.of(0, 0, 0, 0, 1),
  };
  const { row, states, event } = adoptionPeriods(network, 4);
  const of = (respondent: number, read: ArrayLike<number>) =>
    Array.from(row.keys()).flatMap((k) => (row[k] === respondent ? [read[k]!] : []));

  it('Each respondent has periods until adoption or until the last period', () => {
    expect([0, 1, 2, 3, 4].map((respondent) => of(respondent, states.period!))).toEqual([
      [1, 2, 3],
      [1],
      [1, 2],
      [1, 2, 3, 4],
      [1, 2, 3, 4],
    ]);
    expect([0, 1, 2, 3, 4].map((respondent) => of(respondent, event!))).toEqual([
      [0, 0, 1],
      [1],
      [0, 1],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ]);
  });

  it('Exposure counts contacts respondent adopted in earlier periods, and is 0 without contacts', () => {
    expect(of(0, states.exposure!)).toEqual([0, 0.5, 1]);
    expect(of(3, states.exposure!)).toEqual([0, 0, 0, 1]);
    expect(of(2, states.exposure!)).toEqual([0, 0]);
  });

  it('The group share excludes the respondent, and is 0 in a group of one', () => {
    expect(of(0, states.group_share!)).toEqual([0, 1 / 3, 2 / 3]);
    expect(of(3, states.group_share!)).toEqual([0, 1 / 3, 2 / 3, 1]);
    expect(of(4, states.group_share!)).toEqual([0, 0, 0, 0]);
  });
});
