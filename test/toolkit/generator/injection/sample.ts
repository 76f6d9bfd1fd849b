/* c8 ignore start -- some of this is reached only when a document gets through */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from '#toolkit/generator/load/source.js'
import { ROOT } from '../../../helpers/tsc.js'
import { HOSTILE } from './hostile.js'
import { positionsOf } from './rewrite.js'
import type { Trial } from './tally.js'

const FILES = [
  'test/fixtures/contracts/plants.yaml',
  ...['corners', 'shapes', 'swagger', 'types', 'views', 'wide'].map(
    (name) => `test/fixtures/documents/${name}.yaml`,
  ),
]

/** A document and where texts of it stand. */
export interface Subject {
  readonly file: string
  readonly document: unknown
  readonly positions: readonly string[]
}

export function subjects(): Subject[] {
  return FILES.map((file) => {
    const document = parse(file, readFileSync(path.join(ROOT, file), 'utf8')).value
    return { file, document, positions: positionsOf(document) }
  })
}

/** One hostile text at one position; every position and every text has its turn. */
export function single({ document, positions }: Subject, turn: number): Trial {
  const position = positions[(turn * 61) % positions.length] as string
  const hostile = HOSTILE[turn % HOSTILE.length] as string
  const isMeant = hostile === 'int64' && position.endsWith('"format"] value')
  return { document, texts: new Map(isMeant ? [] : [[position, hostile]]) }
}

/** One hostile text wherever a document has a name or a value of its own. */
export function everywhere({ document, positions }: Subject, hostile: string): Trial {
  const texts = positions.filter(isOwn).map((position) => [position, hostile] as const)
  return { document, texts: new Map(texts) }
}

/** True if any text is valid there, so that documents stay what they are with many others. */
function isOwn(position: string): boolean {
  if (position.endsWith(' member')) return false
  return !FIXED.test(position)
}

/** The words of OpenAPI, versions, statuses and what has to lead somewhere. */
const FIXED =
  /"(openapi|swagger|\$ref|\$self|\$id|\$anchor|\$dynamic\w+|in|type|style|format|scheme|flow|collectionFormat|propertyName|jsonSchemaDialect|pattern|contentMediaType)"(,\d+)?\] value$|"(consumes|produces|schemes|required)",\d+\] value$|"responses","([1-5x\d]{3}|\dXX|default)"\] name$|"(tags|dependencies)",|"x-/i
