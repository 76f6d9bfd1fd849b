import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import t, { type Test } from 'tap'
import { benchSchemas } from '../../scripts/bench/schemas/bench-schemas.js'
import { runCommand } from '../helpers/command.js'
import { ROOT } from '../helpers/tsc.js'
import { fails, installs, npm } from './npm.js'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const DOCUMENT = {
  components: {
    schemas: {
      fern: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string' },
          parts: { type: 'array', items: ref('part') },
          parents: { type: 'array', items: ref('fern') },
        },
      },
      part: { type: 'object', properties: { size: { type: 'integer', format: 'int32' } } },
    },
    examples: {
      fern: { value: { name: 'Fern', parts: [{ size: 1 }], parents: [{ name: 'Moss' }] } },
      part: { value: { size: 'large' } },
    },
  },
}

const peers = installs({
  typebox: 'exports.Compile = () => ({ Check: () => true })',
  'fast-json-stringify': 'module.exports = () => (value) => JSON.stringify(value)',
})

/** Only the main file of a package can be imported here. */
const withFile = `${peers}
  const box = folder + '/node_modules/typebox'
  fs.cpSync(box + '/index.js', box + '/schema.js')`

function bench(t: Test, script: string, names: readonly string[]) {
  const cache = npm(t, script)
  mkdirSync(cache, { recursive: true })
  const file = join(cache, 'a.json')
  writeFileSync(file, JSON.stringify(DOCUMENT))
  const subjects = [{ name: 'A', file: relative(ROOT, file) }]
  return runCommand(t, async () => {
    await benchSchemas({ runs: 2, ignore: [] }, { subjects, names, cache, time: 1 })
    return 0
  })
}

const FIGURES = ' +\\d+ \\(\\d+-\\d+\\) +[\\d.]+ +\\d+ \\d+$'

t.test('validators and serializers are measured side by side', async (t) => {
  const { out } = await bench(t, withFile, ['fern'])
  t.match(out, [
    '',
    'A, fern: ns of a call, 2 rounds: median (min-max)',
    /^ +tool +ns per call +ratio +rounds$/,
    ...['Ajv', 'ours', 'TypeBox'].map((name) => new RegExp(`^validate +${name}${FIGURES}`)),
    ...['fast-json-stringify', 'ours', 'JSON.stringify'].map(
      (name) => new RegExp(`^serialize +${name}${FIGURES}`),
    ),
  ])
})

t.test('tools that cannot be installed are skipped with the reason', async (t) => {
  const { out } = await bench(t, fails, ['fern'])
  t.match(out[0], /^skipped the other tools: .*cannot be installed/)
  t.equal(out.filter((line) => /TypeBox|fast-json/.test(line)).length, 1)
  t.match(out.at(-1), /^serialize +JSON.stringify/)
})

t.test('a value that a validator refuses is not measured', async (t) => {
  await t.rejects(bench(t, fails, ['part']), /Ajv refuses the valid value/)
})
