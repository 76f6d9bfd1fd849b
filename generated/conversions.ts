/* Generated from spec/openapi.yaml by `npm run generate`. Do not edit. */
// @ts-nocheck -- tests of the generator check this code
import { applyConversions, type Conversions } from 'fastify-contract/codegen'

/** @generated from #/components/schemas/NewPlant */
export const conversionsOfNewPlant: Conversions = { members: { id: { int64: true } } }

export const convertNewPlant = (value: unknown): unknown =>
  applyConversions(value, conversionsOfNewPlant)
