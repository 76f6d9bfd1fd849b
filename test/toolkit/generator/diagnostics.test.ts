import t from 'tap'
import { Diagnostics } from '#toolkit/generator/diagnostics/diagnostics.js'
import { DocumentError, formatDiagnostics } from '#toolkit/generator/diagnostics/problems.js'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { goldenCases } from '../../helpers/golden.js'
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

for (const [name, [document, problem]] of Object.entries(others)) {
  t.test(name, async (t) => t.same(problems(document), [`a.yaml:${problem}`]))
}

function problems(document: string): string[] {
  try {
    const { warnings } = generateFrom(parse('a.yaml', document))
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
