import { looseJsonText } from '../../conformance/values/token.js'
import { oneLine } from '../../generator/diagnostics/problems.js'
import type { Change, ChangePlace } from '../change.js'
import type { DocumentDiff } from '../compare.js'
import { summaryLine } from './summary.js'

/** Columns of the narrowest usual terminal. */
const WIDTH = 80

/** A comparison for people, at 80 columns. */
export function textOfDiff(diff: DocumentDiff): string {
  return [...diff.changes.map(entry), summaryLine(diff)].join('\n\n')
}

/** A change in one line, with its place in the new document, or else in the old one. */
export function lineOf(change: Change): string {
  const { severity, old, new: kept = old, witness } = change
  const place = kept === undefined ? '' : `${kept.at} `
  const shown = witness === undefined ? '' : `: ${shortened(witness.value)}`
  return oneLine(
    `${place}${headOf(change)}${severity === 'notice' ? '' : `; ${whoOf(change)}`}${shown}`,
  )
}

function headOf(change: Change): string {
  const { severity, rule } = change
  return `${severity}: ${whereOf(change)}: ${textOf(change)} [${rule}]`
}

/** Who is hurt by a change, in a sentence. */
export function whoOf({ who, severity }: Change): string {
  return severity === 'breaking' ? `${who} break` : `${who} may break`
}

function entry(change: Change): string {
  const { severity, old, new: kept, witness } = change
  const unknown = severity === 'undecided' ? ': there is neither a proof nor a witness' : ''
  return [
    ...wrapped(headOf(change), ''),
    ...(severity === 'notice' ? [] : wrapped(whoOf(change) + unknown, '  ')),
    ...placeLines('old', old),
    ...placeLines('new', kept),
    ...(witness === undefined ? [] : wrapped(`witness ${shortened(witness.value)}`, '  ')),
  ].join('\n')
}

/** The first operation with the part of it, and how many others there are. */
export function whereOf({ operations, part }: Pick<Change, 'operations' | 'part'>): string {
  const [first = 'all operations', ...others] = operations
  const noun = others.length === 1 ? 'operation' : 'operations'
  const more = others.length === 0 ? '' : ` (and ${others.length} more ${noun})`
  return [first, part].filter((each) => each !== '').join(' ') + more
}

/** Longest witness; the other forms have it whole. */
const LONGEST = 400

function shortened(value: unknown): string {
  const text = looseJsonText(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text
}

/** What is changed, with the part of a value that it is about. */
export function textOf({ path, text }: Pick<Change, 'path' | 'text'>): string {
  return path === undefined ? text : `${path}: ${text}`
}

function placeLines(name: string, place: ChangePlace | undefined): string[] {
  return place === undefined ? [] : wrapped(`${name} ${place.at} ${place.pointer}`, '  ')
}

/** Lines of words; a longer word has a line of its own. */
function wrapped(text: string, indent: string): string[] {
  const lines: string[] = []
  for (const word of oneLine(text).split(' ')) {
    const last = lines.at(-1)
    if (last === undefined) lines.push(indent + word)
    else if (last.length + 1 + word.length > WIDTH) lines.push(`${indent}  ${word}`)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
