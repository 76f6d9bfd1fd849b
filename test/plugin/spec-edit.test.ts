import { cp, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { generate } from '#toolkit/generator/generate.js'
import { apply, compare } from '#toolkit/generator/write/write.js'
import { ROOT, typeCheck } from '../helpers/tsc.js'
import { type Edit, HANDLERS_START, make } from '../helpers/tutorial.js'

const OPERATION = `  /for-this-test/{id}:
    get:
      operationId: readForThisTest
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer, format: int64 } }
      responses:
        '200':
          description: The plant.
          content: { application/json: { schema: { $ref: '#/components/schemas/Plant' } } }
        '404':
          description: No plant has this id.
          content: { application/json: { schema: { $ref: '#/components/schemas/Error' } } }
`

const HANDLER = `  async readForThisTest({ params, signal }): Promise<operations.ReadForThisTestResult> {
    const plant = await store.get(params.id, { signal })
    if (plant === undefined) return { status: 404, body: errors.notFound }
    return { status: 200, body: { name: plant.name, tag: plant.tag } }
  },
`

const document: Edit = {
  ...{ file: 'spec/openapi.yaml', place: 'below', line: 'paths:', text: OPERATION },
}

const handler: Edit = {
  ...{ file: 'src/handlers.ts', place: 'below', line: HANDLERS_START, text: HANDLER },
}

t.test('a new operation in the document is one missing handler, and no more', async (t) => {
  const copy = t.testdir()
  const ours = (file: string) => !file.startsWith(path.join(ROOT, 'src/toolkit'))
  const tests = ['helpers', 'plugin', 'server', 'store', 'store-contract']
  const folders = ['src', 'spec', 'scripts/shared', ...tests.map((each) => `test/${each}`)]
  for (const name of folders)
    await cp(path.join(ROOT, name), path.join(copy, name), { recursive: true, filter: ours })
  await make(copy, document)
  const out = path.join(copy, 'generated')
  const { files } = generate(path.join(copy, document.file))
  await apply(out, await compare(out, files))

  const problems = await typeCheck(copy)
  t.equal(problems.length, 1, problems.join('\n'))
  const handlers = await readFile(path.join(copy, handler.file), 'utf8')
  const line = handlers.split('\n').findIndex((each) => each.trim() === handler.line) + 1
  t.match(problems[0], `/${handler.file}(${line},`)
  t.match(problems[0], /'readForThisTest' is missing/)

  // No type of what uses the handlers changes with them: once is enough.
  await rm(path.join(copy, 'test'), { recursive: true })
  await make(copy, handler)
  t.same(await typeCheck(copy), [])
})
