/* Generated from spec/openapi.yaml (Plant Store 1.0.0) by `npm run generate`. Do not edit. */
import { json, type Serializer } from 'fastify-contract/codegen'

/** @generated from #/components/schemas/Plant */
export const writePlant: Serializer = json.object({ name: json.string, tag: json.string })

/** @generated from #/components/schemas/Error */
export const writeError: Serializer = json.object({ error: json.number, message: json.string })
