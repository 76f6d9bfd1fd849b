import t from 'tap'
import { lazySchemas } from '#toolkit/runtime/loading/schemas.js'

const to = (name: string) => ({ $ref: `${name}#` })

t.test('schemas of one file are loaded by one import', async (t) => {
  let imports = 0
  const file = async () => {
    imports++
    return { OneSchema: { $id: 'One', ...to('Two') }, TwoSchema: { $id: 'Two' } }
  }
  const { loaded, loadReachable } = lazySchemas({ schemas: async () => ({ One: file, Two: file }) })
  await loadReachable('One')
  t.same([...loaded.keys()], ['One', 'Two'])
  t.equal(imports, 1)
})
