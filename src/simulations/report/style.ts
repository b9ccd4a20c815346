export const style = `
:root { color-scheme: light }
body { font: 15px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff; max-width: 700px; margin: 0 auto; padding: 2em 1em 4em }
h1 { font-size: 1.7em; line-height: 1.2; margin: 0 0 .3em }
h2 { font-size: 1.25em; margin: 2em 0 .5em; border-bottom: 1px solid #ccc; padding-bottom: .2em; break-after: avoid }
h3 { font-size: 1em; margin: 1.5em 0 .5em; break-after: avoid }
.facts-line { color: #4a4a4a; margin: 0 }
.headline { font-size: 1.15em; border-left: 4px solid #0072b2; padding-left: .8em }
figure { margin: 1.5em 0 2em }
figcaption { font-weight: 600; break-after: avoid }
svg { display: block; width: 100%; height: auto; font-family: system-ui, sans-serif; break-inside: avoid }
.key { margin: .2em 0; font-size: .85em; color: #333; break-after: avoid }
.scenario, .predicted, .simulation { color: #0072b2 }
.baseline { color: #5f5f5f }
.observed { color: #1a1a1a }
.simulated { color: #b25400 }
.estimation { color: #e69f00 }
.population { color: #009e73 }
.model { color: #cc79a7 }
table { border-collapse: collapse; width: 100%; font-size: .82em; font-variant-numeric: tabular-nums; margin: .5em 0 1em }
th, td { padding: .25em .5em; text-align: right; border-bottom: 1px solid #ddd; vertical-align: top }
th:first-child { text-align: left }
thead th { border-bottom: 1px solid #888; vertical-align: bottom }
tbody th { font-weight: 400 }
tbody th.heading { font-weight: 600; padding-top: .7em }
tr { break-inside: avoid }
tr:has(.heading) { break-after: avoid }
p { orphans: 3; widows: 3 }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
aside { border: 1px solid #b25400; border-left-width: 4px; padding: .2em 1em; margin: 1em 0; break-inside: avoid }
aside h3 { margin: .6em 0 0 }
dt { font-weight: 600 }
dd { margin: 0 0 .5em; overflow-wrap: anywhere }
code { font-size: .9em; overflow-wrap: anywhere }
.facts { display: grid; grid-template-columns: 8em 1fr; gap: .2em 1em; break-inside: avoid }
.facts dd { margin: 0 }
@page { size: A4; margin: 16mm 15mm }
@media print {
  body { max-width: none; padding: 0; font-size: 10.5pt; print-color-adjust: exact; -webkit-print-color-adjust: exact }
  h2 { margin-top: 1.4em }
  figure { margin: 1em 0 }
}
`;
