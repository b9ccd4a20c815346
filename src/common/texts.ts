import { distance } from 'fastest-levenshtein';

/** The beginning of a text, with an ellipsis if it is longer. The limit may be inside a character of two units. */
export function shortened(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  return `${text.slice(0, maxCharacters).replace(/\p{Cs}$/u, '')}…`;
}

/** Texts beyond this number are not shared, so that a column of different texts needs no second index of them. */
const maxSharedTexts = 10_000;

/** Equal texts of a column as one string: a column of a million zeros and ones then takes its references only. */
export class SharedTexts {
  private readonly texts = new Map<string, string>();

  find(text: string): string | undefined {
    return this.texts.get(text);
  }

  add(text: string): string {
    const known = this.texts.get(text);
    if (known !== undefined) return known;
    if (this.texts.size < maxSharedTexts) this.texts.set(text, text);
    return text;
  }
}

/** The largest share of a name that may differ. A larger share suggests names that have nothing to do with the typo. */
const maxDifferentShare = 0.4;

/** Shorter parts of a name occur by coincidence. */
const minPartCharacters = 4;

/**
 * Returns the known name closest to `unknown` by Levenshtein distance, or undefined if every known name differs too much. A name
 * that contains `unknown` never differs too much.
 */
export function didYouMean(unknown: string, known: readonly string[]): string | undefined {
  const typed = normalized(unknown);
  // `agents` means `agent_count`.
  const part = typed.replace(/s$/, '');
  let closest: string | undefined;
  let closestDistance = Infinity;
  for (const name of known) {
    const edits = distance(typed, normalized(name));
    const isPart = part.length >= minPartCharacters && normalized(name).includes(part);
    if ((edits > maxEdits(typed, name) && !isPart) || edits >= closestDistance) continue;
    closest = name;
    closestDistance = edits;
  }
  return closest;
}

function maxEdits(typed: string, name: string): number {
  return Math.max(1, Math.round(Math.max(typed.length, name.length) * maxDifferentShare));
}

// `agentCount`, `agent-count` and `Agent_Count` all mean `agent_count`.
function normalized(name: string): string {
  return name.toLowerCase().replaceAll(/[-_\s]/g, '');
}
