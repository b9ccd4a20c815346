import { simulationView } from '../simulation-view.js';
import type { ViewInput } from '../view-input.js';

/** The texts of blocks, without the data of charts. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => (['type', 'chart'].includes(name) ? [] : textsOf(part)));
}

/** All texts of a section of the view, or an empty text without this section. */
export function wordsOf(input: ViewInput, id: string): string {
  const section = simulationView(input).sections.find((one) => one.id === id);
  return section ? textsOf(section.blocks).join('\n') : '';
}

/** The trust part of the view. */
export const trustTextOf = (input: ViewInput): string => simulationView(input).trust.join(' ');
