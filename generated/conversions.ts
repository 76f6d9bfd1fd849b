/* Generated from spec/openapi.yaml (Plant Store 1.0.0) by `npm run generate`. Do not edit. */
// @ts-nocheck -- data; a member may be called like one that every object has
import type { Conversions } from 'fastify-contract/codegen'

/** @generated from #/components/schemas/NewPlant */
export const conversionsOfNewPlant: Conversions = { all: [{ members: { id: { int64: true } } }] }
