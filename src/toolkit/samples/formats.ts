import type { Random } from './draw.js'

const two = (random: Random, from: number, to: number) =>
  String(from + random.below(to - from + 1)).padStart(2, '0')
const date = (random: Random) =>
  `20${two(random, 0, 40)}-${two(random, 1, 12)}-${two(random, 1, 28)}`
const time = (random: Random) =>
  `${two(random, 0, 23)}:${two(random, 0, 59)}:${two(random, 0, 59)}Z`
const word = (random: Random) => random.pick(WORDS)
const hex = (random: Random, digits: number) =>
  Array.from({ length: digits }, () => random.below(16).toString(16)).join('')
const base64 = (random: Random) => Buffer.from(`${word(random)} ${word(random)}`).toString('base64')

export const WORDS = 'alder birch clover daisy elder fern ginkgo hazel iris juniper'.split(' ')

/** Strings of known formats, by name. */
export const FORMATS: Readonly<Record<string, (random: Random) => string>> = {
  base64,
  base64url: base64,
  byte: base64,
  date,
  'date-time': (random) => `${date(random)}T${time(random)}`,
  decimal: (random) => `${random.below(100)}.${two(random, 0, 99)}`,
  duration: (random) => `PT${random.below(60) + 1}M`,
  email: (random) => `${word(random)}@example.com`,
  hostname: (random) => `${word(random)}.example.com`,
  'idn-email': (random) => `${word(random)}@example.com`,
  'idn-hostname': (random) => `${word(random)}.example.com`,
  ipv4: (random) => `192.0.2.${random.below(256)}`,
  ipv6: (random) => `2001:db8::${hex(random, 4)}`,
  iri: (random) => `https://example.com/${word(random)}`,
  'iri-reference': (random) => `/${word(random)}`,
  'json-pointer': (random) => `/${word(random)}`,
  regex: () => '^[a-z]+$',
  time,
  uri: (random) => `https://example.com/${word(random)}`,
  'uri-reference': (random) => `/${word(random)}`,
  'uri-template': (random) => `/${word(random)}/{id}`,
  url: (random) => `https://example.com/${word(random)}`,
  uuid: (random) =>
    `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`,
}
