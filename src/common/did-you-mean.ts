import { distance } from 'fastest-levenshtein';

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
