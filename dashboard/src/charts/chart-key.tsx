interface ChartKeyProps {
  hasReference: boolean;
  /** Names of the filled and of the hollow mark. */
  value?: string;
  reference?: string;
}

/** What the marks of an interval chart mean. */
export function ChartKey({ hasReference, value = 'This scenario', reference = 'Baseline' }: ChartKeyProps) {
  if (!hasReference) return null;
  return (
    <p className="chart-key small muted">
      <span>
        <i className="chart-key-value" aria-hidden="true" /> {value}
      </span>
      <span>
        <i className="chart-key-reference" aria-hidden="true" /> {reference}
      </span>
    </p>
  );
}
