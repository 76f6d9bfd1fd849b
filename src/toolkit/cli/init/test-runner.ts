import { hasPackage, type PackageJson } from './package-json.js'

/** The test runner of a project. */
export function runnerOf(manifest: PackageJson): 'vitest' | 'jest' | 'node' {
  if (hasPackage(manifest, 'vitest')) return 'vitest'
  return hasPackage(manifest, 'jest') ? 'jest' : 'node'
}

/**
 * The test for the project's own runner; `undefined` for Jest, which by default does not load ES modules
 * such as the toolkit.
 */
export function testFor(manifest: PackageJson, test: string): string | undefined {
  const runner = runnerOf(manifest)
  if (runner === 'jest') return undefined
  return runner === 'vitest' ? test.replace("'node:test'", "'vitest'") : test
}
