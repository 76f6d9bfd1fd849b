import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t, { type Test } from 'tap'
import { withinWidth } from '#toolkit/cli/generate/output.js'
import { main } from '#toolkit/cli/generate/run.js'
import { watch } from '#toolkit/cli/generate/watch.js'
import type { GenerateCommandOptions } from '#toolkit/cli/options/generate-arguments.js'
import { readGenerateOptions } from '#toolkit/cli/options/generate-arguments.js'
import { ROOT } from '../../../helpers/tsc.js'

process.chdir(ROOT)
const HEAD = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\n'
const PART = 'A: {type: string}\nB: {type: string, description: '

/** Runs the generator on a folder's `a.yaml`; `next` resolves with its next lines. */
function watching(t: Test, files: Parameters<Test['testdir']>[0], ...args: readonly string[]) {
  const folder = t.testdir(files)
  const out = path.join(folder, 'generated')
  const lines: string[] = []
  let told = () => {}
  const hear = (line: string) => {
    lines.push(line.replaceAll(`${folder}/`, ''))
    told()
  }
  t.intercept(console, 'log', { value: hear })
  t.intercept(console, 'error', { value: hear })
  const controller = new AbortController()
  t.teardown(() => controller.abort())
  const spec = path.join(folder, 'a.yaml')
  const codes: number[] = []
  const code = main(['--spec', spec, '--out', out, '--watch', ...args], () => ({
    signal: controller.signal,
    ran: (code) => codes.push(code),
  }))
  const next = async (count = 1): Promise<string[]> => {
    while (lines.length < count) await new Promise<void>((resolve) => (told = resolve))
    return lines.splice(0, count)
  }
  return { folder, spec, out, next, lines, codes, code, end: () => controller.abort() }
}

const ref = (name: string) => `{$ref: "${name}"}`
const schemas = (text: string) => `${HEAD}components: {schemas: {S: ${text}}}`
const done = (changed: number) =>
  new RegExp(`^generated: 0 operations, 9 files, ${changed} changed, \\d+ ms$`)
const left = /^generated: left as it was, \d+ ms$/

t.test('a line that is too long loses its pointer first, and then its end', async (t) => {
  const place = 'a.yaml:6:4 '
  const pointer = '#/paths/~1plants~1{id}/get/responses/200/content'
  const cut = (rest: string) => withinWidth(`${place}${pointer}${rest}`, 60)
  t.equal(cut(''), `${place}${pointer}`)
  t.equal(cut(' warning: it is empty; fill it'), `${place}warning: it is empty; fill it`)
  t.equal(cut(` warning: ${'x'.repeat(60)}`), `${place}warning: ${'x'.repeat(39)}…`)
  t.equal(
    cut(` warning: ${'x'.repeat(60)}; write \`y\``),
    `${place}warning: ${'x'.repeat(28)}…; write \`y\``,
    'the remedy is never cut',
  )
  t.equal(withinWidth('y'.repeat(70), 60), `${'y'.repeat(59)}…`)
})

t.test('a warning is printed once, and briefly', async (t) => {
  const fields = (count: number) =>
    Array.from({ length: count }, (_, at) => `${'long'.repeat(30)}${at}: 1\n`).join('')
  const { spec, next, lines } = watching(t, { 'a.yaml': `${HEAD}${fields(1)}paths: {}` })
  const [warning = '', ran] = await next(2)
  t.match(warning, /^.+…; .+$/)
  t.match(ran, done(9))
  await writeFile(spec, `${HEAD}x-a: 1\n${fields(1)}paths: {}`)
  t.match(await next(), [/^generated: /])
  await writeFile(spec, `${HEAD}${fields(20)}paths: {}`)
  const [many = ''] = await next(2)
  t.equal(many.split('\n').length, 10)
  t.match(many, /: 2 more lines; see all with npx fastify-contract check$/)
  t.same(lines, [])
})

t.test('generates again when the document changes, until it is ended', async (t) => {
  const { spec, out, next, code, end, lines } = watching(t, { 'a.yaml': schemas('true') })
  t.match(await next(), [done(9)])
  const { mtimeMs } = await stat(path.join(out, 'contract.ts'))
  await writeFile(spec, schemas('{type: string}'))
  t.match((await next())[0], /, [1-7] changed, \d+ ms$/)
  t.match(await readFile(path.join(out, 'types.ts'), 'utf8'), 'export type S = string')
  t.equal((await stat(path.join(out, 'contract.ts'))).mtimeMs, mtimeMs, 'the same is not written')
  await writeFile(spec, schemas('{type: string}'))
  t.match(await next(), [done(0)])
  end()
  t.equal(await code, 0)
  t.same(lines, [])
})

t.test('a problem is printed, and the generated code stays', async (t) => {
  const { spec, out, next, codes, code, end } = watching(t, { 'a.yaml': schemas('{type: string}') })
  await next()
  const types = await readFile(path.join(out, 'types.ts'), 'utf8')
  await writeFile(spec, schemas('{type: strin}'))
  t.match(await next(2), [/^a\.yaml:3:\d+ #\/components\/schemas\/S\/type .*strin/, left])
  await rename(spec, `${spec}~`)
  t.match(await next(2), [
    /^a\.yaml:1:1 # the document cannot be read: there is no such file \(ENOENT\)/,
    left,
  ])
  t.equal(await readFile(path.join(out, 'types.ts'), 'utf8'), types)
  await writeFile(spec, schemas('{type: string}'))
  t.match(await next(), [done(0)])
  end()
  await code
  t.same(codes, [0, 1, 1, 0])
})

t.test('every file that the document refers to is watched, as long as it does', async (t) => {
  const parts = { 'b.yaml': `${PART}first}`, 'c.yaml': `${PART}first}` }
  const { folder, spec, next, lines } = watching(t, {
    'a.yaml': schemas(ref('parts/b.yaml#/B')),
    parts,
  })
  t.match(await next(), [done(9)])
  const part = (name: string) => path.join(folder, 'parts', name)
  // As editors save: a new file in the old one's place.
  await writeFile(part('b.yaml~'), `${PART}second}`)
  await rename(part('b.yaml~'), part('b.yaml'))
  t.match((await next())[0], /, [1-7] changed, /)
  await writeFile(spec, schemas(ref('parts/c.yaml#/B')))
  t.match((await next())[0], /, [1-7] changed, /)
  await writeFile(part('b.yaml'), `${PART}third}`)
  await writeFile(part('c.yaml'), `${PART}fourth}`)
  t.match((await next())[0], /, [1-7] changed, /)
  await rm(path.join(folder, 'parts'), { recursive: true })
  t.match((await next(2))[1], left)
  await mkdir(path.join(folder, 'parts'))
  await writeFile(part('c.yaml'), `${PART}fourth}`)
  t.match(await next(), [done(0)])
  t.same(lines, [])
})

t.test('a fault of the generator itself does not end it', async (t) => {
  const options = readGenerateOptions(['--watch', '--out', 'none']) as GenerateCommandOptions
  const err = t.capture(console, 'error')
  const log = t.capture(console, 'log')
  const controller = new AbortController()
  const codes: number[] = []
  const ran = (code: number) => {
    codes.push(code)
    controller.abort()
  }
  await watch(options, { signal: controller.signal, ran }, async () => {
    throw new RangeError('ours')
  })
  t.same(codes, [1])
  t.match(err(), [{ args: [/RangeError: ours/] }])
  t.match(log(), [{ args: [/^none: left as it was, \d+ ms$/] }])
})
