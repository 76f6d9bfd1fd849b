/** The process of `npm run copy -- FROM_URL TO_URL`: copies the plants of a store into another one. */

import path from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { type CopyProgress, copyPlants, type PlantPages } from '../store/copy.js'
import { filePathOf, openPages, openStore, requireShareable } from '../store/open.js'
import { type PlantStore, StoreError } from '../store/store.js'
import { oneLine } from './start-error.js'

const USAGE = 'usage: npm run copy -- FROM_URL TO_URL [--after=PLACE]'

/** Milliseconds between lines that say how far the copy is. */
const PAUSE = 5_000

/** Exit codes: all plants are there; some were refused; the copy has not come to its end. */
const [DONE, REFUSED, UNFINISHED] = [0, 1, 2]

let latest: CopyProgress | undefined

try {
  const progress = await copyFrom(readArguments())
  print('stdout', `copied all plants: ${countsOf(progress)}`)
  process.exitCode = progress.refused > 0 ? REFUSED : DONE
} catch (error) {
  print('stderr', `plant-store: ${oneLine(error)}`)
  if (latest) print('stderr', lineOf(latest))
  process.exitCode = UNFINISHED
}

interface Arguments {
  readonly from: string
  readonly to: string
  readonly after: bigint | undefined
}

/** URLs with a password may be in the environment, since all users of a machine see the arguments. */
function readArguments(): Arguments {
  const { FROM_URL, TO_URL } = process.env
  const [urls, after] = parse(process.argv.slice(2))
  const [from, to, ...others] = urls.length > 0 ? urls : [FROM_URL, TO_URL]
  const isPlace = after === undefined || /^-?\d{1,19}$/.test(after)
  if (!from || !to || others.length > 0 || !isPlace) throw new Error(USAGE)
  return { from, to, after: after === undefined ? undefined : BigInt(after) }
}

function parse(args: string[]): [urls: string[], after: string | undefined] {
  try {
    const options = { after: { type: 'string' } } as const
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
    return [positionals, values.after]
  } catch {
    throw new Error(USAGE)
  }
}

async function copyFrom({ from, to, after }: Arguments): Promise<CopyProgress> {
  if (isSame(from, to)) throw new Error('FROM_URL and TO_URL are one store')
  const pages = ofSource(from)
  const store = ofTarget(to)
  const start = performance.now()
  let told = Number.NEGATIVE_INFINITY
  const onProgress = (progress: CopyProgress) => {
    latest = progress
    const now = performance.now()
    if (now < told + PAUSE) return
    told = now
    const rate = Math.round((sumOf(progress) * 1000) / (now - start))
    print('stderr', `${lineOf(progress)} (${rate} plants a second)`)
  }
  const onRefusal = (id: bigint, reason: string) => print('stderr', `not copied: ${id}: ${reason}`)
  try {
    return await copyPlants(pages, store, { after, onProgress, onRefusal })
  } finally {
    // What runs is finished, and told.
    await Promise.all([pages.close(), store.close()])
  }
}

function isSame(from: string, to: string): boolean {
  const [a, b] = [from, to].map((url) => {
    const file = filePathOf(url)
    return file === undefined ? url : path.resolve(file)
  })
  return a === b
}

/** The plants to copy, whose errors say where they come from. */
function ofSource(url: string): PlantPages {
  const fail = failAs('FROM_URL')
  const pages = attempt(() => openPages(url), fail)
  return { read: (after) => pages.read(after).catch(fail), close: () => pages.close() }
}

/** The store that takes them, whose errors say the same. */
function ofTarget(url: string): PlantStore {
  const fail = failAs('TO_URL')
  attempt(() => requireShareable(url), fail)
  const store = attempt(() => openStore(url), fail)
  return {
    ...store,
    ready: () => store.ready().catch(fail),
    create: (plant) => store.create(plant).catch(fail),
  }
}

function attempt<Value>(run: () => Value, fail: (error: unknown) => never): Value {
  try {
    return run()
  } catch (error) {
    return fail(error)
  }
}

/** Rejects with an error of the same code. */
function failAs(name: string): (cause: unknown) => never {
  return (cause) => {
    const message = `${name}: ${oneLine(cause)}`
    if (cause instanceof StoreError) throw new StoreError(cause.code, message, { cause })
    throw new Error(message, { cause })
  }
}

function lineOf(progress: CopyProgress): string {
  return `${countsOf(progress)}; to go on from here: --after=${progress.after}`
}

function countsOf({ created, unchanged, refused }: CopyProgress): string {
  return `${created} created, ${unchanged} there already, ${refused} not copied`
}

function sumOf({ created, unchanged, refused }: CopyProgress): number {
  return created + unchanged + refused
}

function print(stream: 'stdout' | 'stderr', line: string): void {
  process[stream].write(`${line}\n`)
}
