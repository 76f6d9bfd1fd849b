import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import t from 'tap'
import { readProject } from '#toolkit/cli/dev/compiled-project.js'
import { createRounds, type DevRound } from '#toolkit/cli/dev/rounds.js'
import { translate } from '#toolkit/cli/dev/translate.js'
import { findCompiler } from '#toolkit/cli/project/typescript.js'
import { ROOT } from '../../../helpers/tsc.js'

/** A compiler that shows a configuration, and counts how often. */
const COMPILER = `
const { appendFileSync, readFileSync } = require('node:fs')
appendFileSync('shown', '.')
const { allowJs } = JSON.parse(readFileSync('tsconfig.json'))
console.log(JSON.stringify({ compilerOptions: { outDir: 'dist', allowJs }, include: ['src'] }))
`

t.test('a configuration is read again with other contents or other files', async (t) => {
  const root = t.testdir({
    ...{ 'tsc.cjs': COMPILER, 'tsconfig.json': '{}', src: { 'a.ts': '1', 'b.ts': '1' }, shown: '' },
  })
  const at = (name: string) => path.join(root, name)
  t.chdir(root)
  const rounds = createRounds([process.execPath, at('tsc.cjs')], root)
  rounds.look()
  const controller = new AbortController()
  t.teardown(() => controller.abort())
  let round: DevRound = await rounds.next(controller.signal)
  const shown = async () => (await readFile(at('shown'), 'utf8')).length
  const after = async (edit: Promise<void>) => {
    await edit
    rounds.look()
    await round.change
    t.ok(round.until.aborted, 'an edit ends a round')
    round = await rounds.next(controller.signal)
    return [await shown(), round.changed?.map((file) => path.basename(file))]
  }
  t.equal(round.changed, undefined, 'all is new at first')
  rounds.look()
  t.notOk(round.until.aborted, 'nothing is new')
  t.same(await after(writeFile(at('src/a.ts'), '22')), [1, undefined], 'nothing is translated yet')
  round.done()
  t.same(await after(writeFile(at('src/a.ts'), '333')), [1, ['a.ts']])
  t.same(await after(writeFile(at('src/b.ts'), '22')), [1, ['a.ts', 'b.ts']], 'a is not done')
  round.done()
  t.same(await after(writeFile(at('src/c.ts'), '1')), [2, undefined])
  round.done()
  t.same(await after(rm(at('src/c.ts'))), [3, undefined])
  round.done()
  await writeFile(at('src/a.js'), '1')
  rounds.look()
  t.notOk(round.until.aborted, 'JavaScript may be what the compiler writes')
  t.same(await after(writeFile(at('tsconfig.json'), '{"allowJs":true}')), [4, undefined])
  round.done()
  t.same(await after(writeFile(at('src/a.js'), '22')), [4, ['a.js']])
  round.end()
  await round.change
})

t.test('a file that stands alone is compiled without the others', async (t) => {
  const compiler = await findCompiler(ROOT)
  const project = async (more: object) => {
    const compilerOptions = {
      ...{ module: 'nodenext', outDir: 'dist', types: [], lib: ['es2023'], ...more },
    }
    const root = t.testdir({
      'package.json': '{"type":"module"}',
      'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
      src: {
        'a.ts': "import { b, type B } from './b.js'\nexport const a: B = b\n",
        'b.ts': 'export type B = number\nexport const b: B = 1\n',
      },
    })
    const read = await readProject(compiler, root)
    const { signal } = new AbortController()
    const at = (name: string) => path.join(root, name)
    return {
      read,
      at,
      run: (changed?: readonly string[]) =>
        translate(compiler, read, { root, env: process.env }, signal, changed?.map(at)),
    }
  }
  const alone = { rootDir: '.', isolatedModules: true, declaration: true, incremental: true }
  const { at, run } = await project(alone)
  await run()
  const whole = await readFile(at('dist/src/a.js'), 'utf8')
  await rm(at('dist'), { recursive: true })
  t.ok(await run(['src/a.ts', 'src/other.json']))
  t.equal(await readFile(at('dist/src/a.js'), 'utf8'), whole)
  t.notOk(existsSync(at('dist/src/b.js')))
  await run(['src/other.json'])
  await run(['src/unknown.ts'])
  t.ok(existsSync(at('dist/src/b.js')), 'a file that the project does not name is no such file')
  await writeFile(at('src/b.ts'), 'export const const b = 1')
  t.notOk(await run(['src/a.ts', 'src/b.ts']), 'a file that cannot be parsed')
  t.notOk(await run(), 'and a project with it')

  for (const more of [{ isolatedModules: true }, { rootDir: '.' }]) {
    const { read, at, run } = await project(more)
    await run(['src/a.ts'])
    t.notOk(read.parts[0]?.isIsolated)
    t.ok([at('dist/b.js'), at('dist/src/b.js')].some(existsSync), 'all are compiled')
  }
})
