import { realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { FOLDER, type Snapshot } from './snapshot.js'

/**
 * The folders to watch for changes of what a snapshot shows: the one that a file is in, also behind a
 * link, or the nearest one that is there. By an id that another folder in its place would not have.
 */
export function foldersOf(snapshot: Snapshot): Map<string, string> {
  const parents = new Set<string>()
  for (const [name, mark] of snapshot) {
    for (const place of [name, target(name)]) {
      parents.add(mark === FOLDER ? place : path.dirname(place))
    }
  }
  return new Map([...parents].map(nearest))
}

/** Where a link leads; the file itself where it leads nowhere. */
function target(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}

function nearest(folder: string): [id: string, folder: string] {
  const ino = inoOf(folder)
  const up = path.dirname(folder)
  return ino === undefined && up !== folder ? nearest(up) : [`${ino} ${folder}`, folder]
}

function inoOf(folder: string): bigint | undefined {
  try {
    const stats = statSync(folder, { bigint: true })
    return stats.isDirectory() ? stats.ino : undefined
  } catch {
    return undefined
  }
}
