import { render, screen } from '@testing-library/react';
import { axisRange, IntervalChart, ticksOf, type IntervalRow } from './interval-chart';
import { labelLines } from './label-lines';

const rows: IntervalRow[] = [
  { label: 'Train', value: 0.2, interval: [0.1, 0.3], reference: 0.25 },
  { label: 'Car', value: 0.6, interval: null },
];
const percent = (value: number) => `${Math.round(value * 100)}%`;

function show(shown: readonly IntervalRow[] = rows, include?: readonly number[]) {
  const { container } = render(
    <IntervalChart title="Shares with intervals" rows={shown} format={percent} {...(include && { include })} />,
  );
  const numbers = (selector: string, attribute: string) =>
    [...container.querySelectorAll(selector)].map((each) => Number(each.getAttribute(attribute)));
  return { container, numbers };
}

describe('the interval chart', () => {
  it('Each interval surrounds its value, and positions grow in proportion to the values', () => {
    const { numbers } = show();
    const [start] = numbers('.interval', 'x1');
    const [end] = numbers('.interval', 'x2');
    const [train, car] = numbers('.value', 'cx');
    expect(train! - start!).toBeCloseTo(end! - train!);
    // From 0.1 to 0.3 is half of the distance from 0.2 to 0.6.
    expect(end! - start!).toBeCloseTo((car! - train!) / 2);
    expect(numbers('.interval', 'y1')[0]).toBe(numbers('.value', 'cy')[0]);
  });

  it('The reference is a hollow mark at the height of its value', () => {
    const { numbers } = show();
    const [reference] = numbers('.reference', 'cx');
    const [train] = numbers('.value', 'cx');
    const [end] = numbers('.interval', 'x2');
    expect(numbers('.reference', 'cx')).toHaveLength(1);
    expect(reference! - train!).toBeCloseTo((end! - train!) / 2);
    expect(numbers('.reference', 'cy')).toEqual([numbers('.value', 'cy')[0]]);
  });

  it('A row without an interval has a value and no interval', () => {
    const { container } = show([{ label: 'Car', value: 0.6, interval: null }]);
    expect(container.querySelectorAll('.value')).toHaveLength(1);
    expect(container.querySelectorAll('.interval')).toHaveLength(0);
  });

  it('All marks, labels and ticks are inside the drawing', () => {
    const { container, numbers } = show([...rows, { label: 'Bus', value: -0.4, interval: [-0.9, 0.1] }]);
    const [, , width] = container.querySelector('svg')!.getAttribute('viewBox')!.split(' ').map(Number);
    const marks = [...numbers('.value', 'cx'), ...numbers('.interval', 'x1'), ...numbers('.interval', 'x2')];
    for (const x of [...marks, ...numbers('.tick', 'x')]) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(width!);
    }
    const firstMark = Math.min(...marks);
    for (const x of numbers('.label tspan', 'x')) expect(x).toBeLessThan(firstMark);
  });

  it('The axis has round ticks in the format of the values, and marks zero', () => {
    const { container } = show(rows, [0]);
    const ticks = [...container.querySelectorAll('.tick')].map((each) => each.textContent);
    expect(ticks).toEqual(['0%', '20%', '40%', '60%']);
    expect(container.querySelectorAll('.zero')).toHaveLength(1);
    expect(ticksOf([-0.03, 0.11])).toEqual([0, 0.05, 0.1]);
  });

  it('The axis contains all values, ends of intervals, references and requested values', () => {
    const [low, high] = axisRange(rows, [0, 1]);
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(1);
    const [from, to] = axisRange([{ label: 'one', value: 3, interval: null }]);
    expect(from).toBeLessThan(3);
    expect(to).toBeGreaterThan(3);
  });

  it('Screen readers get an image with the title of the chart', () => {
    show();
    expect(screen.getByRole('img', { name: 'Shares with intervals' })).toBeTruthy();
  });

  it('Labels with HTML, right-to-left text, emoji or 120 characters are shown as text, and the complete label is in the tooltip', () => {
    const labels = ['<b onclick=alert(1)>bold</b>', 'רכבת', '🚆🚗', 'A label of many words '.repeat(6).trim()];
    const { container } = show(labels.map((label) => ({ label, value: 0.5, interval: [0.4, 0.6] })));
    expect(container.querySelector('b')).toBeNull();
    expect([...container.querySelectorAll('.label title')].map((each) => each.textContent)).toEqual(labels);
  });

  it('Rows with the same label are all drawn', () => {
    const { container } = show([rows[0]!, rows[0]!]);
    expect(container.querySelectorAll('.value')).toHaveLength(2);
  });

  it('Long labels break between words into two lines, and end with an ellipsis if they do not fit', () => {
    expect(labelLines('Swissmetro', 22)).toEqual(['Swissmetro']);
    expect(labelLines('Share of rounds in which both cooperate', 24)).toEqual([
      'Share of rounds in which',
      'both cooperate',
    ]);
    const [first, second] = labelLines('word '.repeat(40), 20);
    expect(first).toBe('word word word word');
    expect(second).toMatch(/…$/);
    expect(labelLines('x'.repeat(120), 20)).toEqual([`${'x'.repeat(19)}…`]);
    expect([...labelLines('🚆'.repeat(30), 10)[0]!]).toHaveLength(10);
  });
});
