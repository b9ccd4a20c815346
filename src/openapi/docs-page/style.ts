export const style = `
:root { color-scheme: light dark; --text: #1a1a1a; --soft: #595959; --line: #d9d9d9; --ground: #fff; --panel: #f5f5f5; --accent: #1d4ed8;
  --get: #15803d; --post: #b45309; --delete: #b91c1c; --put: #7e22ce }
@media (prefers-color-scheme: dark) {
  :root { --text: #e5e5e5; --soft: #a3a3a3; --line: #404040; --ground: #171717; --panel: #232323; --accent: #93b4ff;
    --get: #4ade80; --post: #fbbf24; --delete: #fca5a5; --put: #d8b4fe }
}
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground) }
a { color: var(--accent) }
nav { padding: 1em 1.5em; border-bottom: 1px solid var(--line) }
nav ul { list-style: none; margin: 0; padding: 0 }
nav h2 { font-size: 0.9em; margin: 1.2em 0 0.2em }
nav a { text-decoration: none; display: block; padding: 0.1em 0 }
main { max-width: 60em; padding: 1em 1.5em 6em }
@media (min-width: 70em) {
  body { display: grid; grid-template-columns: 18em 1fr }
  nav { position: sticky; top: 0; height: 100vh; overflow: auto; border: 0; border-right: 1px solid var(--line) }
  main { padding: 2em 3em 6em }
}
h2 { margin-top: 2.5em }
article { border-top: 1px solid var(--line); margin-top: 2em; padding-top: 0.5em; scroll-margin-top: 1em }
h4 { margin: 1.5em 0 0.5em }
.line { overflow-wrap: anywhere }
.line b { display: inline-block; padding: 0 0.5em; border: 1px solid; border-radius: 4px; font-size: 0.85em }
.get { color: var(--get) } .post { color: var(--post) } .delete { color: var(--delete) } .put, .patch { color: var(--put) }
table { border-collapse: collapse; width: 100%; font-size: 0.9em; display: block; overflow-x: auto }
th, td { text-align: left; vertical-align: top; padding: 0.35em 0.8em 0.35em 0; border-bottom: 1px solid var(--line) }
th, i, small { color: var(--soft); font-weight: normal }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere }
td code { overflow-wrap: break-word }
.codes code { white-space: nowrap }
pre { background: var(--panel); padding: 0.8em 1em; border-radius: 4px; overflow: auto; max-height: 30em }
pre code { overflow-wrap: normal }
details { border-bottom: 1px solid var(--line); padding: 0.4em 0 }
summary { cursor: pointer }
summary p { display: inline }
details details { border: 0 }
@media (max-width: 40em) {
  nav ul { columns: 2 }
  nav li { break-inside: avoid }
  table, tbody, tr, td { display: block }
  thead { display: none }
  tr { border-bottom: 1px solid var(--line); padding: 0.4em 0 }
  td { display: inline; border: 0; padding: 0 0.6em 0 0 }
  td:last-child { display: block; padding: 0 }
}
`;
