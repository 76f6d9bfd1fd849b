/**
 * Every code block of every README and page of the guide: commands and paths exist, and a test runs or compiles each program
 * (`toolkit/readme.test.ts` those of the toolkit).
 */

import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { COMMANDS } from '#toolkit/cli/commands.js'
import { type ConfigError, readConfig } from '../src/server/config.js'
import {
  type CodeBlock,
  codeBlocks,
  READMES,
  TOOLKIT_PAGES,
  toolkitPrograms,
} from './helpers/readme.js'
import { ROOT } from './helpers/tsc.js'
import { LESSONS } from './helpers/tutorial.js'

const blocks = READMES.flatMap(codeBlocks)

const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))

/** Commands of a service that `init` makes; `test/extended/init.check.ts` runs them. */
const OF_NEW_SERVICES = [
  'npm init -y',
  'npm install fastify ../plant-store/fastify-contract-1.0.0.tgz',
  'npm run dev',
]

/** A command that exists: a script, a command of the toolkit, or a test. */
function isCommand(command: string, readme: string): boolean {
  if (TOOLKIT_PAGES.includes(readme) && OF_NEW_SERVICES.includes(command)) return true
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

/** `shape.test.ts` applies the first, and `settings.test.ts` reads the second. */
const fixtures = ['overlay.yaml', 'conform.yaml'].map((name) =>
  readFileSync(path.join(ROOT, 'test/fixtures/readme', name), 'utf8'),
)

/** What the README of stores shows, and where it runs. */
const programsOfStores = [
  'store/memory.test.ts',
  'store/sqlite/schema.test.ts',
  'extended/cassandra/stores.ts',
].map((name) => readFileSync(path.join(ROOT, 'test', name), 'utf8'))

/** Reasons why a block of TypeScript is right that is not a program of the toolkit. */
function isTested({ readme, text }: CodeBlock): boolean {
  if (TOOLKIT_PAGES.includes(readme))
    return toolkitPrograms.some((each) => each.text === text) || fixtures.includes(text)
  if (LESSONS.some(({ edits }) => edits.some((edit) => edit.text.trim() === text.trim())))
    return true
  if (readme === 'src/store/README.md') return programsOfStores.some((each) => each.includes(text))
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

/** The check `proxies` tries the first two of them; each leads to where a server listens. */
function wrongProxy({ text }: CodeBlock): string[] {
  return /(127\.0\.0\.1|plants1):3000/.test(text) ? [] : [text]
}

/** What is wrong with the settings of a service for docker compose. */
function wrongSettings({ text }: CodeBlock): string[] {
  const lines = text.matchAll(/^ {4}([A-Z_]+): (.+)$/gm)
  const env = Object.fromEntries([...lines].map(([, name, value]) => [name, value]))
  try {
    readConfig(env, () => 'a-token-of-tests')
    return Object.keys(env).length > 0 ? [] : [text]
  } catch (error) {
    return [...(error as ConfigError).problems]
  }
}

function wrongPrograms(block: CodeBlock): string[] {
  return isTested(block) ? [] : [block.text]
}

const problems: Readonly<Record<string, (block: CodeBlock) => unknown[]>> = {
  '': missingPaths,
  ...{ caddy: wrongProxy, haproxy: wrongProxy, nginx: wrongProxy },
  json: ({ text }) => (JSON.parse(text) ? [] : [text]),
  sh: wrongCommands,
  ts: wrongPrograms,
  yaml: (block) =>
    block.readme === 'src/server/README.md' ? wrongSettings(block) : wrongPrograms(block),
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
  t.equal(wrongSettings({ ...block, text: '    BEARER_TOKENS_FLIE: tokens' }).length, 1)
  t.equal(wrongSettings({ ...block, text: 'services:' }).length, 1)
})

t.test('links of READMEs lead to files and headings, commands to tests', async (t) => {
  for (const readme of READMES) {
    const text = readFileSync(path.join(ROOT, readme), 'utf8')
    for (const [, link = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (link.startsWith('https:')) continue
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? readme : path.posix.join(path.posix.dirname(readme), file)
      if (!t.ok(existsSync(path.join(ROOT, target)), `${readme}: ${link}`)) continue
      if (readme.startsWith('src/toolkit/guide/'))
        t.ok(target.startsWith('src/toolkit/'), `${readme}: ${link} is in the package`)
      if (anchor !== undefined) t.ok(anchorsOf(target).includes(anchor), `${readme}: ${link}`)
    }
    for (const [, test = ''] of text.matchAll(/node dist\/(test\/[\w./-]+)\.js/g))
      t.ok(existsSync(path.join(ROOT, `${test}.ts`)), `${readme}: ${test}`)
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
