import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { Diagnostics } from '#toolkit/generator/diagnostics/diagnostics.js'
import { DocumentError, formatDiagnostics } from '#toolkit/generator/diagnostics/problems.js'
import { generate, generateFrom } from '#toolkit/generator/generate.js'
import type { GenerateOptions } from '#toolkit/generator/generate-options.js'
import { parse } from '#toolkit/generator/load/source.js'
import { goldenCases } from '../../helpers/golden.js'
import { ROOT } from '../../helpers/tsc.js'
import { belowHead, HEAD } from './below-head.js'

/** A document with one component schema, `A`. */
function schema(text: string): string {
  return `${HEAD}components:\n  schemas:\n    A: ${text}`
}

/** Each schema refers to the next one. */
function chain(): string {
  const links = Array.from({ length: 5_000 }, (_, at) => {
    const next = at === 4_999 ? 'type: integer' : `$ref: "#/components/schemas/A${at + 1}"`
    return `    A${at}: {${next}}`
  })
  return `${HEAD}components:\n  schemas:\n    B: {allOf: [{$ref: "#/components/schemas/A0"}], default: a}\n${links.join('\n')}`
}

// Each problem is reported with its location and a remedy: read the file as a user would.
goldenCases(t, 'diagnostics.txt', (text) => problems(belowHead(text)))

// Documents that no one reads.
const others: Record<string, readonly [document: string, problem: string]> = {
  'a tab': [
    `${HEAD}paths:\n\t/x: {}`,
    '4:1 # a tab is where YAML requires spaces; indent with spaces',
  ],
  'a null byte': [`${HEAD}x-a: b\0`, '3:7 # null byte is not allowed in input; remove it'],
  'lines that end as they did once': [
    `${HEAD}x-a: "b" c`.replaceAll('\n', '\r'),
    '3:10 # c follows a value that has ended; remove it, or put the whole text in quotes',
  ],
  'deeper than any parser goes': [
    schema(`${'{not: '.repeat(9999)}true${'}'.repeat(9999)}`),
    '5:5985 # it nests deeper than 256 levels; nest less, or refer with `$ref`',
  ],
  'a parameter that no value satisfies': [
    `${HEAD}paths:
  /a:
    get:
      operationId: a
      parameters: [{name: a/b, in: query, schema: {type: integer, minimum: 2, maximum: 1}}]
      responses: {"200": {description: d}}`,
    '7:20 #/paths/~1a/get/parameters/0 warning: no value satisfies the schema: `minimum` 2 and `maximum` 1 leave no number; correct one of its parts',
  ],
  'a chain without end': [
    chain(),
    '4804:5 #/components/schemas/A4798 not supported yet: chain of more than 200 schemas that refer to the next one; refer to the last one',
  ],
}

for (const [name, [document, problem]] of Object.entries(others))
  t.test(name, async (t) => t.same(problems(document), [`a.yaml:${problem}`]))

function problems(document: string, options: GenerateOptions = {}): string[] {
  try {
    const { warnings } = generateFrom(parse('a.yaml', document), options)
    return formatDiagnostics(warnings).split('\n').filter(Boolean)
  } catch (error) {
    if (error instanceof DocumentError) return error.message.split('\n')
    throw error
  }
}

t.test('a problem is reported once', async (t) => {
  const report = new Diagnostics()
  const source = parse('a.yaml', 'x: 1')
  for (const message of ['m', 'm', 'n']) report.wrong({ source, pointer: '#/x' }, message, 'a')
  t.throws(() => report.stopIfAny(), { message: 'a.yaml:1:1 #/x m; a\na.yaml:1:1 #/x n; a' })
  t.doesNotThrow(() => new Diagnostics().stopIfAny())
})

// Invalid examples and defaults, and unknown formats, are reported.
goldenCases(t, 'examples.txt', (text) =>
  problems(belowHead(text), { ignore: ['unresolved-reference'] }),
)

t.test('invalid examples of other files are reported', async (t) => {
  const folder = t.testdir({
    'openapi.yaml':
      'openapi: 3.1.0\ninfo: {title: T, version: "1"}\ncomponents: {schemas: {A: {$ref: "b.yaml#/B"}}}',
    'b.yaml': 'B: {type: integer, example: a}',
  })
  const { warnings } = generate(path.join(folder, 'openapi.yaml'))
  const file = path.join(folder, 'b.yaml')
  const message =
    'the example does not match its schema: it must be integer; correct the example or the schema'
  t.equal(formatDiagnostics(warnings), `${file}:1:20 #/B/example warning: ${message}`)
})

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
  const found = problems(edited(DOCUMENTS.get(version) as string, linesOf(input)))
  if (found.length === 0) silent.push(title)
  return found
})

t.test('no mistake is passed over in silence', async (t) => t.same(silent, []))

/** The lines of an edit, in which `-OLD => NEW` is one line in place of another with the same indent. */
function linesOf(input: string): string[] {
  return input.replace(/^-( *)(.*) => (.*)$/gm, '-$1$2\n+$1$3').split('\n')
}

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
