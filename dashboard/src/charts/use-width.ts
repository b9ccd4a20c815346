import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** The width of an element in pixels, also after it changes. Charts are drawn in this width, so that their text keeps its size. */
export function useWidth(initial: number): [RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(initial);
  useLayoutEffect(() => {
    const element = ref.current;
    // Tests without a browser have no layout.
    if (!element || typeof ResizeObserver === 'undefined') return;
    const measure = () => element.clientWidth > 0 && setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
