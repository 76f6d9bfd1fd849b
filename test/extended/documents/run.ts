import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DocumentError } from '#toolkit/generator/diagnostics/problems.js'
import { generate } from '#toolkit/generator/generate.js'
import { breakValue } from '../../toolkit/runtime/json/break-value.js'
import { chance } from '../../toolkit/runtime/json/random.js'
import { examine } from '../served/examine.js'
import { randomDocument } from './random.js'
import { unclear } from './unclear.js'

/** Documents by their seeds, from one to before another, in a folder of their own. */
export interface Plan {
  readonly folder: string
  readonly from: number
  readonly to: number
}

const SPOILED = 3
const DIVIDED = 5

/**
 * Generates from each document, and serves it where that is possible: how many requests reached their handlers, how
 * many faulty ones were turned away, and what is wrong, by the seed of the document.
 */
export async function run({ folder, from, to }: Plan) {
  const found = { served: 0, refused: 0, reached: 0, turnedAway: 0, problems: [] as string[] }
  for (let seed = from; seed < to; seed++) {
    const made = randomDocument(seed)
    const document = seed % SPOILED === 0 ? spoiled(made, seed) : made
    const place = path.join(folder, `${seed}`)
    mkdirSync(place)
    const file = path.join(place, 'openapi.json')
    writeDocument(file, document, seed % DIVIDED === 0)
    try {
      writeCode(place, file)
      const { reached, refused, problems } = await examine(`${seed}`, file, place)
      found.served++
      found.reached += reached
      found.turnedAway += refused
      found.problems.push(...problems.map((each) => `${seed}: ${each}`))
    } catch (error) {
      rmSync(place, { recursive: true })
      if (error instanceof DocumentError) {
        found.refused++
        found.problems.push(...unclear(error).map((each) => `${seed}: unclear: ${each}`))
      } else found.problems.push(`${seed}: ${(error as Error).stack}`)
    }
    const inherited = Object.keys(Object.prototype)
    if (inherited.length > 0) found.problems.push(`${seed}: all objects inherit ${inherited}`)
  }
  return found
}

/** Changes a document in some places: most of what comes of it is no OpenAPI document any more. */
function spoiled<Made extends object>(made: Made, seed: number): Made {
  const random = chance(seed)
  let document = made
  for (let count = 1 + random.below(3); count > 0; count--) {
    // So that no part is there twice.
    document = JSON.parse(JSON.stringify(document))
    breakValue(document, random)
  }
  return document
}

/** A document in one file, or its schemas in one beside it. */
function writeDocument(file: string, document: Record<string, unknown>, isDivided: boolean): void {
  const text = JSON.stringify(document)
  const place = 'definitions' in document ? '#/definitions/' : '#/components/schemas/'
  writeFileSync(file, isDivided ? text.replaceAll(`"${place}`, `"./shared.json${place}`) : text)
  const { definitions, components } = document
  if (isDivided) {
    const shared = path.join(path.dirname(file), 'shared.json')
    writeFileSync(shared, JSON.stringify({ definitions, components }))
  }
}

function writeCode(place: string, file: string): void {
  const { files } = generate(file)
  for (const { name, text } of files.filter((each) => each.name.endsWith('.ts'))) {
    mkdirSync(path.dirname(path.join(place, name)), { recursive: true })
    writeFileSync(path.join(place, name), text)
  }
}
