import { fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { type Parameter, parametersOf, type ParameterValues } from './parameters';
import { ParameterForm } from './parameter-form';

const fare: Parameter = {
  kind: 'number',
  id: 'fare',
  label: 'Train fare',
  description: 'Multiplies the fare of every trip.',
  unit: '× baseline',
  default: 1,
  minimum: 0.1,
  maximum: 5,
  integer: false,
  calibratedRange: [0.8, 1.25],
};
const mailing: Parameter = {
  kind: 'option',
  id: 'mailing',
  label: 'Mailing',
  description: 'What voters receive.',
  default: 'none',
  options: [
    { id: 'none', label: 'No mailing' },
    { id: 'letter', label: 'A letter' },
  ],
};

/** Shows the form, and keeps its values like a page. */
function show(parameters: readonly Parameter[], initial: ParameterValues = {}): { values: () => ParameterValues } {
  let latest = initial;
  function Page() {
    const [values, setValues] = useState(initial);
    latest = values;
    return <ParameterForm parameters={parameters} values={values} onChange={setValues} />;
  }
  render(<Page />);
  return { values: () => latest };
}

const number = (name: string) => screen.getByRole('spinbutton', { name });
const slider = (name: string) => screen.getByRole('slider', { name: `${name}, slider` });

describe('the form of parameters', () => {
  it('The form reads number, whole-number and option parameters from a workflow', () => {
    const scenario_schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema' as const,
      title: 'Scenario',
      type: 'object' as const,
      additionalProperties: false as const,
      properties: {
        seats: {
          type: 'integer' as const,
          title: 'Seats',
          description: 'Seats of the car.',
          default: 4,
          minimum: 1,
          maximum: 9,
          'x-unit': 'seats',
          'x-calibrated-range': [2, 7],
        },
        mailing: {
          type: 'string' as const,
          title: 'Mailing',
          description: 'What voters receive.',
          default: 'none',
          enum: ['none', 'letter'],
          'x-labels': { none: 'No mailing', letter: 'A letter' },
        },
      },
    };
    const [seats, read] = parametersOf({ scenario_schema });
    expect(seats).toMatchObject({ kind: 'number', id: 'seats', integer: true, calibratedRange: [2, 7], unit: 'seats' });
    expect(read).toEqual(mailing);
  });

  it('The form shows the default, the range of the data and the allowed values, and the value in words', () => {
    show([fare, mailing], { fare: 0.8 });
    expect(screen.getByText('Default 1')).toBeTruthy();
    expect(screen.getByText('Data from 0.8 to 1.25. You can type 0.1 to 5.')).toBeTruthy();
    expect(screen.getByText('20% lower')).toBeTruthy();
    expect(screen.getByRole('option', { name: 'No mailing (default)' })).toBeTruthy();
  });

  it('The form accepts a typed value outside the data with a warning, and rejects one outside the bounds', () => {
    const { values } = show([fare]);
    expect(screen.getByRole('status').textContent).toBe('');
    fireEvent.change(number('Train fare'), { target: { value: '0.5' } });
    expect(values()).toEqual({ fare: 0.5 });
    expect(screen.getByRole('status').textContent).toContain('Outside the data, which are from 0.8 to 1.25');
    expect(number('Train fare').getAttribute('aria-invalid')).toBe('false');
    fireEvent.change(number('Train fare'), { target: { value: '9' } });
    expect(screen.getByRole('status').textContent).toBe('Enter a number from 0.1 to 5.');
    expect(number('Train fare').getAttribute('aria-invalid')).toBe('true');
  });

  it('Reset and an empty field set the default, which needs no value in the request', () => {
    const { values } = show([fare], { fare: 0.5 });
    fireEvent.click(screen.getByRole('button', { name: 'Reset Train fare to its default' }));
    expect(values()).toEqual({});
    fireEvent.change(number('Train fare'), { target: { value: '0.9' } });
    fireEvent.change(number('Train fare'), { target: { value: '' } });
    expect(values()).toEqual({});
  });

  it('The slider spans the data in round steps, contains the default, and states its value to screen readers', () => {
    const { values } = show([fare]);
    const start = Number((slider('Train fare') as HTMLInputElement).value);
    fireEvent.change(slider('Train fare'), { target: { value: String(start + 1) } });
    expect(values()).toEqual({ fare: 1.01 });
    expect(slider('Train fare').getAttribute('aria-valuetext')).toBe('1% higher');
    fireEvent.change(slider('Train fare'), { target: { value: String(start) } });
    expect(values()).toEqual({});
    fireEvent.change(slider('Train fare'), { target: { value: '0' } });
    expect(values()).toEqual({ fare: 0.8 });
    fireEvent.change(slider('Train fare'), { target: { value: '1000' } });
    expect(values()).toEqual({ fare: 1.25 });
  });

  it('Each control has a label and can receive the keyboard focus in the order of the form', () => {
    show([fare, mailing]);
    const controls = [slider('Train fare'), number('Train fare'), screen.getByRole('combobox', { name: 'Mailing' })];
    for (const control of controls) {
      control.focus();
      expect(document.activeElement).toBe(control);
      expect(control.tabIndex).toBe(0);
    }
    const order = [...document.querySelectorAll('input, select')];
    expect(order).toEqual(controls);
  });

  it('Labels with HTML, right-to-left text, emoji or 120 characters are shown as text', () => {
    const labels = ['<img src=x onerror=alert(1)>', 'מחיר הכרטיס', '🚆🚗', 'x'.repeat(120)];
    const hostile = labels.map((label, at): Parameter => ({ ...fare, id: `p${at}`, label, unit: '<b>CHF</b>' }));
    const options = [{ id: 'none', label: '<script>alert(1)</script>' }];
    show([...hostile, { ...mailing, options }]);
    for (const label of labels) expect(number(label)).toBeTruthy();
    expect(screen.getByRole('option', { name: '<script>alert(1)</script> (default)' })).toBeTruthy();
    expect(document.querySelector('img, script, b')).toBeNull();
    expect(screen.getByText(labels[1]!).getAttribute('dir')).toBe('auto');
  });

  it('Parameters that are changed when the form opens are first, and no control moves later', () => {
    const others = [1, 2].map((at): Parameter => ({ ...fare, id: `p${at}`, label: `Other ${at}` }));
    show([...others, fare], { fare: 0.9 });
    const labels = () =>
      screen.getAllByRole('spinbutton').map((control) => (control as HTMLInputElement).labels?.[0]?.textContent);
    expect(labels()).toEqual(['Train fare', 'Other 1', 'Other 2']);
    fireEvent.change(number('Other 2'), { target: { value: '1.1' } });
    fireEvent.click(screen.getByRole('button', { name: 'Reset Train fare to its default' }));
    expect(labels()).toEqual(['Train fare', 'Other 1', 'Other 2']);
  });

  it('A long form folds parameters with the same beginning of the label', () => {
    const many = Array.from({ length: 12 }, (_, at): Parameter => ({
      ...fare,
      id: `p${at}`,
      label: `${at < 6 ? 'Electric' : 'Gasoline'}: part ${at}`,
    }));
    show(many, { p1: 0.9 });
    fireEvent.change(number('Electric: part 2'), { target: { value: '1.1' } });
    const [electric, gasoline] = screen.getAllByRole('group');
    expect(within(electric!).getByText('5 parameters, 1 changed')).toBeTruthy();
    expect(within(gasoline!).getByText('6 parameters')).toBeTruthy();
  });
});
