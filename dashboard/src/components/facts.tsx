import type { ReactNode } from 'react';

interface FactsProps {
  /** Names with their values. Facts without a value do not apply. A wide fact has a line of its own. */
  facts: readonly (readonly [name: string, value: ReactNode, look?: 'wide'])[];
  className?: string;
  /** Class of a list with the names in one column and the values in another. Default: each name is above its value. */
  columns?: string;
}

export function Facts({ facts, className = '', columns }: FactsProps) {
  return (
    <dl className={columns ?? `facts ${className}`}>
      {facts.map(
        ([name, value, look], index) =>
          value && (
            <div key={index} className={columns ? 'fact' : look}>
              <dt dir="auto">{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
