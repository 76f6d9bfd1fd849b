import { looseJsonText } from '../../conformance/values/token.js'
import { oneLine } from '../../generator/diagnostics/problems.js'
import type { Change, ChangePlace, Severity } from '../change.js'
import type { DocumentDiff } from '../compare.js'
import { countOf, summaryLine } from './summary.js'
import { textOf, whereOf, whoOf } from './text.js'

const TITLES: readonly (readonly [severity: Severity, title: string])[] = [
  ['breaking', 'Breaking'],
  ['undecided', 'Undecided'],
  ['notice', 'Notices'],
]

/** A comparison as Markdown, for a comment of CI. */
export function markdownOfDiff(diff: DocumentDiff): string {
  const sections = TITLES.flatMap(([severity, title]) => {
    const changes = diff.changes.filter((each) => each.severity === severity)
    if (changes.length === 0) return []
    return [`### ${title} (${countOf(diff, severity)})\n\n${changes.map(item).join('\n')}`]
  })
  return [...sections, summaryLine(diff)].join('\n\n')
}

function item(change: Change): string {
  const { rule, severity, old, new: kept, witness } = change
  const told = severity === 'notice' ? '' : `; ${whoOf(change)}`
  const lines = [
    `- **${escaped(whereOf(change))}**: ${escaped(textOf(change))}${escaped(told)} (\`${rule}\`)`,
    ...place('old', old),
    ...place('new', kept),
    ...(witness === undefined ? [] : [`  - witness ${code(looseJsonText(witness.value))}`]),
  ]
  return lines.join('\n')
}

function place(name: string, place: ChangePlace | undefined): string[] {
  return place === undefined ? [] : [`  - ${name} ${code(`${place.at} ${place.pointer}`)}`]
}

/** Text that is no Markdown and no HTML. */
function escaped(text: string): string {
  return oneLine(text).replace(/[\\`*_{}[\]<>|~]/g, '\\$&')
}

/** A code span: its fence is longer than any run of backticks in it (CommonMark, section 6.1). */
function code(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length)
  const fence = '`'.repeat(Math.max(0, ...runs) + 1)
  const space = runs.length > 0 ? ' ' : ''
  return fence + space + oneLine(text) + space + fence
}
