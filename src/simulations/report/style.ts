const light = `--page: #fff; --panel: #f6f7f9; --border: #d9dde3; --text: #1a1d21; --muted: #5b6470; --accent: #1d4ed8;
  --scenario: #1d4ed8; --baseline: #5b6470; --observed: #1a1d21; --simulated: #b25400; --warning: #b25400`;
const dark = `--page: #111418; --panel: #191d23; --border: #2c333c; --text: #e6e9ee; --muted: #9aa4b2; --accent: #7aa2ff;
  --scenario: #7aa2ff; --baseline: #9aa4b2; --observed: #e6e9ee; --simulated: #f0a35e; --warning: #f0a35e`;

/** The page has one constant style, because its policy contains the hash of the style. */
export const style = `
:root { color-scheme: light dark; ${light} }
@media screen and (prefers-color-scheme: dark) { :root { ${dark} } }
* { box-sizing: border-box }
body { font: 16px/1.55 system-ui, sans-serif; color: var(--text); background: var(--page); max-width: 752px; margin: 0 auto;
  padding: 24px 16px 64px; overflow-wrap: anywhere }
a { color: var(--accent) }
h1 { font-size: 1.75em; line-height: 1.2; margin: 0 0 .3em }
h2 { font-size: 1.3em; line-height: 1.3; margin: 2em 0 .5em; break-after: avoid; scroll-margin-top: 16px }
h3 { font-size: 1em; margin: 1.5em 0 .5em; break-after: avoid }
section > h2 { border-top: 1px solid var(--border); padding-top: 1em }
.facts-line { color: var(--muted); margin: 0 }
.headline { font-size: 1.3em; line-height: 1.4; font-weight: 600; margin: 1em 0 }
.measure { margin: -.6em 0 1em }
.panel, aside { background: var(--panel); border: 1px solid var(--border); border-radius: 8px; padding: 14px 18px; margin: 16px 0; break-inside: avoid }
.panel h2, aside h2, aside h3 { font-size: 1.05em; margin: 0 0 .4em }
.panel ul, aside ul { margin: 0; padding-left: 1.2em }
.panel li + li { margin-top: .35em }
.warning { border-color: var(--warning) }
nav ol { margin: 0; padding: 0; list-style: none; columns: 14em; column-gap: 2em }
nav li { break-inside: avoid; padding: .2em 0 }
nav .panel li + li { margin: 0 }
.downloads { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin: 10px 0; padding: 0; list-style: none }
.downloads a { display: inline-block; padding: .25em .8em; border: 1px solid var(--border); border-radius: 8px; text-decoration: none }
figure { margin: 1.5em 0 2em }
figcaption { font-weight: 600; break-after: avoid }
svg { display: block; width: 100%; height: auto; font-family: system-ui, sans-serif; color: var(--text); break-inside: avoid }
.narrow { display: none; max-width: 480px }
.key { margin: .2em 0; font-size: .875em; color: var(--muted); break-after: avoid; display: flex; flex-wrap: wrap; gap: 0 1.5em }
.scenario { color: var(--scenario) }
.baseline { color: var(--baseline) }
.observed { color: var(--observed) }
.simulated { color: var(--simulated) }
table { border-collapse: collapse; width: 100%; font-size: .875em; font-variant-numeric: tabular-nums; margin: .5em 0 1em }
th, td { padding: .35em .5em; text-align: right; border-bottom: 1px solid var(--border); vertical-align: top }
th:first-child { text-align: left; padding-left: 0 }
td:last-child, th:last-child { padding-right: 0 }
thead th { color: var(--muted); font-weight: 600; vertical-align: bottom }
thead th, td { overflow-wrap: break-word }
tbody th { font-weight: 400; min-width: 6.5em; overflow-wrap: anywhere }
.words td { min-width: 5em; overflow-wrap: anywhere }
tbody th.heading { font-weight: 600; padding-top: .9em }
td small { display: block; font-size: .86em; color: var(--muted) }
.words td, .words th { text-align: left }
thead { break-inside: avoid; break-after: avoid }
tr { break-inside: avoid }
tbody tr:first-child { break-before: avoid }
tr:has(.heading) { break-after: avoid }
p, li { orphans: 3; widows: 3 }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
details { margin: .5em 0 1em }
summary { cursor: pointer; color: var(--accent); padding: .3em 0 }
summary::marker { color: var(--muted) }
blockquote { margin: 1em 0; padding: .1em 1em; border-left: 3px solid var(--accent) }
dt { font-weight: 600; break-after: avoid }
dd { margin: 0 0 .6em }
code { font: .875em ui-monospace, monospace }
.facts { display: grid; grid-template-columns: 7em 1fr; gap: .2em 1em; break-inside: avoid }
.facts dd { margin: 0 }
.agent { border: 1px solid var(--border); border-radius: 8px; padding: 4px 18px; margin: 16px 0; break-inside: avoid }
#agents > p { break-after: avoid }
.agent h3 { margin: .8em 0 .2em }
@media screen and (max-width: 640px) {
  body { padding-top: 16px }
  h1 { font-size: 1.45em }
  .headline { font-size: 1.15em }
  .wide { display: none }
  .narrow { display: block }
  table { font-size: .8125em }
  th, td { padding: .35em .3em }
  tbody th { min-width: 5em }
  .facts { grid-template-columns: 1fr }
  .facts dt { margin-top: .4em }
}
@media screen and (min-width: 1240px) {
  nav { position: fixed; top: 24px; left: calc(50% - 620px); width: 224px }
  nav .panel { margin: 0 }
}
@page {
  size: A4;
  margin: 16mm 15mm 18mm;
  @bottom-left { content: "Simulation Service: report"; font: 8.5pt system-ui, sans-serif; color: #5b6470 }
  @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 8.5pt system-ui, sans-serif; color: #5b6470 }
}
@media print {
  :root { color-scheme: light }
  body { max-width: none; padding: 0; font-size: 10.5pt; print-color-adjust: exact; -webkit-print-color-adjust: exact }
  h2 { margin-top: 1.4em }
  figure { margin: 1em 0 }
  .downloads, summary { display: none }
  details::details-content { content-visibility: visible; display: block; height: auto }
  figcaption, .key, .wide { break-after: avoid }
}
`;
