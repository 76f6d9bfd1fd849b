import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../extended/project.js'
import type { Mutant } from './mutants.js'
import { changeTime, readJson, type TestRun } from './test-runs.js'

interface Range {
  readonly startOffset: number
  readonly endOffset: number
  readonly count: number
}

interface Script {
  readonly url: string
  readonly functions: readonly { readonly ranges: readonly Range[] }[]
}

function scriptsIn(file: string): readonly Script[] {
  return readJson<{ result: readonly Script[] }>(file)?.result ?? []
}

/** The mutants that each of the runs comes by, of those given. */
export function* covered(
  runs: readonly TestRun[],
  mutants: readonly Mutant[],
): Generator<[TestRun, Set<Mutant>]> {
  const byUrl = new Map<string, Mutant[]>()
  for (const mutant of mutants) {
    const url = pathToFileURL(path.join(root, mutant.file)).href
    byUrl.set(url, [...(byUrl.get(url) ?? []), mutant])
  }
  const changed = new Map(mutants.map(({ source }) => [source, changeTime(source)]))
  for (const run of runs) {
    const met = new Set<Mutant>()
    for (const file of run.coverage.filter((each) => existsSync(each))) {
      const result = scriptsIn(file)
      for (const { url, functions } of result) {
        for (const mutant of byUrl.get(url) ?? []) {
          // Positions have moved since a run that is older than the source.
          const isStale = (changed.get(mutant.source) as number) > run.at
          if (isStale || ran(functions, mutant.start)) met.add(mutant)
        }
      }
    }
    yield [run, met]
  }
}

/** True if a place was run: the smallest range around it decides. */
function ran(functions: Script['functions'], offset: number): boolean {
  let [smallest, count] = [Number.POSITIVE_INFINITY, 0]
  for (const range of functions.flatMap(({ ranges }) => ranges)) {
    const size = range.endOffset - range.startOffset
    if (range.startOffset <= offset && offset < range.endOffset && size <= smallest) {
      smallest = size
      count = range.count
    }
  }
  return count > 0
}
