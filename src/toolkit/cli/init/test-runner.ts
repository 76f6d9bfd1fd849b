import { asksFor, type Manifest } from './manifest.js'

/**
 * The test as the project's own runner takes it; `undefined` where that cannot: Jest loads no ES
 * modules by itself, and the toolkit is one.
 */
export function forRunner(test: string, manifest: Manifest): string | undefined {
  if (asksFor(manifest, 'vitest')) return test.replace("'node:test'", "'vitest'")
  return asksFor(manifest, 'jest') ? undefined : test
}
