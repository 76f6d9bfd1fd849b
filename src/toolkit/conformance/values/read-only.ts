import { ONE_WAY, type SchemaObject } from '../../openapi/schema/schema.js'

/** Names of the members that a schema of a request has for responses only. */
export function readOnlyNames({ [ONE_WAY]: oneWay }: SchemaObject): readonly string[] {
  return oneWay?.keyword === 'readOnly' ? oneWay.names : []
}
