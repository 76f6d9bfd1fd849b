import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { benchBoot } from '../../scripts/bench/boot/bench-boot.js'
import { benchGenerate } from '../../scripts/bench/generate/bench-generate.js'
import { peers } from '../../scripts/bench/generate/generators.js'
import { benchMemory } from '../../scripts/bench/memory/bench-memory.js'
import { benchScale } from '../../scripts/bench/scale/bench-scale.js'
import { benchSchemas } from '../../scripts/bench/schemas/bench-schemas.js'
import { benchServe } from '../../scripts/bench/serve/bench-serve.js'
import {
  GO_SERVER,
  type MeasuredServer,
  PEER_SERVERS,
  SERVERS,
} from '../../scripts/bench/serve/servers.js'
import { benchShapes } from '../../scripts/bench/shapes/bench-shapes.js'
import { SHAPES } from '../../scripts/bench/shapes/requests.js'
import { CACHE } from '../../scripts/bench/shared/packages.js'
import { SUBJECTS } from '../../scripts/bench/shared/subjects.js'
import { benchStores } from '../../scripts/bench/stores/bench-stores.js'
import { benchWorkers } from '../../scripts/bench/workers/bench-workers.js'
import { runCommand } from '../helpers/command.js'
import { ROOT } from '../helpers/tsc.js'

const OPTIONS = { runs: 1, ignore: [] }
const MOMENT = { connections: 2, warmUp: 0.05, seconds: 0.1 }
const SERVED = Object.keys(SERVERS) as MeasuredServer[]
const folder = path.join(CACHE, 'test')
const svg = path.join(folder, 'plot.svg')
const subjects = [{ name: 'Plants', file: SUBJECTS.plants.file }]
const small = { name: 'A', file: path.relative(ROOT, path.join(folder, 'a.json')), edit: true }
const loads = [{ store: 'SQLite', connections: 2, ahead: 2 }] as const

/** What each benchmark measures in a moment, and the rows that it has on any machine. */
const benches: Record<string, [run: () => Promise<void>, rows: readonly string[]]> = {
  boot: [
    () => benchBoot(OPTIONS, { subjects, cache: CACHE, seconds: 60 }),
    ['ours', 'ours, eager'],
  ],
  generate: [
    () => benchGenerate(OPTIONS, { subjects: [small], cache: CACHE, peers }),
    ['ours', 'fresh', 'warm'],
  ],
  memory: [
    () =>
      benchMemory({ ...OPTIONS, requests: 1000 }, { connections: 2, seconds: 0.03, requests: 1 }),
    ['ours, memory:', 'resident:', 'heap:'],
  ],
  scale: [
    () => benchScale(OPTIONS, { plants: [20], inMemory: 20, callers: [2], seconds: 0.05 }),
    ['memory', 'SQLite'],
  ],
  schemas: [
    () =>
      benchSchemas(OPTIONS, {
        ...{ subjects: [SUBJECTS.github], names: ['issue'], cache: CACHE, time: 1 },
      }),
    [],
  ],
  serve: [
    () =>
      benchServe({ ...OPTIONS, svg }, { names: [...SERVED, GO_SERVER], cache: CACHE, ...MOMENT }),
    SERVED.filter((name) => !PEER_SERVERS.includes(name)).map((name) => `| ${name}`),
  ],
  shapes: [
    () => benchShapes(OPTIONS, { shapes: SHAPES, cache: folder, ...MOMENT }),
    ['Fastify by hand', 'ours'],
  ],
  stores: [
    () => benchStores(OPTIONS, { callers: [4], seconds: 0.1 }, undefined, async () => 'no Java'),
    ['memory', 'SQLite'],
  ],
  workers: [() => benchWorkers(OPTIONS, { loads, warmUp: 0.05, seconds: 0.1 }), ['SQLite']],
}

await mkdir(folder, { recursive: true })
const operation = { operationId: 'a', responses: { 204: { description: 'Done.' } } }
const document = {
  openapi: '3.1.0',
  info: { title: 'A', version: '1' },
  paths: { '/a': { get: operation } },
}
await writeFile(path.join(folder, 'a.json'), JSON.stringify(document))

for (const [name, [run, rows]] of Object.entries(benches)) {
  t.test(`the benchmark ${name} runs for a moment, and has its rows`, async (t) => {
    const { out } = await runCommand(t, () => run().then(() => 0))
    const lines = out.map((line) => line.trim())
    for (const line of lines.filter((line) => /^skipped /.test(line))) t.comment(line)
    for (const row of rows)
      t.ok(
        lines.some((line) => line.startsWith(row) && /\d/.test(line)),
        row,
        { out },
      )
    t.notMatch(lines.join('\n'), /exit code|failed|not up|NaN|undefined/)
  })
}
