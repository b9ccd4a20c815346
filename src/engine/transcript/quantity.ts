/** At most three digits that matter, without a tail of zeros: 63, 1.25, 0.57. */
export function displayNumber(value: number): string {
  const size = Math.abs(value);
  const decimals = size >= 10 ? 0 : size >= 1 ? 1 : 2;
  return String(Number(value.toFixed(decimals)) + 0);
}

/** A quantity as people say it: `63 min`, `2 h 5 min`, `CHF 52`, `12%` of a share. */
export function displayQuantity(value: number, unit: string): string {
  switch (unit) {
    case 'min':
      return displayMinutes(value);
    case 'CHF':
      return `CHF ${Math.round(value)}`;
    case 'share':
      return `${Math.round(value * 100)}%`;
    default:
      return `${displayNumber(value)} ${unit}`;
  }
}

function displayMinutes(value: number): string {
  const minutes = Math.round(value);
  if (minutes < 120) return `${minutes} min`;
  const rest = minutes % 60;
  const hours = `${(minutes - rest) / 60} h`;
  return rest === 0 ? hours : `${hours} ${rest} min`;
}

/** The step in which a quantity of this unit is told: a minute, a franc, a hundredth of a share. */
export function displayStep(unit: string): number {
  return unit === 'min' || unit === 'CHF' ? 1 : 0.01;
}

/** The size of a difference, between the two quantities as they are told: CHF 126 and CHF 56 are CHF 70 apart, whatever was rounded off. */
export function displayDifference(a: number, b: number, unit: string): string {
  const step = displayStep(unit);
  return displayQuantity(Math.abs(Math.round(a / step) - Math.round(b / step)) * step, unit);
}
