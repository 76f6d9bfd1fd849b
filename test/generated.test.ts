import path from 'node:path'
import t from 'tap'
import { generate } from '#toolkit/generator/generate.js'
import { compare } from '#toolkit/generator/write/write.js'
import { ROOT } from './helpers/tsc.js'

process.chdir(ROOT)

t.test('generated/ is what the document in spec/ generates, without a warning', async (t) => {
  const { files, warnings } = generate(path.join('spec', 'openapi.yaml'), {
    command: 'npm run generate',
  })
  t.same(warnings, [])
  const difference = await compare('generated', files)
  t.same(difference, { stale: [], obsolete: [] }, 'run `npm run generate`')
})
