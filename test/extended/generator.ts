import type { Test } from 'tap'
import { type Generator, openGenerator } from '#toolkit/cli/client/generator.js'
import { GeneratorError } from '#toolkit/cli/client/generator-error.js'

/** OpenAPI Generator; where it cannot run, the test is skipped with the reason. */
export async function generatorFor(t: Test): Promise<Generator | undefined> {
  try {
    return await openGenerator()
  } catch (error) {
    if (!(error instanceof GeneratorError)) throw error
    t.pass('OpenAPI Generator can run', { skip: error.message })
    return undefined
  }
}
