/** Every code block of every README: programs are compiled and run, commands and paths exist. */

import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import fastify from 'fastify'
import { serve } from 'fastify-contract'
import t from 'tap'
import { COMMANDS } from '#toolkit/cli/commands.js'
import { generate } from '#toolkit/generator/generate.js'
import { type CodeBlock, codeBlocks, READMES } from './helpers/readme.js'
import { codeFolder, ROOT, typeCheck, writeFiles } from './helpers/tsc.js'
import { LESSONS } from './helpers/tutorial.js'

const TOOLKIT = 'src/toolkit/README.md'

const blocks = READMES.flatMap(codeBlocks)

const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))

/** Commands of a service that `init` makes; `test/extended/init.check.ts` runs them. */
const OF_NEW_SERVICES = ['npm init -y', 'npm install fastify fastify-contract', 'npm run dev']

/** A command that exists: a script, a command of the toolkit, or a test. */
function isCommand(command: string, readme: string): boolean {
  if (readme === TOOLKIT && OF_NEW_SERVICES.includes(command)) return true
  if (/^(npm ci|npx tsc -b|curl -sS http:\/\/127\.0\.0\.1:3000\/plants .*)$/.test(command))
    return true
  const [, script, short] = /^npm (?:run ([\w:]+)|(start|test)$)/.exec(command) ?? []
  if (script !== undefined || short !== undefined)
    return Object.hasOwn(scripts, script ?? String(short))
  const [, name] = /^npx fastify-contract (\w+)$/.exec(command) ?? []
  if (name !== undefined) return COMMANDS.some((each) => each.name === name)
  const [, test = ''] = /^(?:GOLDEN=write )?node dist\/(test\/\S+)\.js$/.exec(command) ?? []
  return existsSync(path.join(ROOT, `${test}.ts`))
}

function wrongCommands({ text, readme }: CodeBlock): string[] {
  const lines = text.replaceAll('\\\n', '').trim().split('\n')
  return lines.flatMap((line) => line.split(' && ')).filter((each) => !isCommand(each, readme))
}

/** Programs of the toolkit, by the names in their first lines. */
const programs = blocks
  .filter(({ readme, language }) => readme === TOOLKIT && language === 'ts')
  .map(({ text }) => ({ name: /^\/\/ (\S+\.ts)\n/.exec(text)?.[1] ?? 'main.ts', text }))

/** Reasons why a block of TypeScript is right that is not a program of the toolkit. */
function isTested({ readme, text }: CodeBlock): boolean {
  if (readme === TOOLKIT) return programs.some((each) => each.text === text)
  if (LESSONS.some(({ edits }) => edits.some((edit) => edit.text.trim() === text.trim())))
    return true
  if (readme === 'src/store/README.md')
    return readFileSync(path.join(ROOT, 'test/store/memory.test.ts'), 'utf8').startsWith(text)
  // `readme.test.ts` compiles it.
  return readme === 'README.md' && text.startsWith("import Fastify from 'fastify'\n")
}

/** First words of the lines of a tree of files. */
function missingPaths({ text }: CodeBlock): string[] {
  const names = text
    .trim()
    .split('\n')
    .map((line) => String(line.split(/\s+/)[0]))
  return names.filter((name) => !existsSync(path.join(ROOT, name)))
}

const problems: Readonly<Record<string, (block: CodeBlock) => unknown[]>> = {
  '': missingPaths,
  json: ({ text }) => (JSON.parse(text) ? [] : [text]),
  sh: wrongCommands,
  ts: (block) => (isTested(block) ? [] : [block.text]),
  yaml: (block) => (isTested(block) ? [] : [block.text]),
}

t.test('each code block is checked by its language', async (t) => {
  t.ok(READMES.length > 4)
  t.ok(blocks.length > 30)
  for (const block of blocks) {
    const { readme, language, text } = block
    t.same(problems[language]?.(block), [], `${readme}: ${text.split('\n')[0]}`)
  }
})

t.test('what does not exist is noticed', async (t) => {
  const block = { readme: 'README.md', language: 'sh' }
  const text =
    'npm ci && npm run nothing\nnpx fastify-contract nothing\nnode dist/test/nothing.test.js\n'
  t.equal(wrongCommands({ ...block, text }).length, 3)
  t.same(missingPaths({ ...block, text: 'src/  code\nnothing/  more\n' }), ['nothing/'])
  t.notOk(isTested({ ...block, text: 'nothing' }))
})

