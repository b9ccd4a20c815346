const light = `--page: #fff; --panel: #f6f7f9; --border: #d9dde3; --text: #1a1d21; --muted: #5b6470; --accent: #1d4ed8;
  --warning: #b25400`;
const dark = `--page: #111418; --panel: #191d23; --border: #2c333c; --text: #e6e9ee; --muted: #9aa4b2; --accent: #7aa2ff;
  --warning: #f0a35e`;

/** The style of the parts of a view, for reports and for the dashboard, whose themes set the basic colors. */
export const viewStyle = `
.view { --scenario: var(--accent); --baseline: var(--muted); --observed: var(--text); --simulated: var(--warning);
  --second: light-dark(#b45309, #f2b866); --third: light-dark(#0f766e, #5eead4); --fourth: light-dark(#7e22ce, #d8b4fe);
  --fifth: light-dark(#be185d, #f9a8d4); --marked: var(--warning); overflow-wrap: break-word }
.view h2 { font-size: 1.3em; line-height: 1.3; margin: 0 0 .5em; break-after: avoid; scroll-margin-top: 16px }
.view h3 { font-size: 1em; margin: 1.5em 0 .5em; break-after: avoid }
.view section + section, .view-details section { border-top: 1px solid var(--border); margin-top: 1.6em; padding-top: 1.2em }
.view p, .view ul, .view dl { max-width: 760px }
.view-answer { font-size: 1.3em; line-height: 1.4; font-weight: 600; margin: .6em 0 }
.view-note { margin: .2em 0; font-size: .875em; color: var(--muted); break-after: avoid }
.view-note > span + span { margin-left: 1.2em }
.view-scenario { color: var(--scenario) }
.view-baseline { color: var(--baseline) }
.view-observed { color: var(--observed) }
.view-simulated, .view-marked { color: var(--simulated) }
.view-second { color: var(--second) }
.view-third { color: var(--third) }
.view-fourth { color: var(--fourth) }
.view-fifth { color: var(--fifth) }
.view figure { margin: 1.2em 0 1.4em; max-width: 760px }
.view figcaption { font-weight: 600; break-after: avoid }
.view svg { display: block; width: 100%; height: auto; color: var(--text); font-family: system-ui, sans-serif; break-inside: avoid }
.view-narrow { display: none; max-width: 480px }
.view-table { overflow-x: auto }
.view-table table { border-collapse: collapse; width: 100%; max-width: 760px; font-size: .875em; font-variant-numeric: tabular-nums; margin: .5em 0 1em }
.view-table th, .view-table td { padding: .35em .5em; text-align: right; border-bottom: 1px solid var(--border); vertical-align: top }
.view-table th:first-child { text-align: left; padding-left: 0 }
.view-table td:last-child, .view-table th:last-child { padding-right: 0 }
.view-table thead th { color: var(--muted); font-weight: 600; vertical-align: bottom }
.view-table tbody th { font-weight: 400; min-width: 6.5em }
.view-table tbody th[scope=rowgroup] { font-weight: 600; padding-top: .9em }
.view-table td small { display: block; font-size: .86em; color: var(--muted) }
.view-words td { min-width: 5em }
.view-table .view-words td, .view-table .view-words th { text-align: left }
.view-table thead, .view-table tr { break-inside: avoid }
.view details { margin: .3em 0 1em }
.view summary { cursor: pointer; color: var(--accent); padding: .3em 0; font-size: .875em }
.view footer pre { white-space: pre-wrap; font-size: .75em }
.view blockquote { margin: 1em 0; padding: .1em 1em; border-left: 3px solid var(--accent); font-size: 1.05em }
.view ul { padding-left: 1.2em; margin: .5em 0 }
.view li + li { margin-top: .3em }
.view dl { margin: .5em 0 1em }
.view dl > div { display: grid; grid-template-columns: 7.5em minmax(0, 1fr); gap: .2em 1em; padding: .2em 0; break-inside: avoid }
.view dt { font-weight: 600 }
.view dd { margin: 0 }
.view code { font: .875em ui-monospace, monospace; overflow-wrap: anywhere }
.view-warning, .view-agent { border: 1px solid var(--border); border-radius: 8px; padding: 4px 18px; margin: 16px 0; break-inside: avoid }
.view-warning { border-color: var(--warning) }
.view-warning h3, .view-agent h3 { margin: .6em 0 .2em }
@media screen and (max-width: 640px) {
  .view-wide { display: none }
  .view-narrow { display: block }
  .view-answer { font-size: 1.15em }
  .view dl > div { grid-template-columns: minmax(0, 1fr) }
  .view-table th, .view-table td { padding: .35em .3em }
  .view-table tbody th { min-width: 5em }
}
@media print {
  .view p, .view li { orphans: 3; widows: 3 }
  .view figure details { display: none }
  .view summary { color: var(--muted); list-style: none }
  .view summary::after { content: ", not printed" }
}
`;

/** The style of a report. It is constant, because the policy of the page contains its hash. The rules for print come last, so that they apply. */
export const reportStyle = `
:root { color-scheme: light dark; ${light} }
@media screen and (prefers-color-scheme: dark) { :root { ${dark} } }
* { box-sizing: border-box }
body { font: 16px/1.55 system-ui, sans-serif; color: var(--text); background: var(--page); max-width: 752px; margin: 0 auto;
  padding: 24px 16px 64px }
a { color: var(--accent) }
h1 { font-size: 1.75em; line-height: 1.2; margin: 0 0 .3em }
header p { margin: .3em 0 }
nav ul { padding: .8em 0 0 !important; list-style: none; columns: 14em; column-gap: 2em; border-top: 1px solid var(--border) }
nav li { break-inside: avoid; padding: .2em 0; margin: 0 !important }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
${viewStyle}
@page {
  size: A4;
  margin: 14mm 15mm 16mm;
  @bottom-left { content: "Simulation Service: report"; font: 8.5pt system-ui, sans-serif; color: #5b6470 }
  @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 8.5pt system-ui, sans-serif; color: #5b6470 }
}
@media print {
  :root { color-scheme: light }
  body { max-width: none; padding: 0; font-size: 8.8pt; line-height: 1.34; print-color-adjust: exact; -webkit-print-color-adjust: exact }
  nav { display: none }
  .view-details { break-before: page }
  .view-details section { margin-top: .8em; padding-top: .7em }
  .view h3 { margin-top: .8em }
  .view-agent { padding: 2px 12px; margin: 8px 0; break-inside: auto }
  .view p { margin: .5em 0 }
  .view .view-answer { margin: .6em 0 }
  .view-table th, .view-table td { padding: .2em .5em }
  .view-details section:first-child { border: 0; margin: 0; padding: 0 }
  .view figure { margin: .6em 0; max-width: 148mm }
}
`;
