import type { Test } from 'tap'
import { CommandError } from '#toolkit/cli/arguments/arguments.js'
import { type OpenApiGenerator, openGenerator } from '#toolkit/cli/client/command.js'

/** OpenAPI Generator; where it cannot run, the test is skipped with the reason. */
export async function generatorFor(t: Test): Promise<OpenApiGenerator | undefined> {
  try {
    return await openGenerator()
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    t.pass('OpenAPI Generator can run', { skip: error.message })
    return undefined
  }
}
