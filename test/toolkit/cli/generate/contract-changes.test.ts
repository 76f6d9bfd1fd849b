import { execFileSync, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import t, { type Test } from 'tap'
import { COMMANDS } from '#toolkit/cli/commands.js'
import { dispatch } from '#toolkit/cli/dispatch.js'
import { runCommand } from '../../../helpers/command.js'

delete process.env.npm_lifecycle_event

/** Reason why nothing is compared with a commit here. */
const skip = spawnSync('git', ['--version']).error === undefined ? false : 'git is not installed'

/** A document in two files, whose body has these required members. */
const required = (...names: string[]) =>
  `{type: object, properties: {a: {type: string}, b: {type: string}}, required: [${names}]}`
const SPEC = `openapi: 3.1.0
info: {title: T, version: "1"}
paths: {/a: {post: {requestBody: {content: {application/json: {schema: {$ref: body.yaml}}}}, responses: {204: {description: d}}}}}
`

/** A project; `run` runs a command in it, and `edit` changes the body. */
function projectOf(t: Test) {
  const folder = t.testdir({
    'package.json': '{"type":"module"}',
    spec: { 'openapi.yaml': SPEC, 'body.yaml': required() },
  })
  t.chdir(folder)
  const git = (...args: string[]) => {
    const own = '-c user.name=n -c user.email=n@example.com -c commit.gpgsign=false'.split(' ')
    execFileSync('git', [...own, ...args], { cwd: folder, stdio: 'ignore' })
  }
  return {
    edit: (text: string, file = 'body.yaml') => writeFile(path.join(folder, 'spec', file), text),
    commit: () => {
      git('init', '-q')
      git('add', 'spec')
      git('commit', '-q', '-m', 'm')
    },
    /** The lines beside the first one, which has the time. */
    generate: async (...args: string[]) => {
      const { code, out } = await runCommand(t, () => dispatch(['generate', ...args], COMMANDS))
      t.equal(code, 0)
      return out.slice(1)
    },
    diff: (...args: string[]) => runCommand(t, () => dispatch(['diff', ...args], COMMANDS)),
  }
}

const BREAKING = [
  '  spec/body.yaml:1:68 breaking: POST /a request body: a is required [request-body-required]; clients that leave a out break: {}',
]
const SINCE_COMMIT = 'spec/openapi.yaml: since the last commit:'

t.test('two lines say what a document changes since the last commit', { skip }, async (t) => {
  const { edit, commit, generate, diff } = projectOf(t)
  commit()
  t.same(await generate(), [])
  await edit(required('a'))
  const told = [
    `${SINCE_COMMIT} 1 breaking, 0 undecided, 0 notices; all: npx fastify-contract diff`,
    ...BREAKING,
  ]
  t.same(await generate(), told)
  t.same(await generate(), told, 'until it is committed')
  t.match(await diff(), { code: 1, out: [/^breaking: POST \/a request body: a is required/] })
  t.match(await diff('--since', 'nowhere'), {
    code: 2,
    err: [
      /^spec\/openapi\.yaml:1:1 # the document is not in the commit nowhere \(.*nowhere.*\); fetch it/,
    ],
  })
  await edit(SPEC.replace('title: T', 'title: U'), 'openapi.yaml')
  await edit(required())
  t.same(await generate(), [`${SINCE_COMMIT} nothing changes for clients`])
  commit()
  t.same(await generate(), [])
})

t.test(
  'a document of no commit, or one that cannot be read there, is compared with nothing',
  { skip },
  async (t) => {
    const { edit, commit, generate, diff } = projectOf(t)
    t.same(await generate(), [])
    await edit(required('a'))
    t.same(await generate(), [], 'there is no commit')
    t.match(await diff(), {
      code: 2,
      err: [/is not in the commit HEAD \(.+\); fetch it, name another/],
    })
    await edit('openapi: [', 'openapi.yaml')
    commit()
    await edit(SPEC, 'openapi.yaml')
    t.same(await generate(), [])
  },
)

t.test('a large document is left to the command that compares', { skip }, async (t) => {
  const { edit, commit, generate } = projectOf(t)
  const large = (size: number) => SPEC.replace('title: T', `title: ${'T'.repeat(size)}`)
  await edit(large(1_000_001), 'openapi.yaml')
  commit()
  await edit(large(2), 'openapi.yaml')
  t.same(await generate(), [
    'spec/openapi.yaml: has changed since the last commit; all: npx fastify-contract diff',
  ])
})
