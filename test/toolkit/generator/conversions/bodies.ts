import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Test } from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import { parse } from '#toolkit/generator/load/source.js'
import type { OperationContract } from '#toolkit/runtime/contract/contract.js'
import type { JsonBody } from '#toolkit/runtime/contract/media.js'
import { bodyDocument } from '../../../helpers/body-document.js'
import type { Schemas } from '../../../helpers/compile-schemas.js'
import { codeFolder, writeFiles } from '../../../helpers/tsc.js'

/** The bodies of requests with these schemas, as their contract in JavaScript has them. */
export async function bodiesOf(t: Test, schemas: Schemas): Promise<JsonBody[]> {
  const source = parse('a.json', bodyDocument(schemas))
  const { files } = generateFrom(source, { ignore: [], language: 'javascript' })
  const folder = codeFolder(t)
  await writeFiles(folder, files)
  const { contract } = await import(pathToFileURL(path.join(folder, 'contract.js')).href)
  return contract.operations.map(
    ({ requestBody }: OperationContract) => requestBody?.content['application/json'] as JsonBody,
  )
}
