import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { generate } from '#toolkit/generator/generate.js'
import { apply, compare } from '#toolkit/generator/write/write.js'
import { ROOT, typeCheck } from '../helpers/tsc.js'

const GET_PLANT = `
  /plants/{id}:
    get:
      operationId: getPlant
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer, format: int64 } }
      responses:
        '200':
          description: The plant.
          content: { application/json: { schema: { $ref: '#/components/schemas/Plant' } } }
        '404':
          description: No plant has this id.
          content: { application/json: { schema: { $ref: '#/components/schemas/Error' } } }
components:
  securitySchemes:`

t.test(
  'a new operation in the document is a missing handler for the compiler, and no more',
  async (t) => {
    const copy = t.testdir()
    const ours = (file: string) => !file.startsWith(path.join(ROOT, 'src/toolkit'))
    await cp(path.join(ROOT, 'src'), path.join(copy, 'src'), { recursive: true, filter: ours })
    const types = 'test/plugin/handlers.test.ts'
    await cp(path.join(ROOT, types), path.join(copy, types))
    const spec = await readFile(path.join(ROOT, 'spec/openapi.yaml'), 'utf8')
    const edited = spec.replace('\ncomponents:\n  securitySchemes:', GET_PLANT)
    t.not(edited, spec)
    await writeFile(path.join(copy, 'openapi.yaml'), edited)

    const out = path.join(copy, 'generated')
    const { files } = generate(path.join(copy, 'openapi.yaml'))
    await apply(out, await compare(out, files))

    const problems = await typeCheck(copy)
    t.ok(problems.length > 0)
    for (const problem of problems)
      t.match(problem, /(src\/handlers|src\/plugin|plugin\/handlers\.test)\.ts.*getPlant/)

    const handlers = path.join(copy, 'src/handlers.ts')
    const before = await readFile(handlers, 'utf8')
    const after = before.replace(
      '  } satisfies Handlers',
      `    async getPlant({ params: { id }, signal }) {
      const plant = await store.get(id, { signal })
      if (plant === undefined) return { status: 404, body: errors.notFound }
      return { status: 200, body: { name: plant.name, tag: plant.tag } }
    },
  } satisfies Handlers`,
    )
    await writeFile(handlers, after)
    t.same(await typeCheck(copy), [])
  },
)
