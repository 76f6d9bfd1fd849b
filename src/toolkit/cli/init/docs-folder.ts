import type { Model } from '../../generator/model/model.js'

/** Where the page and the document of a new service are: at the root, unless its contract has such paths. */
export function docsFolder({ basePath, operations }: Model): '' | '/contract' {
  const isOwn = operations.some(({ path }) =>
    /^\/(docs|openapi\.(json|yaml))(\/|$)/.test(basePath + path),
  )
  return isOwn ? '/contract' : ''
}
