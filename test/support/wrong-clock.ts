/** Environment of a process whose clock is wrong by `byMs`, in all threads. */
export const wrongClock = (byMs: number) => {
  const script = `const RealDate = Date;
    globalThis.Date = class extends RealDate {
      constructor(...parts) { parts.length === 0 ? super(RealDate.now() + ${byMs}) : super(...parts); }
      static now() { return RealDate.now() + ${byMs}; }
    };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
};
