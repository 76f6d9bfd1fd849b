import { join } from 'node:path'
import t from 'tap'
import { generatorFor } from './generator.js'
import { root } from './project.js'

for (const file of ['spec/openapi.yaml', 'generated/openapi.json']) {
  t.test(`OpenAPI Generator has nothing to say about ${file}`, async (t) => {
    const generate = await generatorFor(t)
    if (generate === undefined) return
    const outcome = await generate(['validate', '--recommend', '-i', join(root, file)])
    t.match(outcome, { ok: true, stderr: '', stdout: 'No validation issues detected.' })
  })
}
