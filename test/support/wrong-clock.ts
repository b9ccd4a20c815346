/** For a process whose clock is wrong: every Date in it, in all threads. */
export const wrongClock = (byMs: number) => {
  const script = `const Right = Date;
    globalThis.Date = class extends Right {
      constructor(...parts) { parts.length === 0 ? super(Right.now() + ${byMs}) : super(...parts); }
      static now() { return Right.now() + ${byMs}; }
    };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
};
