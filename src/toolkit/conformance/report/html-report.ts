import { entriesOf, type ReportEntry } from './entries.js'
import { escapedHtml } from './html.js'
import { REPORT_STYLE } from './html-style.js'
import { isReached, type OperationCoverage, type Report } from './report.js'
import type { ReportedViolation } from './reported-violation.js'
import { summaryLine, untestedText } from './text-report.js'

/** The report as one page that needs nothing else: no script, no font, no network. */
export function htmlReport(report: Report): string {
  const { document, violations, target } = report
  const title = `${document.title} ${document.version}: conformance`
  const verdict = report.isClean ? 'kept' : violations.length > 0 ? 'broken' : 'not tested'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapedHtml(title)}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<header>
<h1>${escapedHtml(document.title)} <small>${escapedHtml(document.version)}</small></h1>
<p class="verdict ${verdict.replace(' ', '-')}">The contract is ${verdict}.</p>
<p>${escapedHtml(summaryLine(report))}</p>
<p>${escapedHtml(document.file)} against ${escapedHtml(target)}</p>
</header>
<main>
${violationsSection(violations)}
${coverageSection(report)}
${listSection('Not tested', report.untested.map(untestedText))}
${listSection('Left open by the document', report.notes)}
${listSection('What this run does not prove', report.unproved)}
</main>
</body>
</html>
`
}

function violationsSection(violations: readonly ReportedViolation[]): string {
  if (violations.length === 0) return ''
  const entries = entriesOf(violations).map(entryOf).join('\n')
  return `<section><h2>Violations</h2>\n${entries}\n</section>`
}

function entryOf({ violation, count, also }: ReportEntry, index: number): string {
  const { title, operation, location, pointer, what, expected, received, source, check } = violation
  const { steps, isFlaky } = violation
  const marks = [
    ...(isFlaky ? ['<span class="mark">only sometimes</span>'] : []),
    ...(count > 1 ? [`<span class="mark">${count} cases</span>`] : []),
  ].join(' ')
  const requests = steps.map(
    ({ command, response }) =>
      `<pre><code>${escapedHtml(command)}</code></pre>\n<pre class="response">${escapedHtml(response)}</pre>`,
  )
  return `<details${index === 0 ? ' open' : ''} id="violation-${index + 1}">
<summary>${index + 1}. ${escapedHtml(title)} <b>${escapedHtml(operation)}</b> ${marks}<span class="case">${escapedHtml(what)}</span></summary>
<dl>
<dt>Place</dt><dd>${escapedHtml(`${location} ${pointer}`)}</dd>
<dt>Case</dt><dd>${escapedHtml(what)}</dd>
<dt>Expected</dt><dd>${escapedHtml(expected)}</dd>
<dt>Received</dt><dd>${escapedHtml(received)}</dd>
<dt>Rule</dt><dd>${escapedHtml(source)} (<code>${escapedHtml(check)}</code>)</dd>
${also.length === 0 ? '' : `<dt>Also</dt><dd>${escapedHtml(also.join(', '))}</dd>\n`}</dl>
${requests.join('\n')}
</details>`
}

/** Operations by statuses: seen and documented, never seen, seen and not documented. */
function coverageSection({ coverage, violations }: Report): string {
  const statuses = [
    ...new Set(coverage.flatMap(({ documented, seen }) => [...documented, ...Object.keys(seen)])),
  ].toSorted()
  const broken = new Set(violations.map(({ operationId }) => operationId))
  const head = statuses.map((status) => `<th scope="col">${escapedHtml(status)}</th>`).join('')
  const rows = coverage.map((each) => coverageRow(each, statuses, broken.has(each.operationId)))
  return `<section><h2>Coverage</h2>
<p>A number counts responses of a status; <i>never</i> is a documented status that no request has reached. Rules: the places of the document that cases were made for.</p>
<div class="scroll"><table>
<thead><tr><th scope="col">Operation</th><th scope="col">Rules</th>${head}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div></section>`
}

function coverageRow(
  each: OperationCoverage,
  statuses: readonly string[],
  isBroken: boolean,
): string {
  const state = isBroken ? 'broken' : isReached(each) ? 'kept' : 'not-tested'
  const cells = statuses.map((status) => coverageCell(each, status)).join('')
  const name = `<th scope="row" class="${state}">${escapedHtml(each.operation)}</th>`
  return `<tr>${name}<td>${each.tried.length}</td>${cells}</tr>`
}

function coverageCell({ documented, seen }: OperationCoverage, status: string): string {
  const count = Object.hasOwn(seen, status) ? seen[status] : undefined
  const isDocumented = [status, `${status[0]}XX`, 'default'].some((each) =>
    documented.includes(each),
  )
  if (count !== undefined) return `<td class="${isDocumented ? 'kept' : 'other'}">${count}</td>`
  if (!documented.includes(status)) return '<td></td>'
  return /^\d{3}$/.test(status) ? '<td class="never">never</td>' : '<td>·</td>'
}

function listSection(title: string, all: readonly string[]): string {
  if (all.length === 0) return ''
  const items = all.map((each) => `<li>${escapedHtml(each)}</li>`).join('\n')
  return `<section><h2>${title}</h2>\n<ul>${items}</ul></section>`
}
