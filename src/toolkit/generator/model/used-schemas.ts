import { remembered } from '../shared/memoize.js'
import type { MediaType, Model } from './model.js'
import { servedOperations, servedSchemas } from './served.js'

/** The names of the schemas that a request or a response is held against, in model order. */
export const usedSchemas = remembered((model: Model): readonly string[] => {
  const used = new Set(
    servedOperations(model).flatMap(({ parameterGroups, requestBody, responses }) => [
      ...parameterGroups.map(({ schema }) => schema),
      ...servedSchemas(requestBody?.content ?? []),
      ...responses.flatMap(({ content, headerSchema }) => [
        ...servedSchemas(content),
        ...(headerSchema === undefined ? [] : [headerSchema]),
      ]),
    ]),
  )
  return model.schemas.map(({ name }) => name).filter((name) => used.has(name))
})

/** The names of the schemas of responses that name members, in model order. */
export const responseSchemas = remembered((model: Model): readonly string[] => {
  const used = new Set(
    servedOperations(model).flatMap(({ responses }) =>
      responses.flatMap(({ content }) => servedSchemas(content.filter(isPrinted))),
    ),
  )
  return model.schemas.map(({ name }) => name).filter((name) => used.has(name))
})

/** Whether values of a media type have members. */
export function isPrinted({ kind }: MediaType): boolean {
  return kind !== 'text' && kind !== 'binary'
}
