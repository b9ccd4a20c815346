import type { ReactNode } from 'react';

interface FactsProps {
  /** Names with their values. Facts without a value do not apply. A wide fact has a line of its own. */
  facts: readonly (readonly [name: string, value: ReactNode, look?: 'wide'])[];
  className?: string;
}

export function Facts({ facts, className = '' }: FactsProps) {
  return (
    <dl className={`facts ${className}`}>
      {facts.map(
        ([name, value, look]) =>
          value && (
            <div key={name} className={look}>
              <dt dir="auto">{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
