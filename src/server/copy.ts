/** The process of `npm run copy -- FROM_URL TO_URL`: copies the plants of a store into another one. */

import path from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { copyPlants } from '../store/copy.js'
import { filePathOf, openPages, openStore, requireShareable } from '../store/open.js'
import { ignoreFailures } from './logging.js'
import { oneLine } from './start-error.js'

const USAGE = 'usage: npm run copy -- FROM_URL TO_URL [--after=PLACE]'

/** Milliseconds between lines that say how far the copy is. */
const PAUSE = 5_000

/** Exit codes: all plants are there; some were refused; the copy has not come to its end. */
const [DONE, REFUSED, UNFINISHED] = [0, 1, 2]

let [created, unchanged, refused] = [0, 0, 0]
let place: bigint | undefined

ignoreFailures(process.stdout, process.stderr)
try {
  await copy(readArguments())
  print('stdout', `copied all plants: ${counts()}`)
  process.exitCode = refused > 0 ? REFUSED : DONE
} catch (error) {
  print('stderr', `plant-store: ${oneLine(error)}`)
  tell()
  process.exitCode = UNFINISHED
}

type Arguments = ReturnType<typeof readArguments>

/** URLs with a password may be in the environment, since all users of a machine see the arguments. */
function readArguments() {
  const options = { after: { type: 'string' } } as const
  const { positionals, values } = parseArgs({ options, allowPositionals: true })
  const { after } = values
  const { FROM_URL, TO_URL } = process.env
  const [from, to, ...others] = positionals.length > 0 ? positionals : [FROM_URL, TO_URL]
  const isPlace = after === undefined || /^-?\d{1,19}$/.test(after)
  if (!from || !to || others.length > 0 || !isPlace) throw new Error(USAGE)
  if (nameOf(from) === nameOf(to)) throw new Error('FROM_URL and TO_URL are one store')
  return { from, to, after: after === undefined ? undefined : BigInt(after) }
}

function nameOf(url: string): string {
  const file = filePathOf(url)
  return file === undefined ? url : path.resolve(file)
}

async function copy({ from, to, after }: Arguments): Promise<void> {
  const pages = await about('FROM_URL', () => openPages(from))
  const store = await about('TO_URL', () => {
    requireShareable(to)
    return openStore(to)
  })
  let told = Number.NEGATIVE_INFINITY
  try {
    // What cannot be used is told at once, and before the other store is made.
    await about('FROM_URL', () => pages.read(after))
    await about('TO_URL', () => store.ready())
    for await (const page of copyPlants(pages, store, after)) {
      created += page.created
      unchanged += page.unchanged
      refused += page.refused.length
      place = page.last
      for (const { id, reason } of page.refused) print('stderr', `not copied: ${id}: ${reason}`)
      if (performance.now() < told + PAUSE) continue
      told = performance.now()
      tell()
    }
  } finally {
    await Promise.all([pages.close(), store.close()])
  }
}

/** The result, or an error that says which URL it is about. */
async function about<Value>(name: string, run: () => Value): Promise<Awaited<Value>> {
  try {
    return await run()
  } catch (cause) {
    throw new Error(`${name}: ${oneLine(cause)}`, { cause })
  }
}

function tell(): void {
  if (place !== undefined) print('stderr', `${counts()}; to go on from here: --after=${place}`)
}

function counts(): string {
  return `${created} created, ${unchanged} there already, ${refused} not copied`
}

function print(stream: 'stdout' | 'stderr', line: string): void {
  process[stream].write(`${line}\n`)
}
