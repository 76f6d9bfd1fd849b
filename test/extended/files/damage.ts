/** Damage that others may do to the file of a store while it runs. */

import {
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import type { Chance } from '../../toolkit/runtime/json/random.js'

/** Paths of the files. */
export interface Place {
  readonly data: string
  readonly file: string
  readonly elsewhere: string
  readonly otherStore: string
  readonly foreign: string
}

/** The state after the damage. */
export interface Aftermath {
  /** The path of all data that was ever acknowledged, with its log; none when others have destroyed it. */
  readonly kept?: string
  /** True if that is complete only when the servers have ended in order. */
  readonly isUnnamed?: boolean
  readonly restore?: () => void
  /** True if a new start works, without the log of another file; without it either may be. */
  readonly starts?: boolean
}

type Damage = (place: Place, random: Chance) => Aftermath

/** The file stays reachable by another name, and its name leads to nothing. */
function setAside({ file, elsewhere }: Place): Aftermath & { restore: () => void } {
  linkSync(file, elsewhere)
  rmSync(file)
  const restore = () => {
    rmSync(file, { recursive: true, force: true })
    renameSync(elsewhere, file)
  }
  return { kept: elsewhere, restore, starts: true }
}

function replacing(put: (place: Place) => void, starts: boolean): Damage {
  return (place) => {
    const aftermath = setAside(place)
    put(place)
    return { ...aftermath, starts }
  }
}

const removing = (suffixes: readonly string[]): Damage => {
  return ({ file }) => {
    for (const suffix of suffixes) rmSync(`${file}${suffix}`)
    return { kept: file, isUnnamed: suffixes.includes('-wal'), starts: true }
  }
}

/** What was in the log only is lost. */
const withLog = (place: Place): Aftermath => {
  setAside(place)
  removing(['-wal', '-shm'])(place, undefined as never)
  return { starts: true }
}

const moved = (place: Place): Aftermath => {
  const { file, elsewhere } = place
  renameSync(file, elsewhere)
  return { kept: elsewhere, restore: () => renameSync(elsewhere, file), starts: true }
}

export const damages: Readonly<Record<string, Damage>> = {
  'the file is removed': setAside,
  'the file is moved': moved,
  'the log is removed': removing(['-wal']),
  'the index of the log is removed': removing(['-shm']),
  'the log and its index are removed': removing(['-wal', '-shm']),
  'the file and its log are removed': withLog,
  'the file is cut off': ({ file }, { below }) => {
    truncateSync(file, below(statSync(file).size))
    return {}
  },

  "another store's file is put in its place": (place) => {
    linkSync(place.file, place.elsewhere)
    // In one step.
    renameSync(place.otherStore, place.file)
    return { kept: place.elsewhere, starts: true }
  },

  "another application's file is put in its place": replacing(({ file, foreign }) => {
    renameSync(foreign, file)
  }, false),
  'an empty file is put in its place': replacing(({ file }) => writeFileSync(file, ''), true),
  'a folder is put in its place': replacing(({ file }) => mkdirSync(file), false),
  'a link to where it is now is put in its place': (place) => {
    const aftermath = setAside(place)
    symlinkSync(place.elsewhere, place.file)
    return aftermath
  },
  'its folder is moved': ({ data, file }) => {
    const away = `${data}-moved`
    renameSync(data, away)
    const kept = path.join(away, path.basename(file))
    return { kept, restore: () => renameSync(away, data), starts: true }
  },
  'its folder is removed': ({ data }) => {
    rmSync(data, { recursive: true })
    return { starts: true }
  },
}