t.test('links of the READMEs lead to files and headings', async (t) => {
  for (const readme of READMES) {
    const text = readFileSync(path.join(ROOT, readme), 'utf8')
    for (const [, link = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (link.startsWith('https:')) continue
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? readme : path.posix.join(path.posix.dirname(readme), file)
      if (!t.ok(existsSync(path.join(ROOT, target)), `${readme}: ${link}`)) continue
      if (anchor !== undefined) t.ok(anchorsOf(target).includes(anchor), `${readme}: ${link}`)
    }
  }
})

/** Headings of a README as GitHub links them. */
function anchorsOf(readme: string): string[] {
  const headings = readFileSync(path.join(ROOT, readme), 'utf8').matchAll(/^#+ (.+)$/gm)
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
}

t.test('the programs of the toolkit’s README compile and work', async (t) => {
  const folder = codeFolder(t)
  const document = path.join(ROOT, 'test/fixtures/readme/openapi.yaml')
  const { files } = await generate(document)
  const generated = files.map(({ name, text }) => ({ name: `generated/${name}`, text }))
  await writeFiles(folder, [...generated, ...programs])
  t.equal(new Set(programs.map(({ name }) => name)).size, programs.length, 'each has a name')
  const emit = { noEmit: false, rootDir: '.', outDir: '.', declaration: false }
  t.same(await typeCheck(folder, emit), [])
  const load = (name: string) => import(pathToFileURL(path.join(folder, name)).href)

  await t.test('its test passes', async (t) => {
    const file = path.join(folder, 'get-task.test.js')
    const { stdout } = await promisify(execFile)(process.execPath, [file])
    t.match(stdout, /^# pass 2$|^ℹ pass 2$/m)
  })

  const { contract } = await load('generated/contract.js')
  const { handlers } = await load('handlers.js')
  const { security } = await load('security.js')
  const app = fastify()
  t.teardown(() => app.close())
  await app.register(serve(contract, { handlers, security }))
  const headers = { authorization: 'Bearer token-of-ada' }
  const task = { id: 5, title: 'water the fern' }

  await t.test('authentication', async (t) => {
    t.equal((await app.inject({ url: '/me' })).statusCode, 401)
    t.same((await app.inject({ url: '/me', headers })).json(), { name: 'Ada' })
  })

  await t.test('own errors', async (t) => {
    const post = (payload: object) =>
      app.inject({ method: 'POST', url: '/tasks', headers, payload })
    t.equal((await post(task)).statusCode, 201)
    const taken = await post(task)
    t.same([taken.statusCode, taken.json().error], [409, 40901])
    const refused = await post({ id: 6, title: 'forbidden' })
    t.same([refused.statusCode, refused.json().error], [403, 40300])
    t.match(refused.json().message, /title$/)
  })

  await t.test('304', async (t) => {
    const url = '/tasks/5'
    const { headers: sent } = await app.inject({ url, headers })
    const again = await app.inject({
      url,
      headers: { ...headers, 'if-none-match': String(sent.etag) },
    })
    t.same([again.statusCode, again.body], [304, ''])
  })

  await t.test('files', async (t) => {
    const form = new FormData()
    form.set('title', 'fern')
    form.set('photo', new File([Buffer.from('bytes')], 'fern.png', { type: 'image/png' }))
    const body = new Response(form)
    const type = String(body.headers.get('content-type'))
    const put = await app.inject({
      method: 'PUT',
      url: '/tasks/5/photo',
      headers: { ...headers, 'content-type': type },
      payload: Buffer.from(await body.arrayBuffer()),
    })
    t.equal(put.statusCode, 204, put.body)
    const photo = await app.inject({ url: '/tasks/5/photo', headers })
    t.same([photo.headers['content-type'], photo.body], ['image/png', 'bytes'])
    t.equal((await app.inject({ url: '/tasks/6/photo', headers })).statusCode, 404)
  })

  await t.test('streams', async (t) => {
    const { body } = await app.inject({ url: '/events', headers })
    t.match(body, 'event: task\ndata: water the fern\n')
  })

  await t.test('cookies', async (t) => {
    const put = await app.inject({
      method: 'PUT',
      url: '/theme?name=dark',
      cookies: { theme: 'light' },
    })
    t.equal(put.statusCode, 204)
    t.match(put.headers['set-cookie'], /^theme=dark; /)
  })

  await t.test('a mock beside handlers', async (t) => {
    const { app: mocked } = await load('mock.js')
    t.teardown(() => mocked.close())
    t.same((await mocked.inject({ url: '/me', headers })).json(), { name: 'Ada' })
    t.equal((await mocked.inject({ url: '/tasks/5', headers })).statusCode, 200)
  })

  await t.test('problem details', async (t) => {
    const { app: problem } = await load('problems.js')
    t.teardown(() => problem.close())
    const refused = await problem.inject({ url: '/tasks/nothing', headers })
    t.match(refused.headers['content-type'], 'application/problem+json')
    t.equal(refused.json().errors.length, 1)
  })

  await t.test('limits of connections', async (t) => {
    const { app: limited } = await load('app.js')
    t.teardown(() => limited.close())
    const address = await limited.listen({ host: '127.0.0.1', port: 0 })
    const refused = await fetch(address, { headers: { 'x-long': 'a'.repeat(70_000) } })
    t.equal(refused.status, 431)
    t.match(await refused.json(), { error: 43100 })
  })
})
