import path from 'node:path'
import t from 'tap'
import { formatDiagnostics } from '#toolkit/generator/diagnostics/problems.js'
import { generate, generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import { goldenCases } from '../../helpers/golden.js'
import { belowHead } from './below-head.js'

// Invalid examples and defaults, and unknown formats, are reported.
goldenCases(t, 'examples.txt', (text) => {
  const source = parse('a.yaml', belowHead(text))
  const { warnings } = generateFrom(source, { ignore: ['unresolved-reference'] })
  return formatDiagnostics(warnings).split('\n').filter(Boolean)
})

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
