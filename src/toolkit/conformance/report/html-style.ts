/** The style of the page, for light and dark screens. */
export const REPORT_STYLE = `
:root { color-scheme: light dark; --good: #1a7f37; --bad: #c62828; --line: #8886; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 70rem; padding: 1rem; }
h1 small { font-weight: 400; opacity: .7; }
.verdict { border-left: .4rem solid; font-size: 1.3rem; padding: .3rem .8rem; }
.verdict.kept { border-color: var(--good); }
.verdict.broken { border-color: var(--bad); }
@media (prefers-color-scheme: dark) { :root { --good: #4ac26b; --bad: #ff7b72; } }
details { border: 1px solid var(--line); border-radius: .4rem; margin: .6rem 0; padding: .5rem .8rem; }
summary { cursor: pointer; overflow-wrap: anywhere; }
summary .case { display: block; opacity: .75; padding-left: 1.1rem; }
details[open] summary .case { display: none; }
.mark { background: var(--line); border-radius: .3rem; font-size: .8rem; padding: .1rem .4rem; white-space: nowrap; }
dl { display: grid; gap: .2rem 1rem; grid-template-columns: max-content 1fr; overflow-wrap: anywhere; }
dt { font-weight: 600; } dd { margin: 0; }
pre { background: #8882; border-radius: .3rem; margin: .4rem 0; overflow-wrap: anywhere; padding: .5rem; white-space: pre-wrap; }
pre.response { border-left: .2rem solid var(--bad); }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } dd { padding-left: 1rem; } }
.scroll { overflow: auto; }
table { border-collapse: collapse; } th, td { border: 1px solid var(--line); padding: .2rem .6rem; text-align: center; }
th[scope=row] { font-family: ui-monospace, monospace; font-weight: 400; text-align: left; }
td.kept, th.kept { color: var(--good); } td.never { opacity: .6; }
th.broken { color: var(--bad); font-weight: 700; } td.other { color: var(--bad); }
`
