interface ConfidenceText {
  words: string;
  number: string;
  kind: 'good' | 'neutral' | 'warning';
}

const highest = 0.99;

/** The probability that the route is correct, in words and as a percentage. */
export function confidenceText(confidence: number): ConfidenceText {
  const number = confidence > highest ? 'over 99%' : `${Math.round(confidence * 100)}%`;
  if (confidence >= 0.95) return { words: 'Very high confidence', number, kind: 'good' };
  if (confidence >= 0.8) return { words: 'High confidence', number, kind: 'good' };
  if (confidence >= 0.65) return { words: 'Medium confidence', number, kind: 'neutral' };
  return { words: 'Low confidence', number, kind: 'warning' };
}
