import type { Model } from '../model/model.js'

/** The names of the schemas that a request or a response is held against, in model order. */
export function usedSchemas(model: Model): string[] {
  const used = new Set(
    model.operations.flatMap(({ parameterGroups, requestBody, responses }) => [
      ...parameterGroups.map(({ schema }) => schema),
      ...(requestBody?.content ?? []).map(({ schema }) => schema),
      ...responses.flatMap(({ content }) => content.map(({ schema }) => schema)),
    ]),
  )
  return model.schemas.map(({ name }) => name).filter((name) => used.has(name))
}

/** The names of the schemas of response bodies, in model order. */
export function responseSchemas(model: Model): string[] {
  const used = new Set(
    model.operations.flatMap(({ responses }) =>
      responses.flatMap(({ content }) => content.map(({ schema }) => schema)),
    ),
  )
  return model.schemas.map(({ name }) => name).filter((name) => used.has(name))
}
