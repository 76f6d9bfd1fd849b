import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { execute } from '#toolkit/cli/process/child.js'
import { Unavailable } from '../../../scripts/bench/shared/packages.js'
import { CACHE, npm } from '../registry.js'

/** Packages whose versions hold versions of real documents, and where these are in them. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  '@blockfrost/openapi': ['openapi.yaml', 'swagger.yaml'],
  '@dcl/catalyst-api-specs': [
    ...['lib/api.yaml', 'lib/api/catalyst.yaml', 'lib/api/comms.yaml'],
    ...['lib/api/content.yaml', 'lib/api/lambdas.yaml'],
  ],
  '@digdir/dialogporten-schema': ['swagger.verified.json'],
  '@directus/specs': ['dist/openapi.json'],
  '@figma/rest-api-spec': ['openapi/openapi.yaml'],
  '@redotech/redo-api-schema': ['lib/openapi.yaml'],
  'rclone-openapi': ['openapi.json'],
}

export type VersionPair = readonly [before: string, after: string]

/**
 * Pairs of versions of real documents: each version with the next one and that after it, and back, since a
 * document may be made narrower or wider.
 *
 * @throws {Unavailable} when the registry cannot be reached.
 */
export async function versionPairs(most: number): Promise<VersionPair[]> {
  const all: VersionPair[][] = []
  for (const [name, files] of Object.entries(PACKAGES)) {
    const folders = await versionsOf(name)
    for (const group of groupsOf(files)) all.push(pairsOf(await filesIn(folders, group)))
  }
  return inTurns(all).slice(0, most)
}

/** A document that has another name in later versions, or several documents. */
function groupsOf(files: readonly string[]): readonly (readonly string[])[] {
  return files.length === 2 ? [files] : files.map((file) => [file])
}

/** The folders of all versions that are served, in their order. */
async function versionsOf(name: string): Promise<string[]> {
  const folder = path.join(CACHE, 'documents', name.replace('/', '+'))
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length === 0) {
    const { ok, why, stdout } = await npm(['view', name, 'versions', '--json'], folder)
    if (!ok) throw new Unavailable(`${name} cannot be read: ${why}`)
    for (const version of [JSON.parse(stdout)].flat()) await fetched(name, version, folder)
  }
  const order = new Intl.Collator('en', { numeric: true })
  const versions = (await readdir(folder)).sort(order.compare)
  return versions.map((version) => path.join(folder, version, 'package'))
}

async function fetched(name: string, version: string, folder: string): Promise<void> {
  const own = path.join(folder, version)
  await mkdir(own)
  await npm(['pack', '--silent', '--pack-destination', own, `${name}@${version}`], own)
  const [archive] = await readdir(own)
  if (archive === undefined) return rm(own, { recursive: true })
  await execute('tar', ['xzf', path.join(own, archive), '-C', own], {})
}

/** The files of a document, each text once. */
async function filesIn(folders: readonly string[], names: readonly string[]): Promise<string[]> {
  const found: string[] = []
  let last = ''
  for (const folder of folders) {
    const file = names.map((name) => path.join(folder, name)).find(existsSync)
    const text = file === undefined ? last : await readFile(file, 'utf8')
    if (file !== undefined && text !== last) found.push(file)
    last = text
  }
  return found
}

function pairsOf(files: readonly string[]): VersionPair[] {
  return [1, 2].flatMap((step) =>
    files.slice(step).flatMap((after, index): VersionPair[] => {
      const before = files[index] as string
      return [
        [before, after],
        [after, before],
      ]
    }),
  )
}

/** The first of each list, then the second of each. */
function inTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, index) => index).flatMap((index) =>
    lists.flatMap((list) => (index < list.length ? [list[index] as T] : [])),
  )
}
