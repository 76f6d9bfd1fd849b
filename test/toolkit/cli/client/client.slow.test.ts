import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import {
  type GeneratorTools,
  main,
  projectTools,
  readPinnedJar,
} from '#toolkit/cli/client/command.js'
import { runCommand } from '../../../helpers/command.js'
import { rowsOf } from '../../../helpers/rows.js'
import { ROOT } from '../../../helpers/tsc.js'
import { workshop } from './tools.js'

/** Runs the command with stand-ins for its tools. */
const run = (t: Test, args: readonly string[], tools?: GeneratorTools) =>
  runCommand(t, () => main(args, tools))

/** What Java or the script that fetches the JAR does, and what is told. */
const FAILED = rowsOf(String.raw`
  version | process.exit(1) | ^Java is not installed: .* Java 11 or newer
  version | console.error('java version "1.8.0_452"') | ^Java is 1\.8\.0_452: .* Java 11 or newer
  version | console.error('openjdk version "10.0.2" 2018-07-17') | ^Java is 10\.0\.2: 
  version | console.error('something else') | ^Java is of an unknown version: 
  fetch | console.log('Download failed, because of: "no such host"'); process.exit(1) | ^OpenAPI Generator 7\.0\.0 cannot be downloaded \(no such host\)
  fetch | process.exit(3) | cannot be downloaded \(exit code 3\)
  fetch | process.kill(process.pid, 'SIGKILL') | cannot be downloaded \(SIGKILL\)
  generator | console.error("Can't load config class with name 'gopher'"); process.exit(1) | ^gopher: is no generator; see \S+$
  generator | console.error('-attribute info is missing\n\tat a.b(C.java:1)\n'); process.exit(1) | ^-attribute info is missing gopher: OpenAPI Generator failed \(exit code 1\), see above$
`)

t.test('a failure of Java, of the JAR or of the generator is told in one line', async (t) => {
  for (const [tool = '', behaviour = '', told = ''] of FAILED) {
    const tools = workshop(t, { [tool]: behaviour })
    const { code, out, err } = await run(t, ['gopher', '--spec', tools.spec], tools)
    t.same([code, out], [1, []], behaviour)
    t.match(err.join(' '), new RegExp(told))
  }
  const tools = workshop(t)
  const args = ['go', '--spec', tools.spec]
  t.match(await run(t, args, { ...tools, java: ['no-such-java'] }), {
    ...{ code: 1, err: [/^Java is not installed: /] },
  })
})

t.test('the JAR is fetched once', async (t) => {
  const tools = workshop(t)
  t.equal((await run(t, ['go', '--spec', tools.spec], tools)).code, 0)
  rmSync(tools.cli)
  t.equal((await run(t, ['go', '--spec', tools.spec], tools)).code, 0)
})

t.test('the generator gets its name, the document, the folder and further options', async (t) => {
  const tools = workshop(t, { generator: `console.log('[main] WARN  x - ' + args.join('|'))` })
  const { err } = await run(
    t,
    ['go', '--spec', tools.spec, '--out', 'a b;c', '--', '--package-name', 'plants'],
    tools,
  )
  t.strictSame(err, [`warning: generate|-g|go|-i|${tools.spec}|-o|a b;c|--package-name|plants`])
  const plain = await run(t, ['go', '--spec', tools.spec], tools)
  t.match(plain.err, [join('data', 'clients', 'go')])
})

t.test('success is one line, and each warning one more', async (t) => {
  const generator = `
    console.log('[main] WARN  o.o.codegen.DefaultCodegen - Renamed')
    console.log('[main] INFO  o.o.codegen.TemplateManager - writing file /x/a.go')
    console.log('[main] WARN  o.o.codegen.DefaultCodegen - Renamed')
    console.log('[main] INFO  o.o.codegen.TemplateManager - writing file /x/b.go')`
  const tools = workshop(t, { generator })
  t.strictSame(await run(t, ['go', '--spec', tools.spec, '--out', 'x'], tools), {
    code: 0,
    out: ['x: go client, 2 files'],
    err: ['warning: Renamed'],
  })
})

t.test('a missing package is reported in one line', async (t) => {
  const root = t.testdir({ 'openapi.yaml': 'openapi: 3.1.0' })
  // Outside of the project, which has the package.
  t.chdir(tmpdir())
  const { code, err } = await run(t, ['go', '--spec', join(root, 'openapi.yaml')])
  const name = '@openapitools/openapi-generator-cli'
  t.same([code, err], [1, [`${name} is not installed here; run npm install --save-dev ${name}`]])
  t.match(projectTools(ROOT), { root: ROOT, cli: /openapi-generator-cli.main\.js$/ })
})

t.test("the version is the project's, or else one of ours", async (t) => {
  const pin = (settings: unknown) => ({ 'openapitools.json': JSON.stringify(settings) })
  const cli = join('tools', 'main.js')
  const own = t.testdir()
  const kept = join(own, 'node_modules/.cache/openapi-generator')
  t.match(await readPinnedJar(own, cli), {
    version: /^7\./,
    folder: kept,
    jar: new RegExp(`^${kept}/7`),
  })
  t.same(readdirSync(own), ['node_modules'], 'nothing is written beside the files of the user')
  const settings = JSON.parse(readFileSync(join(kept, 'openapitools.json'), 'utf8'))
  t.match(settings, { 'generator-cli': { version: /^7\./, storageDir: '.' } })

  const root = t.testdir(pin({ 'generator-cli': { version: '7.1.0' } }))
  t.same(await readPinnedJar(root, cli), {
    version: '7.1.0',
    folder: root,
    jar: join(root, 'tools/versions/7.1.0.jar'),
  })
  t.testdir(pin({ 'generator-cli': { version: '7.1.0', storageDir: '~/jars' } }))
  t.match(await readPinnedJar(root, cli), { jar: join(homedir(), 'jars/7.1.0.jar') })
})

t.test('an openapitools.json without a version is reported in one line', async (t) => {
  const cases: [text: string, told: RegExp][] = [
    ['{}', /^openapitools\.json: pins no version; add \{"generator-cli": \{"version": "7/],
    ['{', /^openapitools\.json: cannot be read \(it is no JSON\); correct or remove it$/],
  ]
  for (const [text, told] of cases) {
    const tools = workshop(t)
    writeFileSync(join(tools.root, 'openapitools.json'), text)
    t.match(await run(t, ['go', '--spec', tools.spec], tools), { code: 1, out: [], err: [told] })
  }
})
