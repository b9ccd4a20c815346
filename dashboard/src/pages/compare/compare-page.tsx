import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../../components/button';
import { Page } from '../../components/page';
import { ComparisonContent } from './comparison-content';
import { SimulationPicker } from './simulation-picker';
import './compare.css';

/** More simulations than this do not fit into one table. */
export const maxCompared = 6;

/** `/compare?ids=a,b,c` compares each simulation with the first one. */
export default function ComparePage() {
  const [search, setSearch] = useSearchParams();
  const [isAdding, setAdding] = useState(false);
  const ids = [...new Set((search.get('ids') ?? '').split(',').filter(Boolean))].slice(0, maxCompared);
  const setIds = (next: readonly string[]) => {
    setAdding(false);
    setSearch(next.length === 0 ? {} : { ids: next.join(',') });
  };
  const isPicking = ids.length < 2 || isAdding;
  return (
    <Page
      title="Compare simulations"
      intro="Each comparison uses the same agents with the same random errors, so each difference results only from the parameters."
      actions={
        ids.length >= 2 && !isAdding && ids.length < maxCompared ? (
          <Button onClick={() => setAdding(true)}>Add or change simulations</Button>
        ) : undefined
      }
    >
      {isPicking ? (
        <SimulationPicker key={ids.join()} initial={ids} maxCount={maxCompared} onCompare={setIds} />
      ) : (
        <ComparisonContent key={ids.join()} ids={ids} onChange={setIds} />
      )}
    </Page>
  );
}
