/**
 * Formats that strings are checked for; others are annotations (JSON Schema 2020-12, section
 * 7.2.1).
 */
export const TEXT_FORMATS = [
  'date',
  'date-time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'time',
  'uri',
  'uri-reference',
  'uuid',
] as const

export type TextFormat = (typeof TEXT_FORMATS)[number]
