import { useSearchParams } from 'react-router';

const names = ['search', 'domain', 'family'] as const;
type FilterName = (typeof names)[number];
export type CatalogFilters = Record<FilterName, string>;

/** The filters of the catalog, in the address of the page, so that a link or a reload keeps them. */
export function useCatalogFilters() {
  const [params, setParams] = useSearchParams();
  const filters = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as CatalogFilters;
  const setFilter = (name: FilterName, value: string) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  const clear = () => setParams({}, { replace: true });
  return { filters, setFilter, clear };
}
