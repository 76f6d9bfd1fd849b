import { join } from 'node:path'
import t, { type Test } from 'tap'
import { type Compilers, compile, compilers, endPrograms, RESOLUTIONS } from './hosts/compile.js'
import { copiesOfFastify, installHost, writePrograms } from './hosts/host.js'
import { expected, PROGRAMS, run, runServer } from './hosts/run.js'
import { NODES, type Version, versions } from './hosts/versions.js'
import { nodeOf } from './node.js'
import { outside, type Packed, pack } from './pack.js'
import { orSkip } from './registry.js'

// Hosts with every Fastify that the packages declare, as anybody would make them of the packages.

interface Tools {
  readonly packed: Packed
  readonly compilers: Compilers
  readonly nodes: ReadonlyMap<string, string>
}

t.test('hosts', { jobs: 2 }, async (t) => {
  const found = await orSkip(t, Promise.all([versions(), tools()]))
  if (found === undefined) return
  const [all, its] = found
  t.ok(all.length >= 3)
  for (const version of all)
    t.test(`with Fastify ${version.fastify}`, { buffered: true }, (t) => check(t, version, its))
})

async function tools(): Promise<Tools> {
  const [packed, found] = await Promise.all([pack(), compilers()])
  const nodes = new Map<string, string>()
  for (const line of NODES) nodes.set(line, join(await nodeOf(line), 'node'))
  return { packed, compilers: found, nodes }
}

async function check(t: Test, { fastify, nodes }: Version, tools: Tools): Promise<void> {
  const folder = await outside(t)
  const installed = await installHost(folder, fastify, tools.packed)
  if (!t.ok(installed.ok, 'npm installs it', installed)) return
  t.same(await copiesOfFastify(folder), ['node_modules/fastify/package.json'], 'one Fastify')
  t.match(await writePrograms(folder), { ok: true, stdout: /^generated: 1 operation/ })
  for (const resolution of Object.keys(RESOLUTIONS)) {
    for (const [version, tsc] of Object.entries(tools.compilers)) {
      const { ok, stdout } = await compile(folder, tsc, resolution)
      t.ok(ok, `TypeScript ${version} compiles it with ${resolution}`, { stdout })
    }
  }
  await endPrograms(folder)
  for (const line of nodes) {
    const node = tools.nodes.get(line) as string
    for (const [name, program] of Object.entries(PROGRAMS))
      t.match(await run(folder, node, program), expected(program), `${name}, on Node ${line}`)
    t.match(
      await runServer(folder, node),
      { status: 200, code: 0, lines: 1 },
      `the server, on Node ${line}`,
    )
  }
}
