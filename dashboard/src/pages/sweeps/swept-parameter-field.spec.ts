import type { NumberParameter, OptionParameter } from '../../parameter-form/parameters';
import { defaultInput, sweptParameter, valueCount } from './swept-parameter-field';

const fare: NumberParameter = {
  kind: 'number',
  id: 'fare',
  label: 'Fare',
  description: '',
  unit: '× baseline',
  default: 1,
  minimum: 0.1,
  maximum: 5,
  integer: false,
  calibratedRange: [0.8, 1.2],
};
const mailing: OptionParameter = {
  kind: 'option',
  id: 'mailing',
  label: 'Mailing',
  description: '',
  default: 'none',
  options: [
    { id: 'none', label: 'None' },
    { id: 'letter', label: 'Letter' },
  ],
};

describe('defaultInput', () => {
  it('A number starts with five values over its calibrated range', () => {
    expect(sweptParameter(defaultInput(fare))).toEqual({ value: { name: 'fare', from: 0.8, to: 1.2, steps: 5 } });
  });

  it('Without a calibrated range, a number starts with its allowed range', () => {
    const input = defaultInput({ ...fare, calibratedRange: [1, 1] as const });
    expect(sweptParameter(input)).toEqual({ value: { name: 'fare', from: 0.1, to: 5, steps: 5 } });
  });

  it('A parameter with options starts with all of them', () => {
    expect(sweptParameter(defaultInput(mailing))).toEqual({ value: { name: 'mailing', values: ['none', 'letter'] } });
  });
});

describe('sweptParameter', () => {
  const list = (text: string) => sweptParameter({ ...defaultInput(fare), kind: 'list', list: text });

  it('A list can be separated by spaces, commas or semicolons, and is sorted', () => {
    expect(list('1.2, 0.8;1  0.9')).toEqual({ value: { name: 'fare', values: [0.8, 0.9, 1, 1.2] } });
  });

  it.each([
    ['', 'separated by spaces'],
    ['1 x', 'separated by spaces'],
    ['1 9', '0.1 to 5'],
    ['1 1', 'once'],
  ])('A list that the service would reject has a problem: %s', (text, problem) => {
    expect(list(text)).toEqual({ problem: expect.stringContaining(problem) as string });
  });

  it.each([
    [{ from: '' }, 'numbers from'],
    [{ from: '1', to: '1' }, 'different'],
    [{ steps: '1' }, 'from 2 to 200'],
    [{ steps: '2.5' }, 'from 2 to 200'],
  ])('A range that the service would reject has a problem: %o', (change, problem) => {
    expect(sweptParameter({ ...defaultInput(fare), ...change })).toEqual({
      problem: expect.stringContaining(problem) as string,
    });
  });

  it('Without an option, a parameter with options has a problem', () => {
    expect(sweptParameter({ ...defaultInput(mailing), options: [] })).toEqual({
      problem: 'Select at least one option.',
    });
  });
});

describe('valueCount', () => {
  it('Ranges and lists state how many values they have', () => {
    expect(valueCount({ name: 'fare', from: 0, to: 1, steps: 7 })).toBe(7);
    expect(valueCount({ name: 'fare', values: [1, 2] })).toBe(2);
  });
});
