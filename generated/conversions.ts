/* Generated from spec/openapi.yaml by `npm run generate`. Do not edit. */
// @ts-nocheck -- tests of the generator check this code
import { type Conversions, validation } from 'fastify-contract/codegen'

const { aRecord, asInt64, ownMembers } = validation

/** @generated from #/components/schemas/NewPlant */
export const conversionsOfNewPlant: Conversions = { all: [{ members: { id: { int64: true } } }] } as const

/** @generated from #/components/schemas/NewPlant */
export function convertNewPlant(value: unknown): unknown {
  if (aRecord(value)) {
    const { id } = ownMembers(value)
    if (id !== undefined) value['id'] = asInt64(id)
  }
  return value
}
