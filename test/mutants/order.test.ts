import t from 'tap'
import { inOrder, WIDE, WIDE_IN_KIT, WIDE_IN_RUNTIME } from './order.js'
import { testFiles } from './reach.js'

const fileOf = (name: string) => `dist/test/${name}.test.js`

t.test('the nearest tests come first, then those of many documents', async (t) => {
  const file = 'src/toolkit/dist/generator/load/source.js'
  const names = ['regex/other', 'generator/a', 'generator/b', 'generator/c', 'generator/d']
  const tests = [...names, 'generator/golden', 'generator/load'].map((name) => {
    return { test: fileOf(`toolkit/${name}`), steps: new Map([[file, 1]]) }
  })
  const far = { test: fileOf('toolkit/generator/far'), steps: new Map([[file, 9]]) }
  const elsewhere = { test: fileOf('toolkit/generator/load/source'), steps: new Map() }
  const mutant = { file, source: 'src/toolkit/generator/load/source.ts' }
  const inTurn = inOrder([far, elsewhere, ...tests], mutant)
  const want = 'generator/load generator/a generator/b generator/c generator/golden generator/d'
  t.same(
    inTurn,
    [...want.split(' '), 'regex/other', 'generator/far'].map((name) => fileOf(`toolkit/${name}`)),
  )
})

t.test('tests lead to what they import, start and generate code for', async (t) => {
  const tests = new Map(testFiles().map(({ test, steps }) => [test, steps]))
  t.same(
    [...WIDE, ...WIDE_IN_KIT, ...WIDE_IN_RUNTIME].filter((name) => !tests.has(fileOf(name))),
    [],
    'those of many documents are there',
  )
  const stepsTo = (name: string, file: string) => tests.get(fileOf(name))?.get(file)
  t.equal(stepsTo('mutants/order', 'dist/test/mutants/reach.js'), 1)
  t.equal(stepsTo('toolkit/generator/references', 'src/toolkit/dist/generator/generate.js'), 1)
  t.equal(stepsTo('toolkit/generator/references', 'src/toolkit/dist/runtime/codegen.js'), 2)
  t.equal(stepsTo('server/main', 'dist/src/server/main.js'), 2)
})
