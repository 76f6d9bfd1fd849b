import { isDeepStrictEqual } from 'node:util'
import { essenceOf, isJson } from '../openapi/media-type.js'
import {
  type Contract,
  type OperationContract,
  wholeOperation,
} from '../runtime/contract/contract.js'
import type { DocumentExamples } from './examples.js'

/** What operations declare for a status. */
interface Declared {
  readonly operation: Contract['operations'][number]
  readonly shape: unknown
}

/**
 * The errors of a document that belong to no operation, as those of unknown paths: for each status of which
 * all operations that declare a body declare the same one, such an operation.
 */
export async function sharedErrors(
  { operations }: Contract,
  examples: DocumentExamples,
): Promise<ReadonlyMap<string, OperationContract>> {
  const found = new Map<string, Declared | undefined>()
  for (const operation of operations) {
    for (const [status, shape] of errorShapes(operation, examples)) {
      const isFirst = !found.has(status)
      const isSame = isFirst || isDeepStrictEqual(found.get(status)?.shape, shape)
      if (isFirst || !isSame) found.set(status, isSame ? { operation, shape } : undefined)
    }
  }
  const loaded = [...found].map(async ([status, declared]) => {
    if (declared === undefined) return []
    const { operation } = declared
    const whole = await wholeOperation(operation)
    return [[status, whole] as const]
  })
  return new Map((await Promise.all(loaded)).flat())
}

/** The schemas of an operation's errors; `default` is one beside other responses. */
function errorShapes(
  operation: Contract['operations'][number],
  examples: DocumentExamples,
): (readonly [status: string, shape: unknown])[] {
  const contents = examples.contents(operation)
  const hasOthers = contents.some(([status]) => /^[123]/.test(status))
  return contents.flatMap(([status, mediaTypes]) => {
    if (!(status === 'default' ? hasOthers : /^[45]/.test(status))) return []
    const mediaType = mediaTypes.find((each) => isJson(essenceOf(each))) ?? mediaTypes[0]
    if (mediaType === undefined) return []
    const schema = examples.schemaOf(operation, status, mediaType)?.value
    return [[status, { mediaType, schema }] as const]
  })
}
