/** Steps that several tables take. */

import type { CatalogPoints } from '../../../catalog/points.js'
import type { JsonObject } from '../../../json/value.js'

/** Keeps something else than was sent. */
export const keeps = (change: (body: JsonObject) => JsonObject) => (p: CatalogPoints) => {
  p.keep = (body) => change({ ...body })
}

export const keepsTitle = (change: (title: string) => string) =>
  keeps((body) => ({ ...body, title: change(body.title as string) }))

export const without = (name: string) => keeps(({ [name]: _, ...body }) => body as JsonObject)
