import type { Model } from '../model/model.js'
import { remembered } from '../remembered.js'
import { servedContent, servedOperations } from './operations/served.js'

/** The names of the schemas that a request or a response is held against, in model order. */
export const usedSchemas = remembered((model: Model): readonly string[] => {
  const used = new Set(
    servedOperations(model).flatMap(({ parameterGroups, requestBody, responses }) => [
      ...parameterGroups.map(({ schema }) => schema),
      ...servedContent(requestBody?.content ?? []).map(({ schema }) => schema),
      ...responses.flatMap(({ content }) => servedContent(content).map(({ schema }) => schema)),
    ]),
  )
  return model.schemas.map(({ name }) => name).filter((name) => used.has(name))
})

/** The names of the schemas of response bodies, in model order. */
export const responseSchemas = remembered((model: Model): readonly string[] => {
  const used = new Set(
    servedOperations(model).flatMap(({ responses }) =>
      responses.flatMap(({ content }) => servedContent(content).map(({ schema }) => schema)),
    ),
  )
  return model.schemas.map(({ name }) => name).filter((name) => used.has(name))
})
