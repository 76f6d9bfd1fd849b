import { isObject } from '../../../openapi/json.js'
import type { OpenApiVersion } from '../../model/model.js'
import type { Cursor } from './cursor.js'
import { fieldsOf } from './fixed-fields.js'
import { CONTAINERS } from './missing-target.js'
import { meantIn, reportUnknown } from './unknown-members.js'

/** Reports a misspelt `components` or `schemas`: the references into it are right. */
export function checkContainers(root: Cursor, version: OpenApiVersion): void {
  check('document', root, version)
  const components = root.quiet().get('components')
  if (components !== undefined) check('components', root.get('components') as Cursor, version)
}

function check(kind: 'document' | 'components', at: Cursor, version: OpenApiVersion): void {
  const fields = fieldsOf(kind, version)
  if (fields === undefined || !isObject(at.value)) return
  for (const [name, member] of at.members()) {
    const meant = fields.has(name) ? undefined : meantIn(name, fields, member, kind)
    if (meant === undefined || !CONTAINERS.has(meant) || Object.hasOwn(at.value, meant)) continue
    reportUnknown(at, [name, member], fields, { kind, version, isUsed: true })
  }
}
