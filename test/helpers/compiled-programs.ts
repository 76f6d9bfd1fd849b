import assert from 'node:assert'
import path from 'node:path'
import type { Test } from 'tap'
import { generate } from '#toolkit/generator/generate.js'
import { toolkitPrograms } from './readme.js'
import { codeFolder, compile, ROOT, writeFiles } from './tsc.js'

/**
 * The programs of the toolkit's README and guide, compiled beside the contract that they import, and
 * gone with the test.
 *
 * @returns Their folder.
 */
export async function compiledPrograms(t: Test): Promise<string> {
  const folder = codeFolder(t)
  const { files } = generate(path.join(ROOT, 'test/fixtures/readme/openapi.yaml'), { client: true })
  const generated = files.map(({ name, text }) => ({ name: `generated/${name}`, text }))
  // `test/extended/vitest.check.ts` installs vitest, and runs its program.
  const programs = toolkitPrograms.filter(({ name }) => !name.includes('vitest'))
  // Two versions of the contract, in folders of their own.
  const versions = files.flatMap(({ name, text }) =>
    ['v1', 'v2'].map((version) => ({ name: `${version}/${name}`, text })),
  )
  await writeFiles(folder, [...generated, ...versions, ...programs])
  // Not an assertion of `t`, which may end with its first one.
  assert.deepEqual(await compile(folder), [])
  return folder
}
