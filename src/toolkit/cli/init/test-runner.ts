import { asksFor, type Manifest } from './manifest.js'

/** What runs the tests of a project. */
export function runnerOf(manifest: Manifest): 'vitest' | 'jest' | 'node' {
  if (asksFor(manifest, 'vitest')) return 'vitest'
  return asksFor(manifest, 'jest') ? 'jest' : 'node'
}

/**
 * The test as the project's own runner takes it; `undefined` where that cannot: Jest loads no ES
 * modules by itself, and the toolkit is one.
 */
export function forRunner(test: string, manifest: Manifest): string | undefined {
  const runner = runnerOf(manifest)
  if (runner === 'jest') return undefined
  return runner === 'vitest' ? test.replace("'node:test'", "'vitest'") : test
}
