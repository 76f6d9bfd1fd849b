import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { DocumentError, formatDiagnostics } from '#toolkit/generator/diagnostics/problems.js'
import { documentModel } from '#toolkit/generator/document-model.js'
import { parse } from '#toolkit/generator/load/source.js'
import { goldenCases } from '../../helpers/golden.js'
import { ROOT } from '../../helpers/tsc.js'

const document = (version: string) =>
  readFileSync(path.join(ROOT, `test/fixtures/mistakes/${version}.yaml`), 'utf8')

const DOCUMENTS = new Map([
  ['2.0', document('2.0')],
  ['3.0', document('3.1').replace('3.1.0', '3.0.3')],
  ['3.1', document('3.1')],
  ['3.2', document('3.1').replace('3.1.0', '3.2.0')],
])

t.test('the documents have no problem before a mistake', async (t) => {
  for (const [version, text] of DOCUMENTS) t.same(problems(text), [], version)
})

const silent: string[] = []

// Each mistake is named at its place, with a remedy: read the file as a user would. Without a version it is one of 3.1.
goldenCases(t, 'mistakes.txt', (input, title) => {
  const version = /^\d\.\d(?=: )/.exec(title)?.[0] ?? '3.1'
  const found = problems(edited(DOCUMENTS.get(version) as string, input.split('\n')))
  if (found.length === 0) silent.push(title)
  return found
})

t.test('no mistake is passed over in silence', async (t) => t.same(silent, []))

/** The document after one edit, or several that `@@` divides. */
function edited(text: string, lines: readonly string[]): string {
  const end = lines.indexOf('@@')
  if (end < 0) return editedOnce(text, lines)
  return edited(editedOnce(text, lines.slice(0, end)), lines.slice(end + 1))
}

/** The document with the lines of `+` in place of those of `-`, where the lines are there once. */
function editedOnce(text: string, lines: readonly string[]): string {
  const without = (sign: string) =>
    lines.flatMap((line) => (line.startsWith(sign) ? [] : `${line.slice(1)}\n`)).join('')
  const [before, after, ...more] = `\n${text}`.split(`\n${without('+')}`)
  if (after === undefined || more.length > 0) throw new Error(`not there once: ${lines.join('\n')}`)
  return `${before}\n${without('-')}${after}`.slice(1)
}

function problems(text: string): string[] {
  try {
    const { warnings } = documentModel(parse('a.yaml', text))
    return formatDiagnostics(warnings).split('\n').filter(Boolean)
  } catch (error) {
    if (error instanceof DocumentError) return error.message.split('\n')
    throw error
  }
}
