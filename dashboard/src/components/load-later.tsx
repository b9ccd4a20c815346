import { useEffect, useState, type ComponentType } from 'react';
import { Skeleton } from './states';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A component whose file the browser loads when it is first shown. React's own `lazy` reveals each one only 300 ms after the fallback before
 * it, which delays a result twice. `load` starts earlier.
 */
export function loadLater<Props extends object>(load: Load<Props>, lines = 5) {
  let loaded: ComponentType<Props> | undefined;
  const once = async () => (loaded ??= (await load()).default);
  function Later(props: Props) {
    // A component is a function, which the state would call.
    const [state, setState] = useState(() => ({ Loaded: loaded }));
    useEffect(() => {
      const fail = (error: unknown) =>
        // Thrown while rendering, so that the boundary of the page shows it.
        setState(() => {
          throw error;
        });
      if (!loaded) once().then((Loaded) => setState({ Loaded }), fail);
    }, []);
    const { Loaded } = state;
    return Loaded ? <Loaded {...props} /> : <Skeleton lines={lines} />;
  }
  return Object.assign(Later, { load: once });
}
