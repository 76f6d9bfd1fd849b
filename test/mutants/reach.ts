import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../extended/project.js'

/** A file of tests. */
export interface TestFile {
  /** The compiled file, relative to the project's folder. */
  readonly test: string
  /** The compiled files that it reaches, with the number of steps to each. */
  readonly steps: ReadonlyMap<string, number>
}

/** All files of tests but those of benchmarks, which take long, and have nothing that nearer ones lack. */
export function testFiles(): TestFile[] {
  const names = readdirSync(path.join(root, 'dist/test'), { recursive: true, encoding: 'utf8' })
  const tests = names.filter((name) => /^(?!(fixtures|bench)\/).*\.test\.js$/.test(name)).sort()
  const known = new Map<string, readonly string[]>()
  const next = (file: string) => {
    const named = known.get(file) ?? namedIn(file)
    known.set(file, named)
    return named
  }
  return tests.map((name) => {
    const test = path.join('dist/test', name)
    return { test, steps: stepsFrom(test, next) }
  })
}

function stepsFrom(start: string, next: (file: string) => readonly string[]): Map<string, number> {
  const steps = new Map([[start, 0]])
  for (const [file, count] of steps) {
    for (const other of next(file)) if (!steps.has(other)) steps.set(other, count + 1)
  }
  return steps
}

/** A string that may name a module: in an import, or where a process or thread is started. */
const NAME = /['"`]([#\w./-]+\.js|fastify-contract(?:\/\w+)?)['"`]/g

/** The compiled files of the project that a file names. */
function namedIn(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  const found = [...text.matchAll(NAME)].flatMap(([, name = '']) => {
    const places = /^(#|fastify-contract)/.test(name)
      ? [path.relative(root, fileURLToPath(import.meta.resolve(name)))]
      : [path.join(path.dirname(file), name), name]
    return places.find((place) => existsSync(path.join(root, place))) ?? []
  })
  return [...new Set(found)]
}
